import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { formatDuration } from '@/shared/format'
import type { SeriesPoint } from '@/lib/charts/series'
import { TimeDisplayProvider } from '../time'
import { LazyChart, createLazyChart } from './chart'
// Loads the drawing code before the first test.
import './chart-drawing'
import { type ChartSpec, chartHeight, type LinesSpec } from './chart-spec'

const start = Date.parse('2026-11-03T13:00Z')
const every5 = (...values: (number | null)[]): SeriesPoint[] =>
  values.map((value, at) => ({ time: start + at * 300_000, value }))
const lines = (points: readonly SeriesPoint[], more: Partial<LinesSpec> = {}): LinesSpec => ({
  kind: 'lines',
  title: 'Latency of payments-api',
  over: 'the last hour',
  unit: 'duration',
  format: formatDuration,
  series: [{ name: 'payments-api', points }],
  ...more,
})
const show = (spec: ChartSpec) =>
  render(
    <TimeDisplayProvider value={{ format: 'medium', timeZone: 'Europe/Berlin' }}>
      <LazyChart spec={spec} />
    </TimeDisplayProvider>
  )
const plot = () => screen.findByRole('slider', { name: 'Latency of payments-api' })

let voice: HTMLElement
beforeEach(() => {
  voice = document.createElement('div')
  voice.id = 'voice-polite'
  document.body.append(voice)
})
afterEach(() => voice.remove())
const heard = () => [...voice.children].map(({ textContent }) => textContent)

describe('description', () => {
  test.each<[string, ChartSpec, string]>([
    [
      'lines with a gap',
      lines(every5(100, null, 2400, 120, 110)),
      'Latency of payments-api over the last hour: median 110 ms, highest 2.4 s at 14:10, 1 gap',
    ],
    ['no series', lines([]), 'Latency of payments-api over the last hour: no data'],
    ['only nulls', lines(every5(null, null)), 'Latency of payments-api over the last hour: no data'],
    ['one point', lines(every5(120)), 'Latency of payments-api over the last hour: one value, 120 ms at 14:00:00'],
    ['all equal', lines(every5(7, 7, 7)), 'Latency of payments-api over the last hour: always 7 ms'],
    [
      'runs',
      { kind: 'strip', title: 'Runs', hasTable: false, runs: [{ time: start, result: 'failed', durationMs: null }] },
      'Runs: 1 run, 1 failed',
    ],
    [
      'a histogram',
      { kind: 'histogram', title: 'Spread', one: 'run', unit: 'number', format: String, values: [1, 1, 9] },
      'Spread: 3 runs, most often (2) from 1 to 2, median 1, highest 9',
    ],
    [
      'a stack',
      {
        kind: 'stack',
        title: 'Changes',
        over: 'the last day',
        one: 'change',
        layers: [{ id: 'low', name: 'low', tone: 'idle' }],
        buckets: [{ from: start, to: start + 3_600_000, counts: { low: 4 } }],
      },
      'Changes over the last day: 4 changes, 4 low, most from 14:00 to 15:00 (4)',
    ],
  ])('of %s summarises the data', async (_name, spec, sentence) => {
    show(spec)
    expect(await screen.findByRole('figure', { name: sentence })).toBeTruthy()
  })
})

describe('the cursor', () => {
  test('is one tab stop, moves from point to point and stops at both ends', async () => {
    show(lines(every5(1, 2, 3, null, 5, 6, 7, 8, 9, 10)))
    const chart = await plot()
    await userEvent.tab()
    await userEvent.tab()
    expect(document.activeElement).toBe(chart)
    const tip = () => chart.querySelector('[class*=tip]')?.textContent
    expect(tip()).toBe('14:4510 ms')
    const path: [string, string][] = [
      ['{ArrowLeft}', '14:409 ms'],
      ['{ArrowRight}{ArrowRight}', '14:4510 ms'],
      ['{Home}', '14:001 ms'],
      ['{ArrowLeft}', '14:001 ms'],
      ['{ArrowRight}{ArrowRight}{ArrowRight}', '14:15no data'],
      ['{PageDown}', '14:205 ms'],
      ['{PageUp}{PageUp}', '14:103 ms'],
      ['{End}', '14:4510 ms'],
    ]
    for (const [keys, expected] of path) {
      await userEvent.keyboard(keys)
      expect(tip()).toBe(expected)
    }
  })

  test('exposes the point as the value of a slider, starting at the newest', async () => {
    show(lines(every5(1, 2, 3)))
    const chart = await plot()
    expect(chart.getAttribute('aria-valuetext')).toBe('14:10: 3 ms')
    chart.focus()
    await userEvent.keyboard('{Home}{ArrowRight}')
    expect(chart.getAttribute('aria-valuetext')).toBe('14:05: 2 ms')
    expect(['aria-valuemin', 'aria-valuenow', 'aria-valuemax'].map((name) => chart.getAttribute(name))).toEqual([
      '1',
      '2',
      '3',
    ])
    expect(heard()).toEqual([])
  })

  test('ignores keys that it does not use', async () => {
    show(lines(every5(1, 2, 3)))
    ;(await plot()).focus()
    const onKeyDown = vi.fn<(event: KeyboardEvent) => void>()
    window.addEventListener('keydown', onKeyDown)
    await userEvent.keyboard('j{ArrowDown}{Control>}{ArrowLeft}{/Control}{ArrowLeft}')
    window.removeEventListener('keydown', onKeyDown)
    const taken = onKeyDown.mock.calls.map(([{ key, defaultPrevented }]) => [key, defaultPrevented])
    expect(taken).toEqual([
      ['j', false],
      ['ArrowDown', false],
      ['Control', false],
      ['ArrowLeft', false],
      ['ArrowLeft', true],
    ])
  })

  test('follows the pointer and disappears when it leaves', async () => {
    show(lines(every5(1, 2, 3)))
    const chart = await plot()
    await userEvent.pointer({
      target: chart,
      coords: { clientX: chart.getBoundingClientRect().right - 2, clientY: 60 },
    })
    expect(chart.textContent).toContain('3 ms')
    await userEvent.unhover(chart)
    expect(chart.querySelector('[class*=tip]')).toBeNull()
  })

  test('stays at its time when newer data arrives', async () => {
    const { rerender } = show(lines(every5(1, 2, 3)))
    const chart = await plot()
    chart.focus()
    await userEvent.keyboard('{Home}{ArrowRight}')
    rerender(
      <TimeDisplayProvider value={{ format: 'medium', timeZone: 'Europe/Berlin' }}>
        <LazyChart spec={lines(every5(1, 2, 3, 4).slice(1))} />
      </TimeDisplayProvider>
    )
    expect(chart.textContent).toContain('14:05')
  })
})

