import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listResponse, openPage } from '@tests/helpers/resource-page'
import { isLive } from '../../commands/stores/preference-store'
import LogsView from './logs.page'
import { openedLogs, recordOpenedLogs } from './opened-logs'

const CART = '5a000011-0000-4000-8000-000000000014'
const begin = Date.parse('2026-11-24T10:00:00Z')
const range = 'rangeType=absolute&from=2026-11-24T09:00:00Z&to=2026-11-24T11:00:00Z'

type Written = { id: string; timestamp: string; message: string; labels: Record<string, string> }
const line = (second: number, message: string, labels: Record<string, string> = { app: 'cart' }): Written => ({
  id: `f.${second}`,
  timestamp: new Date(begin + second * 1000).toISOString(),
  message,
  labels,
})
const lines = [
  line(5, 'ERROR card gateway: timeout'),
  line(4, 'INFO \u001b[32mpaid\u001b[0m <b>not HTML</b>', { app: 'cart', zone: '2' }),
  line(3, 'WARN slow'),
  line(2, 'a\0b \u202egnp.exe \ufffd'),
]

const componentOf = (at: number, name: string, health: string) => ({
  id: `5a000011-0000-4000-8000-00000000002${at}`,
  name,
  type: 'Service',
  health,
})
let withLogs: readonly ReturnType<typeof componentOf>[] = []

type Asked = Record<string, unknown>
type Said = { results: readonly Written[]; older?: string; newer?: string; notes?: string[] }

function open(
  query = `topologyId=${CART}&${range}`,
  answer: (asked: Asked) => Said | Response = () => ({ results: lines })
) {
  history.replaceState(null, '', `/logs?${query}`)
  const asked: Asked[] = []
  const opened = openPage(LogsView, '/logs', {
    answer(path, url, body) {
      if (path === '/api/db/components' && url.includes('log_selectors=not.is.null')) return listResponse(withLogs)
      if (path === '/api/db/components')
        return listResponse(
          url.includes(CART) ? [{ id: CART, name: 'cart', log_selectors: [{ name: 'app' }, { name: 'sidecar' }] }] : []
        )
      if (path !== '/api/logs') return undefined
      asked.push(JSON.parse(String(body)) as Asked)
      const said = answer(asked.at(-1) ?? {})
      return said instanceof Response ? said : listResponse(said)
    },
  })
  return { ...opened, asked }
}

const row = (name: RegExp) => screen.findByRole('row', { name })
const rows = () => screen.getAllByRole('row').slice(1)
const messages = () =>
  rows().map((one) => (within(one).getAllByRole('gridcell')[1]?.textContent ?? '').replace(/\s+/g, ' '))

afterEach(() => {
  vi.unstubAllGlobals()
  isLive.set(true)
  withLogs = []
  openedLogs.set({})
})

test('lists the components with logs: unhealthy first, then the last opened, then by name [LOGS-02]', async () => {
  withLogs = [
    componentOf(1, 'accounts', 'healthy'),
    componentOf(2, 'cart', 'healthy'),
    componentOf(3, 'media', 'warning'),
    componentOf(4, 'payments', 'unhealthy'),
  ]
  recordOpenedLogs(withLogs[1]?.id ?? '')
  open('')
  await row(/^payments, Service, Unhealthy/)
  expect(rows().map((one) => one.ariaLabel?.split(',')[0])).toEqual(['payments', 'media', 'cart', 'accounts'])
  rows()[2]?.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(location.search).toBe(`?topologyId=${withLogs[1]?.id}`))
})

test('explains log selectors if no component has logs', async () => {
  open('')
  expect(await screen.findByRole('heading', { name: 'No component has logs' })).toBeTruthy()
  expect(screen.getByText(/if its topology has a log selector/)).toBeTruthy()
})

