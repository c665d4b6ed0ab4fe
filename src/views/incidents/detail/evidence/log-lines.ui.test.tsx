import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Evidence } from '@/api/incidents/incident'
import { LogLines } from './log-lines'

const logEvidence = (lines: unknown) =>
  ({
    id: 'e',
    type: 'log',
    evidence: lines,
    components: { id: '5a000011-0000-4000-8000-000000000015', name: 'checkout' },
  }) as unknown as Evidence

const href = () => screen.getByRole('link', { name: 'Logs of checkout' }).getAttribute('href')

test('links log lines to the logs at their time, not to those of the last hour', () => {
  render(
    <LogLines
      evidence={logEvidence([
        { timestamp: '2026-11-20T05:18:25Z', message: 'order not taken', labels: {} },
        { timestamp: '2026-11-20T05:18:21Z', message: 'gateway: timeout', labels: {} },
      ])}
    />
  )
  expect(href()).toBe(
    '/logs?topologyId=5a000011-0000-4000-8000-000000000015&rangeType=absolute&display=Custom&from=2026-11-20T05:13:21.000Z&to=2026-11-20T05:23:25.000Z'
  )
})

test('links lines without timestamps to the logs of the component', () => {
  render(<LogLines evidence={logEvidence([{ message: 'no time', labels: {} }])} />)
  expect(href()).toBe('/logs?topologyId=5a000011-0000-4000-8000-000000000015')
})

test('styles the link to the source of the evidence as a link', () => {
  render(<LogLines evidence={logEvidence([])} />)
  const link = screen.getByRole('link', { name: 'Logs of checkout' })
  const around = link.parentElement ?? link
  expect(getComputedStyle(link).textDecorationLine).toBe('underline')
  expect(getComputedStyle(link).color).not.toBe(getComputedStyle(around).color)
})
