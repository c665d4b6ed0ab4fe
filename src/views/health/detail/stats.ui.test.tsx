import { render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { CheckDetail, CheckGraph } from '@/api/health/check-detail'
import { ApiError } from '@/api/http'
import { relativeRange } from '@/lib/time/range'
import { RunFacts, CheckFigures } from './stats'

const now = Date.now()
const ago = (ms: number) => new Date(now - ms).toISOString()
const [MINUTE, DAY] = [60_000, 86_400_000]

const detail: CheckDetail = {
  id: '5a000008-0000-4000-8000-000000000008',
  name: 'homepage',
  type: 'http',
  status: 'healthy',
  severity: 'critical',
  last_runtime: ago(3 * MINUTE),
  last_transition_time: ago(2 * DAY),
  next_runtime: new Date(now + 5 * MINUTE + 30_000).toISOString(),
  components: [],
  configs: [],
}
type Figures = Omit<Parameters<typeof CheckFigures>[0], 'graph'>

const graph: CheckGraph = { uptime: { passed: 2, failed: 1 }, latency: { p95: 120, p97: 1500, p99: 65_000 } }

const facts = (shown: CheckDetail = detail) =>
  render(<RunFacts state={shown} severity={shown.severity} detail={shown} />)
const answer = (data: CheckGraph | undefined, error: ApiError | null = null) => ({
  data,
  error,
  failureReason: error,
  dataUpdatedAt: now,
})
const figures = ({ graph: data = graph, ...props }: Partial<Figures> & { graph?: CheckGraph } = {}) =>
  render(<CheckFigures graph={answer(data)} range={relativeRange('now-1h')} onRange={() => undefined} {...props} />)
const stat = (name: string) => {
  const box = screen.getByText(name, { selector: 'dt' }).parentElement
  if (!box) throw new Error(`no stat ${name}`)
  return box
}

test('uptime is the share of passed runs with one decimal and both counts [CHECK-04 CHECK-05]', () => {
  figures()
  expect(stat('Uptime').textContent).toBe('Uptime66.7%2 passed, 1 failed')
})

test('shows no percentage without runs in the range [CHECK-05]', () => {
  figures({ graph: { ...graph, uptime: { passed: 0, failed: 0 } }, range: relativeRange('now-1d') })
  expect(stat('Uptime').textContent).toBe('UptimeNo runs in the last day')
})

test('figures that could not be loaded are not available, not loading for ever', () => {
  const failed = new ApiError('network', 'The backend did not answer.')
  render(<CheckFigures graph={answer(undefined, failed)} range={relativeRange('now-1h')} onRange={() => undefined} />)
  expect(stat('Uptime').textContent).toBe('UptimeNot available')
  expect(stat('Latency').textContent).toBe('LatencyNot available')
})

test('latency has three percentiles, as durations [CHECK-06]', () => {
  figures()
  const parts = within(stat('Latency')).getAllByRole('listitem')
  expect(parts.map(({ textContent }) => textContent)).toEqual(['p95 120 ms', 'p97 1.5 s', 'p99 1m 5s'])
})

test('a missing latency is not shown as 0 [CHECK-06]', () => {
  figures({ graph: { ...graph, latency: {} } })
  expect(stat('Latency').textContent).toBe('LatencyNot measured')
})

test('shows the severity, or None [CHECK-07]', () => {
  const { unmount } = facts()
  expect(stat('Severity').textContent).toBe('Severitycritical')
  unmount()
  facts({ ...detail, severity: '' })
  expect(stat('Severity').textContent).toBe('SeverityNone')
})

test('last run and transition are shown as ages [CHECK-08]', () => {
  facts()
  expect(stat('Last run').textContent).toBe('Last run3m agoChanged 2d ago')
})

test.each([
  ['a week and a minute ago', 7 * DAY + MINUTE],
  ['in the future, because clocks differ', -MINUTE],
])('a last run %s is a date, not an age [CHECK-11]', (_name, ageMs) => {
  facts({ ...detail, last_runtime: ago(ageMs) })
  expect(stat('Last run').textContent).toMatch(/^Last run\d{4}-\d\d-\d\d \d\d:\d\d/)
})

test.each([
  ['a second', 1000],
  ['nearly a week', 7 * DAY - MINUTE],
])('a last run %s ago is an age [CHECK-11]', (_name, ageMs) => {
  facts({ ...detail, last_runtime: ago(ageMs) })
  expect(stat('Last run').textContent).toMatch(/^Last run\d+[sd] ago/)
})

test('shows the next run, or that none is scheduled [CHECK-09]', () => {
  facts()
  expect(stat('Next run').textContent).toBe('Next runin 5m')
  facts({ ...detail, next_runtime: null })
  expect(screen.getByText('Not scheduled')).toBeTruthy()
})

test('offers the time ranges of a check [CHECK-10 CHECK-12]', async () => {
  const onRange = vi.fn<Figures['onRange']>()
  figures({ onRange, children: <p>The chart</p> })
  const region = screen.getByRole('region', { name: 'Figures' })
  // The range picker is next to exactly the figures it changes.
  expect(region.contains(stat('Uptime')) && region.contains(stat('Latency'))).toBe(true)
  expect(within(region).getByText('The chart')).toBeTruthy()
  expect(within(region).getByText(/^times in \S+$/)).toBeTruthy()
  await userEvent.click(within(region).getByRole('button', { name: /Last hour/ }))
  const options = await screen.findAllByRole('option')
  expect(options.map(({ textContent }) => textContent).join()).toBe(
    'Last hour,Last 3 hours,Last 6 hours,Last 12 hours,Last day,Last 2 days,Last 3 days,Last week,Last 2 weeks,' +
      'Last 3 weeks,Last month,Last 2 months,Last 3 months,Last 6 months,Last year,Last 2 years,Last 3 years,Last 5 years'
  )
  await userEvent.click(screen.getByRole('option', { name: 'Last 3 weeks' }))
  expect(onRange).toHaveBeenCalledWith(relativeRange('now-3w'))
})