test('requests the lines of a component by id, name, query and time, with the first selector by default [LOGS-01 CALL-80]', async () => {
  const { asked } = open(`topologyId=${CART}&${range}&query=card`)
  await row(/card gateway/)
  expect(asked[0]).toMatchObject({
    id: CART,
    name: 'app',
    query: 'card',
    start: '2026-11-24T09:00:00.000Z',
    end: '2026-11-24T11:00:00.000Z',
  })
})

test('requests the component by its id with its log selectors [CALL-73]', async () => {
  const { urls } = open()
  await row(/card gateway/)
  const component = urls.find(({ pathname }) => pathname === '/api/db/components')?.searchParams
  expect([component?.get('id'), component?.get('select')]).toEqual([`eq.${CART}`, 'id,name,log_selectors'])
})

test('requests another selector by its name [LOGS-01]', async () => {
  const { asked } = open(`topologyId=${CART}&logsSelector=sidecar&${range}`)
  await row(/card gateway/)
  expect(asked[0]).toMatchObject({ name: 'sidecar' })
})

test('a range up to now has no end, so that new lines are part of it', async () => {
  const { asked } = open(`topologyId=${CART}`)
  await waitFor(() => expect(asked.length).toBeGreaterThan(0))
  expect(asked[0]?.['end']).toBeUndefined()
  expect(Date.now() - Date.parse(String(asked[0]?.['start']))).toBeGreaterThan(3_500_000)
})

test('shows different pages for a removed component, a component without logs, and failed logs', async () => {
  open('topologyId=5a000011-0000-4000-8000-000000000099')
  expect(await screen.findByRole('heading', { name: 'Component not found' })).toBeTruthy()
})

test('shows an error, and not an empty list, when loading fails', async () => {
  open(undefined, () => listResponse({ error: 'No log backend answers for app', message: 'x' }, 400))
  expect(await screen.findByText(/No log backend answers for app/)).toBeTruthy()
  expect(screen.queryByRole('grid')).toBeNull()
})

test('renders colours as styles, markup as text, and control characters as placeholders', async () => {
  open()
  const paid = await row(/paid/)
  expect(within(paid).getByText('paid').dataset['colour']).toBe('2')
  expect(paid.querySelector('b')).toBeNull()
  expect(paid.textContent).toContain('<b>not HTML</b>')
  const odd = await row(/gnp\.exe/)
  expect(odd.textContent).toContain('a␀b <U+202E>gnp.exe')
  expect(odd.textContent).not.toMatch(/[\0\u202e]/)
  expect(odd.getAttribute('aria-label')).not.toMatch(/[\0\u202e]/)
  expect(within(odd).getByTitle('right-to-left override')).toBeTruthy()
})

test('truncates a line of one megabyte, and shows more of it when expanded', async () => {
  open(undefined, () => ({ results: [line(1, `ERROR ${'x'.repeat(1024 * 1024)}`)] }))
  const long = await row(/ERROR x+/)
  expect(long.textContent?.length).toBeLessThan(2000)
  expect(long.textContent).toContain('1,047,582 more characters')
  long.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(long.textContent?.length).toBeGreaterThan(50_000))
  expect(long.textContent).toContain('app=cart')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(long.textContent?.length).toBeLessThan(2000))
})

test('levels and labels filter the loaded lines and show their counts', async () => {
  const { asked } = open(`topologyId=${CART}&${range}&level=error:1,warning:1`)
  await row(/card gateway/)
  expect(messages()).toEqual(['ERROR card gateway: timeout', 'WARN slow'])
  expect(screen.getByText('2 log lines')).toBeTruthy()
  expect(asked.length).toBe(1)
  history.replaceState(null, '', `/logs?topologyId=${CART}&${range}&labels=zone%3D2:1`)
  window.dispatchEvent(new PopStateEvent('popstate'))
  await waitFor(() => expect(messages().length).toBe(1))
})

