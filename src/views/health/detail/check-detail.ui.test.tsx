import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createCheck } from '@tests/helpers/checks'
import { type HealthRequest, healthResponse, openHealth, pressKeys } from '@tests/helpers/health-page'
import { answerRuns } from '@tests/helpers/runs'

const ORDERS = '01990000-0000-7000-8000-000000000001'
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

/** A check with these runs, newest first, ten seconds apart. */
function open(results: readonly (string | null)[], more = '', check: object = {}, base = '/health') {
  const checks = [
    createCheck('orders', {
      id: ORDERS,
      status: 'unhealthy',
      last_runtime: ago(2),
      last_transition_time: ago(22 * 60),
      ...check,
    }),
  ]
  const runs = results.map((error, at) => ({
    time: ago(2 + at * 10),
    status: error === null,
    duration: 30,
    message: null,
    error,
  }))
  return openHealth(`${base}?checkId=${ORDERS}${more}`, checks, ({ path, search }: HealthRequest) => {
    if (path === '/api/playbook/list') return healthResponse([{ id: ORDERS, name: 'restart' }])
    if (path === '/api/canary/api/graph') return healthResponse({ uptime: { passed: 1, failed: 2 }, latency: {} })
    if (path !== '/api/db/check_statuses') return undefined
    return answerRuns(runs, search)
  })
}

const state = page.getByRole('figure', { name: 'State' })
const failures = ['response code 503, expected 200', 'response code 503, expected 200']
const boxOf = (element: Element) => element.getBoundingClientRect()

test('the smallest window shows the state, its start and its message without scrolling, above all figures', async () => {
  await page.viewport(320, 568)
  open(failures)
  await expect.element(state).toHaveTextContent(/^Unhealthy since .*\d\d:\d\d \S+, 22mresponse code 503, expected 200/)
  const pane = page.getByRole('region', { name: 'orders', exact: true })
  const [body, footer] = [
    page.getByRole('group', { name: 'Details' }).element(),
    pane.element().querySelector('footer'),
  ]
  if (!footer) throw new Error('no footer')
  expect(body.scrollTop).toBe(0)
  expect(boxOf(state.element()).top).toBeGreaterThanOrEqual(boxOf(body).top)
  expect(boxOf(state.element()).bottom).toBeLessThanOrEqual(boxOf(footer).top)
  for (const name of ['Uptime', 'Severity', 'Type'])
    expect(boxOf(state.element()).bottom).toBeLessThanOrEqual(
      boxOf(pane.getByText(name, { exact: true }).element()).top
    )
  await expect.element(page.getByRole('button', { name: /^Playbooks/ })).toBeVisible()
  const buttons = [...footer.querySelectorAll('button')].map(boxOf)
  expect(buttons).toHaveLength(3)
  expect(new Set(buttons.map(({ top }) => Math.round(top))).size).toBe(1)
  expect(footer.scrollWidth).toBe(320)
})

test('beside the list, the tabs start in the upper two thirds of the detail, below the chart', async () => {
  await page.viewport(1440, 900)
  open(failures, '&detail=beside')
  await expect.element(page.getByRole('tab', { name: 'History' })).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Health overview' }).getByText('No data')).toBeVisible()
  const body = boxOf(page.getByRole('group', { name: 'Details' }).element())
  const tabs = boxOf(page.getByRole('tab', { name: 'History' }).element())
  expect((tabs.top - body.top) / body.height).toBeLessThan(2 / 3)
})

test('the URL contains the check and the time range of its figures and runs [ROUTE-12 CALL-62]', async () => {
  const { askedFor } = open(failures, '&timeRange=1d')
  await expect.element(page.getByRole('heading', { name: 'orders', exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Time range: Last day/ })).toBeVisible()
  await expect.poll(() => askedFor('/api/canary/api/graph').length).toBeGreaterThan(0)
  const [graph] = askedFor('/api/canary/api/graph')
  expect(graph?.search).toBe(`?check=${ORDERS}&count=300&start=1440m`)
  // Requests for a page of the history.
  const runs = () => askedFor('/api/db/check_statuses').find(({ search }) => search.includes('limit=50'))
  await expect.poll(runs).toBeDefined()
  const since = Date.parse(new URLSearchParams(runs()?.search).get('time')?.replace('gt.', '') ?? '')
  expect(Math.abs(Date.now() - 86_400_000 - since)).toBeLessThan(60_000)
})

const CANARY = '01990000-0000-7000-8000-00000000000a'

