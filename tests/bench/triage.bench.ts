import { chromium, type Page, type Route } from 'playwright'
import { browserFlags } from '../../browser-flags'
import { findBrowser } from '../../scripts/lib/browser.mjs'
import { startConsole, temporaryFolder } from '../helpers/console-process'
import { formatSpread } from './figures'

/** Items of each source, in a full queue and in one that is decided completely. */
const FULL = 1000
const FEW = { incidents: 10, checks: 20, runs: 4, notifications: 8, insights: 8 } as const
type Counts = Readonly<Record<keyof typeof FEW, number>>

/** Number of timed decisions. */
const DECISIONS = 60
const KEYS_PER_SECOND = 8

/**
 * The triage queue with fake data: the keys for fifty items, the announced words per item, and the time from a key to
 * the next row, with five thousand items.
 */
export async function bench(): Promise<Record<string, string>> {
  const data = temporaryFolder()
  const running = await startConsole(['--data', data.path, '--empty'])
  const executablePath = await findBrowser()
  const browser = await chromium.launch({ args: [...browserFlags], ...(executablePath ? { executablePath } : {}) })
  const open = async (counts: Counts) => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await answerFor(page, counts)
    await page.goto(`${running.url}/triage`)
    await page.locator('main [data-row]').nth(5).waitFor()
    return page
  }

  const few = await open(FEW)
  const { keys, words, left } = await decideAll(few)
  await few.close()

  const full = await open({ incidents: FULL, checks: FULL, runs: FULL, notifications: FULL, insights: FULL })
  const taken = await timed(full, 't')
  const moved = await timed(full, 'j')
  await full.close()

  await browser.close()
  await running.stop()
  data.remove()
  return {
    'keys for 50 items': `${keys}, ${left} left undecided`,
    'words said of an item: most': String(Math.max(...words)),
    'of 5,000, t to the next item painted p50 / p95 / max': formatSpread(taken),
    'of 5,000, j to paint p50 / p95 / max': formatSpread(moved),
  }
}

const uuid = (kind: number, number: number) =>
  `00000000-0000-4000-8${kind.toString().padStart(3, '0')}-${number.toString().padStart(12, '0')}`
const at = (minutes: number) => new Date(Date.parse('2026-11-21T05:00:00Z') - minutes * 60_000).toISOString()
const severities = ['critical', 'high', 'medium', 'low']
const why = 'response code 503, expected 200: upstream connect error or disconnect before headers'

const makes: Readonly<Record<keyof Counts, (number: number) => object>> = {
  incidents: (n) => ({
    id: uuid(1, n),
    title: `The shop is slow for everybody in region ${n}`,
    severity: severities[n % 4],
    description: 'Opened by a rule.',
    type: 'availability',
    status: 'open',
    acknowledged: null,
    resolved: null,
    closed: null,
    commander_id: null,
    communicator_id: null,
    created_at: at(n),
  }),
  checks: (n) => ({
    id: uuid(2, n),
    name: `checkout of shop number ${n} in the north`,
    severity: severities[n % 4],
    last_transition_time: at(n),
    created_at: at(n + 9000),
    check_statuses: [{ message: null, error: why }],
  }),
  runs: (n) => ({
    id: uuid(3, n),
    created_at: at(n),
    status: 'pending_approval',
    playbooks: { name: 'roll-back', title: 'Roll back to the previous version' },
    created_by: { name: 'Tomasz' },
    checks: { id: uuid(2, n), name: `checkout ${n}` },
    components: null,
    config: null,
    playbook_run_actions: [],
  }),
  notifications: (n) => ({
    id: uuid(4, n),
    status: 'error',
    error: 'failed to send message: 401',
    created_at: at(n),
    not_before: null,
    resource_id: uuid(2, n),
    resource_type: 'check',
    source_event: 'check.failed',
    resource: { name: `checkout ${n}`, type: null, config_class: null },
  }),
  insights: (n) => ({
    id: uuid(5, n),
    analyzer: `CVE-${n}`,
    analysis_type: 'security',
    summary: 'quickzip 0.12.1: known vulnerability',
    first_observed: at(n),
    config: { id: uuid(6, n), name: `loader-${n}`, type: 'Kubernetes::Pod', config_class: 'Pod' },
  }),
}
const relations: Readonly<Record<string, keyof Counts>> = {
  incidents: 'incidents',
  checks: 'checks',
  playbook_runs: 'runs',
  notification_send_history_summary: 'notifications',
  notification_send_history: 'notifications',
  config_analysis_items: 'insights',
}