test('Show as table shows and hides the same numbers as a table', async () => {
  show(lines(every5(120, null, 2400)))
  const toggle = await screen.findByRole('button', { name: /^Show as table/ })
  expect(screen.queryByRole('table')).toBeNull()
  await userEvent.click(toggle)
  expect(toggle.getAttribute('aria-pressed')).toBe('true')
  const rows = within(screen.getByRole('table', { name: 'Latency of payments-api' })).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Timepayments-api',
    '2026-11-03 14:00:00 CET120 ms',
    '2026-11-03 14:05:00 CET–',
    '2026-11-03 14:10:00 CET2.4 s',
  ])
  await userEvent.click(toggle)
  expect(screen.queryByRole('table')).toBeNull()
})

test('the axis shows the time zone, and no time that would overlap it', async () => {
  show(lines(every5(1, 2, 3)))
  const zone = within(await plot()).getByText('CET')
  const times = within(await plot())
    .getAllByText(/^\d\d:\d\d$/)
    .map((one) => one.getBoundingClientRect().left)
  expect(times.length).toBeGreaterThan(0)
  expect(Math.min(...times)).toBeGreaterThan(zone.getBoundingClientRect().right)
})

test('events share one tab stop, and Enter opens the focused event or the events that share its button', async () => {
  const opened = vi.fn<(events: readonly { label: string }[]) => void>()
  const list = [
    { time: start, label: 'Deployed', health: 'healthy' as const },
    { time: start + 955_000, label: 'Incident', health: 'unhealthy' as const },
    { time: start + 965_000, label: 'Drained', health: 'warning' as const },
  ]
  show(lines(every5(1, 2, 3, 4, 5), { events: { list, onOpen: opened } }))
  const first = await screen.findByRole('button', { name: /^Deployed, 2026-11-03 14:00:00 CET$/ })
  const group = screen.getByRole('button', { name: '2 events, 14:15 to 14:16' })
  expect(group.title).toBe('2 events, 14:15 to 14:16')
  expect([first.tabIndex, group.tabIndex]).toEqual([0, -1])
  first.focus()
  await userEvent.keyboard('{Enter}{ArrowRight}')
  expect(document.activeElement).toBe(group)
  await userEvent.keyboard('{Enter}')
  expect(opened.mock.calls.map(([events]) => events.map(({ label }) => label))).toEqual([
    ['Deployed'],
    ['Incident', 'Drained'],
  ])
})

test.each<[string, SeriesPoint[]]>([
  ['one point', every5(5)],
  ['all equal', every5(5, 5)],
  ['zeros', every5(0, 0)],
  ['huge values', every5(1, 8e300)],
  ['not numbers', every5(1, Number.NaN, Infinity, 2)],
  ['values below zero', every5(-5, 5)],
])('%s give finite positions inside the chart', async (_name, points) => {
  show(lines(points, { format: String, unit: 'number' }))
  const chart = await plot()
  const drawing = chart.querySelector('svg')
  expect(drawing?.outerHTML).not.toMatch(/NaN|Infinity|undefined/)
  const box = drawing?.getBoundingClientRect()
  for (const mark of drawing?.querySelectorAll('path, circle') ?? []) {
    const { top, bottom } = mark.getBoundingClientRect()
    expect(top).toBeGreaterThanOrEqual((box?.top ?? Infinity) - 1)
    expect(bottom).toBeLessThanOrEqual((box?.bottom ?? 0) + 1)
  }
})

test('the drawing follows the width of its container', async () => {
  const { container } = show(lines(every5(1, 2, 3)))
  const chart = await plot()
  container.style.width = '240px'
  await waitFor(() => expect(chart.querySelector('svg')?.getAttribute('width')).toBe('240'))
})

describe('loading', () => {
  test('reserves the space of the drawing', () => {
    const Waiting = createLazyChart(() => new Promise(() => undefined))
    const spec = lines(every5(1, 2))
    render(<Waiting spec={spec} />)
    const figure = screen.getByRole('figure', { name: 'Latency of payments-api: loading' })
    const drawing = figure.lastElementChild
    expect(drawing?.getBoundingClientRect().height).toBe(chartHeight(spec))
  })

  test('shows an error if it fails, and can be retried', async () => {
    let tries = 0
    const Flaky = createLazyChart(() =>
      ++tries === 1 ? Promise.reject(new Error('gone')) : Promise.resolve({ default: () => <p>drawn</p> })
    )
    render(<Flaky spec={lines([])} />)
    expect(await screen.findByText(/The chart could not be loaded/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('drawn')
  })
})