test.each([
  ['UI', 'Edit', `/settings/canaries/${CANARY}?part=http%3Aorders`],
  ['', 'Edit', `/settings/canaries/${CANARY}?part=http%3Aorders`],
  ['kubernetes/01990000-0000-7000-8000-00000000000b', 'Edit at source', `/catalog/${CANARY}`],
])('a canary from "%s" is edited with %s [CHECK-34 CHECK-35 CALL-67]', async (source, name, href) => {
  await page.viewport(320, 568)
  const orders = createCheck('orders', { id: ORDERS, status: 'healthy', type: 'http' })
  openHealth(`/health?checkId=${ORDERS}`, [orders], ({ path, search }) =>
    path === '/api/db/checks' && search.includes(`id=eq.${ORDERS}`)
      ? healthResponse([{ ...orders, canaries: { id: CANARY, name: 'shop', source }, agents: null }])
      : undefined
  )
  await expect.element(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
  expect(document.querySelector('footer')?.scrollWidth).toBe(320)
})

test('the heading is announced with the state, its start and the message', async () => {
  open(failures)
  await expect
    .element(page.getByRole('heading', { name: 'orders' }))
    .toHaveAttribute('aria-description', expect.stringMatching(/^Unhealthy since .*\d\d:\d\d \S+: response code 503/))
})

test('a check whose summary has no times but which has runs is not shown as never run', async () => {
  open(['503'], '', { last_runtime: null, last_transition_time: null, uptime: { passed: 0, failed: 0 } })
  await expect.element(state).toHaveTextContent(/Last run failed/)
  const last = page.getByRole('definition').filter({ hasText: /ago/ }).first()
  await expect.element(last).toHaveTextContent(/^\d+s ago/)
  await expect.element(page.getByText('Never', { exact: true })).not.toBeInTheDocument()
})

test('a check that does not run is not called unhealthy', async () => {
  open([], '', { status: 'unknown', last_runtime: null, last_transition_time: null })
  await expect.element(state).toHaveTextContent('Never run')
  await expect.element(state).not.toHaveTextContent(/fail|unhealthy/i)
})

const history = page.getByRole('treegrid', { name: 'History' })
const lineNamed = (name: RegExp) => history.getByRole('row', { name })
const heading = page.getByRole('heading', { name: 'orders', exact: true })
const dialog = page.getByRole('dialog')
const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
const times = (count: number, error: string | null) => Array.from({ length: count }, () => error)
const focusHeading = async () => {
  await expect.element(history).toBeVisible()
  ;(heading.element() as HTMLElement).focus()
}

test('runs with the same result and message are one line that expands into the runs', async () => {
  await page.viewport(1440, 900)
  const { askedFor } = open([...times(30, '503'), ...times(3, null), '500', ...times(2, null)])
  // Requests for a page of runs; on a slow machine the same page may be requested again.
  const pages = () =>
    new Set(askedFor('/api/db/check_statuses').map(({ search }) => new URLSearchParams(search).get('offset')))
  const failing = lineNamed(/^30 runs failed, .*\d\d:\d\d to now, 503, started failing$/)
  await expect.element(failing).toHaveTextContent(/^503×30.*to now.*Started failing$/)
  await expect.element(lineNamed(/^3 runs passed, .*\d\d:\d\d to .*\d\d:\d\d/)).toBeVisible()
  // A single run has no line of its own.
  await expect.element(lineNamed(/^failed, 30 ms, 500, started failing$/)).toBeVisible()
  expect(history.element().querySelectorAll('[data-row]')).toHaveLength(4)
  await expect.element(page.getByText('1–36 of 36')).toBeVisible()
  const before = pages().size
  ;(failing.element() as HTMLElement).focus()
  await pressKeys('Enter')
  await expect.element(failing).toHaveAttribute('aria-expanded', 'true')
  await expect.poll(() => history.element().querySelectorAll('[aria-level="2"]').length).toBe(30)
  expect(pages().size).toBe(before)
  await pressKeys('h')
  await expect.element(failing).toHaveAttribute('aria-expanded', 'false')
})

// Runs of yesterday are shown with their day.
test('a line at the edge of its page counts its runs on all pages and shows their start and end', async () => {
  const { askedFor } = open([...times(40, '503'), ...times(130, null), ...times(30, '500, "why" (a\\b)')])
  await expect.element(lineNamed(/^40 runs failed, .*to now/)).toBeVisible()
  await expect.element(lineNamed(/^130 runs passed, .*\d\d:\d\d to (?:\w+ )?\d\d:\d\d$/)).toBeVisible()
  // Only the end of the last line is requested.
  expect(askedFor('/api/db/check_statuses').filter(({ search }) => search.includes('or='))).toHaveLength(1)
  await userEvent.click(page.getByRole('button', { name: 'Next page' }))
  await expect.element(page.getByText('51–100 of 200')).toBeVisible()
  await expect.element(lineNamed(/^130 runs passed, .*\d\d:\d\d to (?:\w+ )?\d\d:\d\d$/)).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Next page' }))
  await userEvent.click(page.getByRole('button', { name: 'Next page' }))
  await expect.element(page.getByText('151–200 of 200')).toBeVisible()
  await expect.element(lineNamed(/^30 runs failed, .*\d\d:\d\d to (?:\w+ )?\d\d:\d\d, 500/)).toBeVisible()
})

test('a public page requests runs only page by page', async () => {
  const { askedFor } = open(times(120, '503'), '', {}, '/view/health')
  await expect.element(lineNamed(/^at least 50 runs failed, .* or earlier to now/)).toBeVisible()
  await pressKeys('n')
  await pressKeys('n')
  await expect.element(page.getByText('No further failed run on this page.').first()).toBeInTheDocument()
  const asked = askedFor('/api/db/check_statuses').map(({ search }) => new URLSearchParams(search))
  expect(asked.filter((query) => query.has('or') || query.getAll('time').length > 1)).toEqual([])
})

test('a line whose message is too long for a search shows that it may continue', async () => {
  open(times(60, 'why '.repeat(400)))
  await expect.element(lineNamed(/^at least 50 runs failed, .* or earlier to now/)).toBeVisible()
})

test('the next failed run is found on other pages, from the list and from the dialog of a run, up to the last one', async () => {
  open([...times(3, '503'), ...times(120, null), '500 a', ...times(60, null), '500 b', null])
  await focusHeading()
  await pressKeys('n')
  await expect.poll(focused).toMatch(/^3 runs failed/)
  await pressKeys('n')
  await expect.element(page.getByText('101–150 of 186')).toBeVisible()
  await expect.poll(focused).toMatch(/^failed, 30 ms, 500 a/)
  await pressKeys('Enter')
  await expect.element(dialog.getByText('500 a')).toBeVisible()
  await pressKeys('n')
  await expect.element(dialog.getByText('500 b')).toBeVisible()
  await pressKeys('n')
  await expect.element(page.getByRole('log').getByText('No earlier failed run in the last hour.')).toBeInTheDocument()
  await pressKeys('Shift+N')
  await expect.element(dialog.getByText('500 a')).toBeVisible()
  await pressKeys('Escape')
  await expect.poll(focused).toMatch(/^failed, 30 ms, 500 a/)
  await pressKeys('Shift+N')
  await expect.poll(focused).toMatch(/^3 runs failed/)
  await pressKeys('Shift+N')
  await expect.element(page.getByRole('log').getByText('No later failed run in the last hour.')).toBeInTheDocument()
})

test('with filters or another sort order, runs are not grouped', async () => {
  open([...times(5, '503')], '&historySortBy=duration')
  const flat = page.getByRole('grid', { name: 'History' })
  await expect.poll(() => flat.getByRole('row', { name: /^failed, 30 ms, 503$/ }).elements().length).toBe(5)
})

test('one key reaches the history or the next failed run from anywhere in the detail', async () => {
  open([...times(2, null), ...times(3, '503'), ...times(2, null), '500'])
  await focusHeading()
  await pressKeys('1')
  await expect.poll(focused).toMatch(/^2 runs passed/)
  await focusHeading()
  await pressKeys('n')
  await expect.poll(focused).toMatch(/^3 runs failed/)
  await pressKeys('n')
  await expect.poll(focused).toMatch(/^failed, 30 ms, 500/)
  await pressKeys('Shift+N')
  await expect.poll(focused).toMatch(/^3 runs failed/)
  // From outside the list, stepping starts at the newest failed run, also if it is the only one.
  await focusHeading()
  await pressKeys('n')
  await expect.poll(focused).toMatch(/^3 runs failed/)
  // It also works from another tab: 2 shows the tab first, then moves into it.
  await focusHeading()
  await pressKeys('2')
  await expect.element(page.getByRole('tab', { name: 'Spec', selected: true })).toBeVisible()
  await pressKeys('n')
  await expect.element(page.getByRole('tab', { name: 'History', selected: true })).toBeVisible()
  await expect.poll(focused).toMatch(/^3 runs failed/)
})

test('keys step through runs in the dialog of a run, and closing it focuses the last shown run', async () => {
  open(['503 a', null, '503 b', null])
  await focusHeading()
  await pressKeys('1')
  await expect.poll(focused).toMatch(/^failed, 30 ms, 503 a/)
  await pressKeys('Enter')
  await expect.element(dialog.getByRole('heading', { name: 'Failed run' })).toBeVisible()
  await expect.element(dialog.getByText('503 a')).toBeVisible()
  await expect.element(dialog.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \S+$/)).toBeVisible()
  await pressKeys('j')
  await expect.element(dialog.getByRole('heading', { name: 'Passed run' })).toBeVisible()
  await pressKeys('k')
  await expect.element(dialog.getByText('503 a')).toBeVisible()
  await pressKeys('n')
  await expect.element(dialog.getByText('503 b')).toBeVisible()
  await pressKeys('n')
  await expect.element(page.getByRole('log').getByText('No earlier failed run in the last hour.')).toBeInTheDocument()
  await pressKeys('Escape')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(focused).toMatch(/^failed, 30 ms, 503 b/)
})