/** Responds to the requests of the queue and its commands. */
async function answerFor(page: Page, counts: Counts) {
  const approved = new Set<string>()
  const rowsOf = (route: Route) => {
    const address = new URL(route.request().url())
    const source = relations[address.pathname.split('/').at(-1) ?? '']
    if (!source) return route.continue()
    if (route.request().method() !== 'GET') return route.fulfill({ json: [{ id: uuid(1, 0) }] })
    const all = Array.from({ length: counts[source] }, (_, n) => makes[source](n) as { id: string })
    const id = address.searchParams.get('id')
    const chosen = id === null ? all : all.filter((row) => id.includes(row.id))
    const rows = chosen.map((row) => (approved.has(row.id) ? { ...row, status: 'scheduled' } : row))
    return route.fulfill({ json: rows, headers: { 'Content-Range': `0-${rows.length - 1}/${rows.length}` } })
  }
  await page.route(
    /\/api\/db\/(?:incidents|checks|playbook_runs|notification_send_history(?:_summary)?|config_analysis_items)\?/,
    rowsOf
  )
  await page.route('**/api/canary/run/check/*', (route) => route.fulfill({ json: { pass: false, error: why } }))
  await page.route('**/api/notification/silence', (route) => route.fulfill({ status: 200, body: '' }))
  await page.route('**/api/playbook/run/approve/*', (route) => {
    approved.add(route.request().url().split('/').at(-1) ?? '')
    return route.fulfill({ json: { message: 'playbook run approved' } })
  })
}

const focused = (page: Page) => page.locator('[data-row]:focus')

/** Decides all rows by keys alone, in order. */
async function decideAll(page: Page) {
  let keys = 0
  const words: number[] = []
  const press = async (...pressed: string[]) => {
    for (const key of pressed) {
      keys++
      await page.keyboard.press(key)
    }
  }
  await press('j')
  const items = Object.values(FEW).reduce((sum, count) => sum + count, 0)
  for (let item = 0; item < items; item++) {
    const row = focused(page)
    await row.waitFor()
    const id = await row.getAttribute('data-row')
    const said = (await row.getAttribute('aria-label')) ?? ''
    words.push(said.split(/\s+/).length)
    await decide(page, press, said, item)
    if (item < items - 1)
      await page.waitForFunction((before) => {
        const now = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row']
        return now !== undefined && now !== before
      }, id)
  }
  await page.waitForTimeout(1000)
  const left = await page.getByRole('group', { name: 'Queue progress' }).locator('strong').textContent()
  return { keys, words, left }
}

/** A typical decision: sometimes a check is silenced, otherwise it is run again. */
async function decide(page: Page, press: (...keys: string[]) => Promise<void>, said: string, item: number) {
  const dialog = page.getByRole('dialog')
  if (/without commander/.test(said)) return press('t')
  if (/unapproved run/.test(said)) {
    await press('a')
    await dialog.getByRole('button', { name: 'Cancel' }).waitFor()
    // Long enough that the press counts as intended.
    await page.waitForTimeout(700)
    return press('Tab', 'Enter')
  }
  if (!/critical insight/.test(said) && item % 3 > 0) return press('r')
  await press('s')
  await dialog.getByText('Duration').first().waitFor()
  await press('Enter')
  await dialog.getByText('No reason').waitFor()
  return press('Enter')
}

/** Milliseconds until each key press is painted; faster ones than reported count as 16. */
async function timed(page: Page, key: string): Promise<number[]> {
  await page.evaluate(() => {
    const seen: number[] = []
    Object.assign(window, { seen })
    // 16 ms is the minimum that browsers report.
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) if (name === 'keydown') seen.push(duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  await page.keyboard.press('j')
  await page.keyboard.press(key)
  await page.waitForTimeout(1500)
  const take = () => page.evaluate(() => (window as unknown as { seen: number[] }).seen.splice(0))
  await take()
  for (let press = 0; press < DECISIONS; press++) {
    await page.keyboard.press(key)
    await page.waitForTimeout(1000 / KEYS_PER_SECOND)
  }
  await page.waitForTimeout(500)
  const found = await take()
  return [...found, ...Array.from({ length: Math.max(0, DECISIONS - found.length) }, () => 16)]
}