test('an empty result shows its limits and offers a longer time range', async () => {
  open(`topologyId=${CART}&${range}&query=nowhere`, () => ({ results: [] }))
  expect(await screen.findByText(/^Nothing matches “nowhere” and this time range/)).toBeTruthy()
})

test('loads older lines in the background, and reports lines that are not loaded', async () => {
  const { asked } = open(undefined, ({ cursor }) =>
    cursor === undefined
      ? { results: lines, older: 'further', notes: ['elastic: elasticSearch needs a Mission Control backend'] }
      : { results: [line(-10, 'INFO older')] }
  )
  await row(/older/)
  expect(asked[1]).toMatchObject({ cursor: 'further', id: CART, name: 'app' })
  expect(screen.getByText('elastic: elasticSearch needs a Mission Control backend')).toBeTruthy()
})

test('follows new lines, pauses, and only offers them while the user is viewing lines', async () => {
  let news: Written[] = []
  let count = 0
  const { performed } = open(`topologyId=${CART}&${range}&follow=yes`, ({ cursor }) => {
    if (cursor === undefined) return { results: lines, newer: 'c0' }
    const results = news
    news = []
    count += 1
    return { results, newer: `c${count}` }
  })
  const first = await row(/card gateway/)
  news = [line(10, 'INFO just now')]
  await row(/just now/)
  expect(rows()[0]?.getAttribute('aria-label')).toContain('just now')
  first.focus()
  news = [line(12, 'INFO and another'), line(11, 'INFO and one')]
  await userEvent.click(await screen.findByRole('button', { name: '2 new' }))
  await row(/and another/)
  isLive.set(false)
  await waitFor(() => expect(screen.getByText(/^Paused/)).toBeTruthy())
  const before = count
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(count).toBeLessThanOrEqual(before + 1)
  await userEvent.click(screen.getByRole('button', { name: /^Follow/ }))
  expect(performed).toContain('logs.follow')
  await waitFor(() => expect(location.search).not.toContain('follow'))
})

test('marks matches of the search', async () => {
  open(`topologyId=${CART}&${range}&query=gateway`, () => ({ results: lines.slice(0, 1) }))
  const hit = await row(/card gateway/)
  expect(within(hit).getByText('gateway').tagName).toBe('MARK')
})

test('keys select a section of the histogram as the time range', async () => {
  open()
  const chart = await screen.findByRole('slider', { name: 'Lines over time' })
  chart.focus()
  await userEvent.keyboard('{Home}{ArrowRight}{Shift>}{ArrowRight}{ArrowRight}{/Shift}')
  await waitFor(() => expect(chart.getAttribute('aria-valuetext')).toMatch(/, 3 selected$/))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(location.search).toContain('from=2026-11-24T09:05:00'))
  expect(location.search).toContain('to=2026-11-24T09:20:00')
})

test('wrapped lines are as high as their text', async () => {
  open(`topologyId=${CART}&${range}&wrap=yes`, () => ({
    results: [line(2, `INFO ${'word '.repeat(200)}`), line(1, 'INFO short')],
  }))
  const [long, short] = [await row(/word/), await row(/short/)]
  await waitFor(() => expect(long.offsetHeight).toBeGreaterThan(short.offsetHeight * 2))
  const text = long.querySelector('bdi')
  expect(text?.scrollHeight).toBeLessThanOrEqual(long.offsetHeight)
})

test('supports a log service without ids and cursors', async () => {
  open(`topologyId=${CART}&${range}`, () => ({
    results: [
      { timestamp: '2026-11-24T10:00:01Z', message: 'first', labels: {} },
      { timestamp: '2026-11-24T10:00:02Z', message: 'second', labels: {} },
    ] as unknown as Written[],
  }))
  await row(/first/)
  expect(messages()).toEqual(['second', 'first'])
})

test('reports a response without lines', async () => {
  open(undefined, () => ({ results: 'no' as unknown as Written[] }))
  expect(await screen.findByText(/sent an unexpected response/)).toBeTruthy()
})
