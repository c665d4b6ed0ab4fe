import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { IncidentRow } from '../../../api/incident-list'
import { columns, sentenceOf } from './columns'

const row = {
  id: 'i',
  incident_id: 'INC-12',
  title: 'Nobody can pay, and the titles of incidents tend to become very long because everybody wants to be exact',
  severity: 'high',
  status: 'open',
  type: 'availability',
  commander: { name: 'Ada' },
} as unknown as IncidentRow

test('an incident is heard with the number that people call it by', () => {
  expect(sentenceOf({ ...row, title: 'Nobody can pay' })).toBe(
    'Nobody can pay, INC-12, high severity, open, availability, commanded by Ada'
  )
})

test('the number of an incident is not cut for a long title', () => {
  const { container, getByText } = render(<div style={{ width: 320 }}>{columns[0]?.cell(row)}</div>)
  const number = getByText('INC-12')
  expect(number.scrollWidth).toBeLessThanOrEqual(number.clientWidth || number.offsetWidth)
  expect(number.getBoundingClientRect().right).toBeLessThanOrEqual(container.getBoundingClientRect().left + 320)
  expect(number.getBoundingClientRect().width).toBeGreaterThan(30)
})
