import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { IncidentRow } from '@/api/incidents/incident-list'
import { incidentColumns, describeIncident } from './columns'

const row = {
  id: 'i',
  incident_id: 'INC-12',
  title: 'Customers cannot pay, and titles of incidents tend to become very long because people want to be exact',
  severity: 'high',
  status: 'open',
  type: 'availability',
  commander: { name: 'Ada' },
} as unknown as IncidentRow

test('describes an incident with its number', () => {
  expect(describeIncident({ ...row, title: 'Customers cannot pay' })).toBe(
    'Customers cannot pay, INC-12, high severity, open, availability, commanded by Ada'
  )
})

test('shows the whole number of an incident beside a long title', () => {
  const { container, getByText } = render(<div style={{ width: 320 }}>{incidentColumns[0]?.cell(row)}</div>)
  const number = getByText('INC-12')
  expect(number.scrollWidth).toBeLessThanOrEqual(number.clientWidth || number.offsetWidth)
  expect(number.getBoundingClientRect().right).toBeLessThanOrEqual(container.getBoundingClientRect().left + 320)
  expect(number.getBoundingClientRect().width).toBeGreaterThan(30)
})
