import { expect, onTestFinished, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { createCheck } from '@tests/helpers/checks'
import { deferred } from '../../lib/deferred'
import { type HealthRequest, healthResponse, openHealth, pressKeys, SUMMARY } from '@tests/helpers/health-page'
import type { Check } from '@/api/health/checks'
import { prefs } from '../../commands/stores/preference-store'

// Filters, grouping and layouts of the list of checks. The responses are made up, so that each test has only the
// checks that it needs. tests/e2e/health.e2e.ts proves that the server returns such responses.

const idOf = (at: number) => `01990000-0000-7000-8000-${String(at).padStart(12, '0')}`
const list = (...checks: [name: string, rest: Partial<Check>][]) =>
  checks.map(([name, rest], at) => createCheck(name, { id: idOf(at), ...rest }))

const shop = { namespace: 'shop', canary_name: 'web', labels: { team: 'shop', env: 'prod' } }
const usual = list(
  ['api/orders', { ...shop, status: 'unhealthy', description: 'Takes orders', uptime: { passed: 45, failed: 15 } }],
  ['api/cart', { ...shop, latency: { p95: 80 }, last_transition_time: '2026-01-01T00:00:00Z' }],
  ['dns', { status: 'unhealthy', namespace: 'edge', canary_name: 'edge', type: 'dns', labels: { team: 'net' } }],
  [
    'gateway',
    { namespace: 'edge', canary_name: 'edge', type: 'tcp', endpoint: 'gw.example:443', labels: { env: 'test' } },
  ],
  ['mail', { status: 'healthy', canary_name: 'mail', type: 'tcp' }]
)
const everyName = ['api/orders', 'dns', 'api/cart', 'gateway', 'mail']
/** URL of one flat list that includes passing checks. */
const FLAT = '/health?hidePassing=no&groupBy=none'

async function open(path: string, checks: readonly Check[] = usual, answer?: Parameters<typeof openHealth>[2]) {
  const opened = openHealth(path, checks, answer)
  await expect.element(page.getByRole('search')).toBeVisible()
  return opened
}

const names = () =>
  [...document.querySelectorAll('main [data-row]')].map((row) => row.getAttribute('aria-label')?.split(',')[0])
async function expectNames(expected: readonly string[]) {
  await expect.poll(names).toEqual(expected)
}
const row = (name: string | RegExp) => page.getByRole('row', { name })
const textsOf = (locator: Locator) => locator.elements().map((one) => one.textContent ?? '')
const fits = (text: string, wanted: string | RegExp | undefined) =>
  wanted instanceof RegExp ? wanted.test(text) : wanted === text

/** Expects these texts, each exactly or by pattern. */
async function expectTexts(locator: Locator, expected: readonly (string | RegExp)[]) {
  await expect
    .poll(() => textsOf(locator).map((text, at) => (fits(text, expected[at]) ? expected[at] : text)))
    .toEqual(expected)
}
const cellsOf = (name: string | RegExp) => row(name).getByRole('gridcell')
const headers = page.getByRole('columnheader')
const search = () => location.search
const param = (name: string) => new URLSearchParams(location.search).get(name)
/** All recent announcements. Simultaneous ones are one line. */
const said = () => [...document.querySelectorAll('[role="log"] p')].map(({ textContent }) => textContent).join(' ')
const focused = () => document.activeElement?.getAttribute('aria-label')
const focusedRole = () => document.activeElement?.getAttribute('role')
/** Presses a control by keyboard. */
async function activate(locator: Locator, key = 'Enter') {
  await expect.element(locator).toBeVisible()
  ;(locator.element() as HTMLElement).focus()
  await pressKeys(key)
}
/** Chooses from the view menu. */
async function view(name: string) {
  // The menu loads when the page is idle.
  await expect.element(page.getByRole('button', { name: 'View' })).not.toHaveAttribute('aria-disabled')
  await activate(page.getByRole('button', { name: 'View' }))
  await activate(page.getByRole('menuitem', { name }))
}
async function choose(text: string) {
  await expect.element(page.getByRole('combobox')).toHaveFocus()
  await userEvent.keyboard(text)
  await pressKeys('Enter')
}

/** The cell of the last hour, which is a chart. */
const ANY_BUCKETS = /^/

test('the columns, with healthy and unhealthy checks [HEALTH-01 HEALTH-02 HEALTH-03 HEALTH-04 HEALTH-05 HEALTH-49 CALL-81 CALL-83]', async () => {
  await open(FLAT)
  await expect
    .poll(() => textsOf(headers))
    .toEqual(['Checks', 'Health', 'Last hour', 'Uptime', 'Latency', 'Transition'])
  await expectTexts(cellsOf(/^api\/orders/), ['Unhealthy', ANY_BUCKETS, '75.0%', '431 ms', /never/])
  await expectTexts(cellsOf(/^api\/cart/), ['Healthy', ANY_BUCKETS, '100.0%', '80 ms', /ago/])
})

/** A backend whose checks `at` have a failure message and one bad bucket in the last hour. */
const saying =
  (message: string, ...at: number[]) =>
  (one: HealthRequest) => {
    if (one.path === '/api/db/checks' && one.search.includes('check_statuses'))
      return healthResponse(at.map((id) => ({ id: idOf(id), check_statuses: [{ error: message, message: null }] })))
    if (one.path !== '/api/db/check_statuses_5m') return undefined
    const start = Math.floor(Date.now() / 300_000) * 300_000
    return healthResponse(
      [0, 1].map((back) => ({
        check_id: idOf(0),
        created_at: new Date(start - back * 300_000).toISOString(),
        passed: 10 * back,
        failed: 10 - 10 * back,
      }))
    )
  }

test('a failing row shows its message instead of its state, in full in the tooltip and label, and its last hour', async () => {
  await page.viewport(1720, 800)
  try {
    const message = `connect ECONNREFUSED 10.0.0.7:8080 ${'at the upstream '.repeat(30)}`.trim()
    await open(FLAT, usual, saying(message, 0))
    const orders = row(/^api\/orders, unhealthy, connect ECONNREFUSED 10\.0\.0\.7:8080 .*…, in shop, uptime 75\.0%/)
    await expect.element(orders).toHaveAccessibleName(/failed in 1 of the last 12 five-minute buckets$/)
    await expect.element(orders.getByTitle(message)).toHaveTextContent(/^Unhealthy: connect ECONNREFUSED/)
    await expectTexts(orders.getByRole('gridcell'), [/^Unhealthy: connect/, '', '75.0%', '431 ms', /never/])
    expect(orders.element().querySelectorAll('svg path[data-bucket]')).toHaveLength(3)
    // Its latest failure has no message.
    await expectTexts(cellsOf(/^dns/).first(), ['Unhealthy'])
    await expectTexts(cellsOf(/^api\/cart/).first(), ['Healthy'])
    // Cut text ends in an ellipsis; no other text is cut.
    const words = orders.getByTitle(message).element().querySelector('bdi')
    expect(words && [words.scrollWidth > words.clientWidth, getComputedStyle(words).textOverflow]).toEqual([
      true,
      'ellipsis',
    ])
  } finally {
    await page.viewport(1280, 800)
  }
})

test('shows the severity of a check as bars and in words', async () => {
  await open(
    FLAT,
    list(['pay', { status: 'unhealthy', severity: 'critical' }], ['mail', { severity: 'low' }], ['dns', {}])
  )
  await expectNames(['pay', 'mail', 'dns'])
  expect(
    row(/^pay, unhealthy, severity critical/)
      .getByTitle('Severity: critical')
      .elements()
  ).toHaveLength(1)
  const bars = [...document.querySelectorAll('main [data-level]')].map((one) => one.getAttribute('data-level'))
  expect(bars).toEqual(['4', '1', '0'])
})

test.each([1280, 390, 320])('at %i px no state of a row or group is cut, regardless of its name', async (width) => {
  await page.viewport(width, 800)
  try {
    const long = 'the checkout of the shop in a region far away '.repeat(5).slice(0, 200)
    const many = list(
      ...Array.from({ length: 12 }, (_, at): [string, Partial<Check>] => [
        at === 0 ? long : `check ${at}`,
        { canary_name: at < 11 ? 'large' : 'small', status: at < 11 ? 'unknown' : 'healthy' },
      ]),
      ['another', { canary_name: 'small', status: 'unhealthy' }],
      ['more', { canary_name: 'large', status: 'healthy' }]
    )
    await open('/health?hidePassing=no', many)
    await expect.element(row(/^large, unknown, 11 of 12 unknown/)).toBeVisible()
    // Rows outside the viewport load afterwards.
    await expect.element(row(new RegExp(`^${long}`))).toBeInTheDocument()
    for (const cell of document.querySelectorAll<HTMLElement>('main [data-row] [role="gridcell"]:nth-child(2)'))
      expect([cell.textContent, cell.scrollWidth]).toEqual([cell.textContent, cell.clientWidth])
    const name = row(new RegExp(`^${long}`))
      .getByRole('link')
      .element()
    const lines = name.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(name).lineHeight)
    expect(Math.round(lines)).toBe(2)
    const { top, bottom } = name.closest('[role="row"]')?.getBoundingClientRect() ?? new DOMRect()
    expect(name.getBoundingClientRect().top).toBeGreaterThanOrEqual(top)
    expect(name.getBoundingClientRect().bottom).toBeLessThanOrEqual(bottom)
  } finally {
    await page.viewport(1280, 800)
  }
})

test('list and detail show full dates without cutting them [FORMAT-11]', async () => {
  prefs.set((all) => ({ ...all, datetime_preference: 'full', display_timezone_preference: 'UTC' }))
  const { load } = await open(FLAT)
  const when = 'Thursday, 1 January 2026, 00:00:00 UTC'
  const cell = row(/^api\/cart/).getByText(when)
  await expect.element(cell).toBeVisible()
  const { scrollWidth, clientWidth } = cell.element().parentElement ?? document.body
  expect(scrollWidth).toBe(clientWidth)
  load(`${FLAT}&checkId=${idOf(1)}`)
  await expect.element(page.getByText(`Changed ${when}`)).toBeVisible()
})

test('healthy is green, mixed orange, unhealthy red [HEALTH-51]', async () => {
  await open('/health?hidePassing=no')
  await expect.element(row(/^web, mixed/)).toBeVisible()
  const hueOf = (name: RegExp) => {
    const shape = row(name).element().querySelector('svg[data-health]')
    const [, hue] = /^oklch\(\S+ \S+ (\S+)\)$/.exec(shape ? getComputedStyle(shape).color : '') ?? []
    return Number(hue)
  }
  for (const [name, least, most] of [
    [/^mail/, 120, 170],
    [/^web, mixed/, 50, 90],
    [/^api\/orders/, 10, 40],
  ] as const) {
    expect(hueOf(name)).toBeGreaterThan(least)
    expect(hueOf(name)).toBeLessThan(most)
  }
})

test('passing checks are hidden until shown by switch, key or link [HEALTH-25 HEALTH-26 HEALTH-45]', async () => {
  await open('/health?groupBy=none')
  await expectNames(['api/orders', 'dns'])
  await expect.element(page.getByRole('switch', { name: 'Hide Passing' })).toBeChecked()
  await pressKeys('Shift+P')
  await expectNames(everyName)
  expect(param('hidePassing')).toBe('no')
  await activate(page.getByRole('switch', { name: 'Hide Passing' }), 'Space')
  await expectNames(['api/orders', 'dns'])
  expect(param('hidePassing')).toBeNull()
})

test('the search covers name, description and endpoint, is in the URL, and announces the count [HEALTH-30 HEALTH-31 HEALTH-32 CONST-02]', async () => {
  const { load } = await open(FLAT)
  await pressKeys('/')
  const field = page.getByPlaceholder('Search by name, description, or endpoint')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('orders')
  await expectNames(['api/orders'])
  await expect.poll(said).toContain('1 check listed.')
  await expect.poll(() => param('query')).toBe('orders')
  await userEvent.fill(field, 'gw.example')
  await expectNames(['gateway'])
  await expect.poll(() => param('query')).toBe('gw.example')
  load()
  await expect.element(field).toHaveValue('gw.example')
  await expectNames(['gateway'])
})

test('the sort order is in the URL and in the header, with its direction [HEALTH-06 HEALTH-44]', async () => {
  await open(`${FLAT}&sortBy=uptime&sortDesc=true`)
  await expect.element(page.getByRole('columnheader', { name: 'Uptime' })).toHaveAttribute('aria-sort', 'descending')
  expect(names().at(-1)).toBe('api/orders')
  await pressKeys('j', 'b', 's')
  await choose('latency, asc')
  await expect.poll(() => param('sortBy')).toBe('latency')
  expect(param('sortDesc')).toBeNull()
  await expect.poll(() => names()[0]).toBe('api/cart')
  // Its id is that of a grouping.
  const byName = ['api/cart', 'api/orders', 'dns', 'gateway', 'mail']
  await activate(headers.first().getByRole('button', { name: 'Checks' }))
  await expectNames(byName)
  await pressKeys('Enter')
  await expectNames(byName.toReversed())
})

test.each([
  // Sorted by the worst check of each group.
  ['canary_name', ['web', 'edge']],
  ['description', ['None']],
  ['type', ['http', 'tcp']],
  ['name', ['api']],
  ['label:team', ['shop', 'None']],
])('by %s the groups are %j [HEALTH-09 HEALTH-10 HEALTH-11 HEALTH-12 HEALTH-13]', async (by, groups) => {
  await open(`/health?hidePassing=no&groupBy=${by}`)
  await expect.element(page.getByRole('treegrid')).toBeVisible()
  await expect
    .poll(() => [...document.querySelectorAll('main [data-group] bdi')].map(({ textContent }) => textContent))
    .toEqual(groups)
})

test('groups checks by name by default, with the figures of all checks of a group, including hidden ones [HEALTH-35 HEALTH-50]', async () => {
  await open('/health')
  await expectNames(['web', 'api/orders', 'edge', 'dns'])
  await expect.element(row('web, mixed, 1 of 2 unhealthy, uptime 87.5%, latency up to 431 ms')).toBeVisible()
  await expectTexts(cellsOf(/^web/), ['1 of 2 unhealthy', ANY_BUCKETS, '87.5%', '431 ms', /ago/])
})

/** A backend with one open incident that has these checks as evidence. */
const inIncident =
  (...at: number[]) =>
  ({ path }: HealthRequest) => {
    const evidences = at.map((id) => ({ check_id: idOf(id) }))
    const hypotheses = [{ id: idOf(91), title: 'Nobody can pay', type: 'root', evidences }]
    const incident = {
      id: idOf(90),
      incident_id: 'INC-1',
      title: 'Nobody can pay',
      severity: 'High',
      status: 'open',
      hypotheses,
    }
    return path === '/api/db/incidents' ? healthResponse([incident]) : undefined
  }

test.each([
  ['table', '', 'web, mixed, 1 of 2 unhealthy, 2 checks in the incident “Nobody can pay”, uptime 87.5%'],
  ['cards', '&layout=card', 'web, mixed, 1 of 2 unhealthy, 2 checks in the incident “Nobody can pay”, uptime 87.5%'],
  ['pivot', '&pivotBy=namespace', 'web, 2 checks in the incident “Nobody can pay”, shop 1 of 2 unhealthy'],
])(
  'a collapsed group shows that its checks, including hidden ones, are in an open incident: %s',
  async (_is, layout, words) => {
    await open(`/health?groupBy=canary_name${layout}`, usual, inIncident(0, 1))
    const group = row(new RegExp(`^${words}`))
    await expect.element(group.getByTitle('2 checks in the incident “Nobody can pay”')).toBeVisible()
    expect(
      page
        .getByRole('row', { name: /^edge/ })
        .getByTitle(/incident/)
        .elements()
    ).toEqual([])
  }
)

test('rows, cards, pivots and groups of one show the figures of the summary; the detail shows those of the graph', async () => {
  const graph = { uptime: { passed: 99, failed: 1 }, latency: { p95: 999, p97: 1300, p99: 999 } }
  const check = {
    uptime: { passed: 45, failed: 15 },
    latency: { p95: 1234, p99: 61_000 },
    status: 'unhealthy',
  } as const
  const answer = ({ path }: HealthRequest) => (path === '/api/canary/api/graph' ? healthResponse(graph) : undefined)
  const { load } = await open(`${FLAT}&timeRange=1h`, list(['cart', check], ['web', {}]), answer)
  await expectTexts(cellsOf(/^cart/), ['Unhealthy', ANY_BUCKETS, '75.0%', '1.2 s', /never/])
  await expect.element(row('cart, unhealthy, uptime 75.0%, latency 1.2 s')).toBeVisible()
  load(`${FLAT}&layout=card`)
  await expectTexts(row(/^cart/).getByRole('definition'), ['75.0%', '1.2 s'])
  load(`${FLAT}&pivotBy=type&pivotCellType=latency`)
  await expectTexts(cellsOf(/^cart/), ['1.2 s'])
  load(`${FLAT}&pivotBy=type&pivotCellType=uptime`)
  await expectTexts(cellsOf(/^cart/), ['75.0%'])
  load(`${FLAT}&checkId=${idOf(0)}`)
  const figures = page.getByRole('region', { name: 'Figures' })
  await expectTexts(figures.getByRole('definition'), ['99.0%99 passed, 1 failed', 'p95 999 msp97 1.3 sp99 999 ms'])
})

test('checks can be grouped by name, description, type, any label, or not at all [HEALTH-14 HEALTH-33 HEALTH-34]', async () => {
  await open('/health?hidePassing=no')
  await view('Group By')
  await expectTexts(page.getByRole('option'), [
    /^Group name/,
    /^Name/,
    /^Description/,
    /^Type/,
    /^env/,
    /^team/,
    /^No grouping/,
  ])
  await choose('no group')
  await expect.poll(() => param('groupBy')).toBe('none')
  await expect.element(page.getByRole('grid')).toBeVisible()
  await expectNames(everyName)
})

const tabs = page.getByRole('tab')
const allTab = page.getByRole('tab', { name: /^All/ })

test('tabs split by namespace, contain grouped checks, and are in the link [HEALTH-36 HEALTH-38 HEALTH-39 HEALTH-41]', async () => {
  const { load } = await open('/health?hidePassing=no')
  await expect.element(page.getByRole('tab', { name: 'edge 2 checks' })).toBeVisible()
  await expectTexts(tabs, [/^All5/, /^edge2/, /^shop2/, /^None1/])
  await expect.element(allTab).toHaveAttribute('aria-selected', 'true')
  await activate(allTab, 'ArrowRight')
  await pressKeys('Enter')
  await expect.poll(() => param('tab')).toBe('edge')
  await expectNames(['edge', 'dns', 'gateway'])
  load()
  await expectNames(['edge', 'dns', 'gateway'])
  load('/health?hidePassing=no&tab=gone')
  await expect.element(allTab).toHaveAttribute('aria-selected', 'true')
})

test('when the checks of a tab are gone, all checks are shown [HEALTH-42]', async () => {
  const { become } = await open('/health?hidePassing=no&tab=edge')
  await expectNames(['edge', 'dns', 'gateway'])
  become(usual.filter(({ namespace }) => namespace !== 'edge'))
  await pressKeys('Shift+R')
  await expect.element(allTab).toHaveAttribute('aria-selected', 'true')
  await expect.element(row(/^mail/)).toBeVisible()
})

test('tabs can split by agent or by any label instead [HEALTH-37]', async () => {
  await open('/health?hidePassing=no')
  await view('Tab By')
  await expectTexts(page.getByRole('option'), [/^Namespace/, /^Agent/, /^env/, /^team/])
  await choose('team')
  await expect.poll(() => param('tabBy')).toBe('label:team')
  await expectTexts(tabs, [/^All5/, /^net1/, /^shop2/, /^None2/])
})

/** The chips of the active filters. */
const chips = () =>
  textsOf(page.getByRole('list', { name: 'Active filters' }).getByRole('button', { name: /^(?!Remove)/ }))
const picker = page.getByRole('dialog', { name: 'Filter by Label' })

test('labels can be included and excluded, and are in the URL as a JSON map [HEALTH-27 HEALTH-46]', async () => {
  const { load } = await open(FLAT)
  await activate(page.getByRole('button', { name: 'Filters' }))
  await expect.element(picker.getByRole('heading', { name: 'Filter by Label' })).toBeVisible()
  await expectTexts(picker.getByRole('option'), ['env: prod2', 'env: test1', 'team: net1', 'team: shop2'])
  await userEvent.click(picker.getByRole('option', { name: /team: shop/ }))
  await userEvent.click(picker.getByRole('button', { name: 'Apply' }))
  await expectNames(['api/orders', 'api/cart'])
  await expect.poll(() => param('labels')).toBe('{"team:shop":1}')
  load(`${FLAT}&labels=${encodeURIComponent('{"team:shop":-1,"env:test":1,"x":7}')}`)
  await expectNames(['gateway'])
  await expect.poll(chips).toEqual(['env: test 1', 'team: not shop 2'])
  await activate(page.getByRole('button', { name: 'Remove team: not shop' }))
  await expect.poll(() => param('labels')).toBe('{"env:test":1}')
})

test('shows a label of a link that no check has, and removes it', async () => {
  await open(`${FLAT}&labels=${encodeURIComponent('{"team:gone:away":-1,"zone:x":1}')}`)
  await expect.element(page.getByRole('heading', { name: '5 checks match without the label filters' })).toBeVisible()
  await expect.poll(chips).toEqual(['team: not gone:away 0', 'zone: x 0'])
  await activate(page.getByRole('button', { name: 'Remove zone: x' }))
  await expectNames(everyName)
})

const inZones = (...zones: string[]) =>
  encodeURIComponent(JSON.stringify(Object.fromEntries(zones.map((zone) => [`zone:${zone}`, 1]))))

test('four or more values of a label are shown as a count [HEALTH-47]', async () => {
  const many = list(...['a', 'b', 'c', 'd', 'e'].map((zone): [string, Partial<Check>] => [zone, { labels: { zone } }]))
  const { load } = await open(`${FLAT}&labels=${inZones('a', 'b', 'c')}`, many)
  await expect.poll(chips).toEqual(['zone: a 1', 'zone: b 1', 'zone: c 1'])
  load(`${FLAT}&labels=${inZones('a', 'b', 'c', 'd')}`)
  await expect.poll(chips).toEqual(['zone: including 4 labels'])
  await expectNames(['a', 'b', 'c', 'd'])
})

test.each([
  ['a value', ['f', '-', 'n', 'Enter'], ['api/orders', 'api/cart', 'gateway', 'mail']],
  ['the value under the cursor', ['f', 'Shift+Enter'], ['dns', 'gateway', 'mail']],
  ['two values at once', ['f', '-', 'n', 'Space', '-', 't', 'Enter'], ['api/orders', 'api/cart', 'mail']],
])('%s is excluded by the keys %j', async (_what, keys, left) => {
  await open(FLAT)
  await pressKeys('j')
  // The picker loads when the page is idle.
  await pressKeys('f')
  await expect.element(picker.getByRole('combobox')).toHaveFocus()
  await pressKeys(...keys.slice(1))
  await expectNames(left)
  await expect.poll(focusedRole).toBe('row')
  await pressKeys('Shift+F')
  await expectNames(everyName)
  expect(param('labels')).toBeNull()
})

test('announces a filter with its arguments when set from the palette', async () => {
  await open(FLAT)
  await pressKeys('j', ':')
  await choose('filter rows by a value')
  await choose('team')
  await choose('net')
  await choose('exclude')
  await expect.poll(said).toContain('Without team net.')
  await expectNames(['api/orders', 'api/cart', 'gateway', 'mail'])
})

test('on a small screen the filters open from a button that counts them [HEALTH-28 HEALTH-29]', async () => {
  await page.viewport(320, 700)
  try {
    await open(`/health?labels=${encodeURIComponent('{"team:shop":1,"env:test":-1}')}`)
    const button = page.getByRole('button', { name: /^Filters/ })
    await expect.element(button).toHaveTextContent('3')
    await activate(button)
    await expect.element(picker).toBeVisible()
    const { left, right } = picker.element().getBoundingClientRect()
    expect([left >= 0, right <= 320]).toEqual([true, true])
    await pressKeys('Escape')
    await expect.element(button).toHaveFocus()
  } finally {
    await page.viewport(1280, 800)
  }
})

test('cards of checks without a group have a section of their own; alone, it needs no heading', async () => {
  const { load } = await open('/health?layout=card&hidePassing=no&groupBy=canary_name')
  await expectNames(['web', 'api/orders', 'api/cart', 'edge', 'dns', 'gateway'].concat(['Other checks']))
  await userEvent.click(page.getByText('Other checks'))
  await expect.poll(() => names().slice(-2)).toEqual(['Other checks', 'mail'])
  load('/health?layout=card&hidePassing=no&groupBy=canary_name&query=mail')
  await expectNames(['mail'])
})

test('cards and table can be switched by key and by link [HEALTH-07 HEALTH-08]', async () => {
  const { load } = await open('/health?layout=card&hidePassing=no')
  await expect.element(page.getByRole('row', { name: /^api\/orders, unhealthy/ })).toBeVisible()
  expect(headers.elements()).toEqual([])
  await pressKeys('j', 'b', 'l')
  await expect.element(headers.first()).toBeVisible()
  expect(param('layout')).toBeNull()
  load('/health?layout=table')
  await expect.element(headers.first()).toBeVisible()
})

test('a pivot distributes checks over columns, from a link and by its control [HEALTH-15 HEALTH-16 HEALTH-17]', async () => {
  await open('/health?hidePassing=no&pivotBy=label&pivotLabel=env&pivotCellType=uptime')
  await expectTexts(headers, ['Checks', 'prod', 'test', 'None'])
  await expectTexts(cellsOf(/^web, prod 87\.5%/), ['87.5%', /no check/, /no check/])
  await view('Pivot')
  await choose('namespace')
  await choose('health')
  await expect.poll(() => param('pivotBy')).toBe('namespace')
  await expectTexts(headers, ['Checks', 'edge', 'shop', 'None'])
  await expect.element(row(/^web, shop 1 of 2 unhealthy/)).toBeVisible()
})

test('the view menu has the current choices and their keys', async () => {
  await open('/health?hidePassing=no&groupBy=type')
  await view('Show as cards')
  await expect.poll(() => param('layout')).toBe('card')
  await activate(page.getByRole('button', { name: 'View' }))
  await expectTexts(page.getByRole('menuitem'), [
    /^Group By.*BG.*Type$/,
    /^Tab By.*BT.*Namespace$/,
    /^Pivot.*BV.*None$/,
    /^Sort rows….*BS$/,
    /^Columns.*BC$/,
    /^Show as table.*BL$/,
    /^Density.*Comfortable$/,
  ])
  // The value is on the line below the label, also if keys are next to it.
  const heights = page
    .getByRole('menuitem')
    .elements()
    .map((one) => one.getBoundingClientRect().height)
  expect(Math.max(...heights)).toBeLessThan(60)
})

test('search, view menu and the switch for passing checks share one row on wide screens', async () => {
  onTestFinished(() => page.viewport(1280, 800))
  await open(FLAT)
  const controls = [
    page.getByRole('searchbox'),
    page.getByRole('button', { name: 'View' }),
    page.getByText('Hide Passing', { exact: true }),
  ]
  const rows = () =>
    new Set(
      controls.map((one) => {
        const { top, height } = one.element().getBoundingClientRect()
        return Math.round((top + height / 2) / 10)
      })
    ).size
  await page.viewport(1440, 900)
  await expect.poll(rows).toBe(1)
  await page.viewport(320, 760)
  await expect.poll(rows).toBeGreaterThan(1)
})

test('with text at 200% nothing overflows the window', async () => {
  onTestFinished(async () => {
    document.documentElement.style.fontSize = ''
    await page.viewport(1280, 800)
  })
  await page.viewport(1440, 900)
  await open(FLAT)
  document.documentElement.style.fontSize = '200%'
  await expect.poll(() => document.documentElement.scrollWidth - window.innerWidth).toBeLessThanOrEqual(0)
})

/** Facts that start in the first line of a check and overflow it. */
const cut = () =>
  [...document.querySelectorAll('[data-row] a + span > span')].filter((word) => {
    const [own, room] = [word, word.parentElement ?? word].map((one) => one.getBoundingClientRect())
    return own && room && own.top < room.bottom - 1 && own.right > room.right + 1
  })

test.each([1280, 1024, 640, 390, 320])('no fact of a check is cut at %i px', async (width) => {
  onTestFinished(() => page.viewport(1280, 800))
  await page.viewport(width, 760)
  const long = 'pods of the shop and all that is beside them'
  const types = ['kubernetes', 'prometheus', 'http'] as const
  const checks = types.flatMap((type) =>
    Array.from({ length: 12 }, (_, at): [string, Partial<Check>] => [
      long.slice(0, 3 * (at + 1)).trim() + type,
      { type, namespace: 'platform', status: 'unhealthy' },
    ])
  )
  await open(FLAT, list(...checks))
  await expect.element(page.getByRole('row').nth(3)).toBeVisible()
  await expect.poll(() => cut().map(({ textContent }) => textContent)).toEqual([])
})

test('a row has a link to the check, and the row itself opens it in place [HEALTH-19]', async () => {
  await open(FLAT)
  const link = row(/^dns/).getByRole('link', { name: 'dns' })
  await expect.element(link).toHaveAttribute('href', `/health?checkId=${idOf(2)}&timeRange=1h`)
  await userEvent.click(link)
  await expect.poll(search).toMatch(new RegExp(`groupBy=none.*checkId=${idOf(2)}`))
  await expect.element(page.getByRole('heading', { level: 2, name: 'dns' })).toBeVisible()
})

test('a link to a check that is not in the summary requests only that check [HEALTH-48]', async () => {
  const { askedFor } = openHealth(`/health?checkId=${idOf(99)}&timeRange=1h`, usual)
  await expect
    .poll(() => askedFor('/api/db/checks').map(({ search: query }) => new URLSearchParams(query).get('id')))
    .toContain(`eq.${idOf(99)}`)
})

const passing = usual.map((check) => ({ ...check, status: 'healthy' as const }))

test('without failing checks a notice offers to show the passing ones', async () => {
  await open('/health', passing)
  await expect.element(page.getByRole('heading', { name: 'All 5 checks pass' })).toBeVisible()
  await activate(page.getByRole('button', { name: 'Show passing checks' }))
  await expect.element(row(/^mail/)).toBeVisible()
  await expect.poll(focusedRole).toBe('row')
})

test('without matches a notice offers to clear the search', async () => {
  await open(`${FLAT}&query=zzz`)
  await expect.element(page.getByRole('heading', { name: 'No check matches' })).toBeVisible()
  await activate(page.getByRole('grid').getByRole('button', { name: 'Clear filters' }))
  await expectNames(everyName)
  await expect.poll(focusedRole).toBe('row')
})

test.each([
  ['query=mail', '1 passing check matches', 'mail'],
  ['query=gateway&tab=edge', '1 passing check matches in edge', 'gateway'],
])('a search that matches only passing checks names the key that shows them: %s', async (query, title, name) => {
  await open(`/health?${query}`)
  await expect.element(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
  await expect.element(page.getByText('Shift+P shows them')).toBeVisible()
  await pressKeys('Shift+P')
  await expect.element(row(new RegExp(`^${name}`))).toBeVisible()
})

test.each([
  ['query=orders&tab=edge', 'api/orders'],
  [`query=a&hidePassing=no&tab=None&labels=${encodeURIComponent('{"env:test":1}')}`, 'gateway'],
])('a search reports matches in other tabs: %s', async (query, name) => {
  await open(`/health?${query}`)
  await expect.element(page.getByRole('heading', { name: '1 check matches in other tabs' })).toBeVisible()
  await activate(page.getByRole('button', { name: 'Show all tabs' }))
  await expect.element(row(new RegExp(`^${name}`))).toBeVisible()
})

test('a search reports passing checks in other tabs and checks excluded by labels', async () => {
  const { load } = await open('/health?query=mail&tab=edge')
  await expect.element(page.getByRole('heading', { name: '1 passing check matches in other tabs' })).toBeVisible()
  load(`/health?query=orders&labels=${encodeURIComponent('{"team:shop":-1}')}`)
  await expect.element(page.getByRole('heading', { name: '1 check matches without the label filters' })).toBeVisible()
})

test('the list comes from the summary, with a skeleton while it loads [HEALTH-20 HEALTH-24]', async () => {
  const released = deferred()
  openHealth('/health', usual, async ({ path }) => void (path === SUMMARY && (await released.promise)))
  await expect.element(page.getByText('Loading checks…')).toBeInTheDocument()
  released.resolve()
  await expect.element(row(/^api\/orders/)).toBeVisible()
  expect(page.getByText('Loading checks…').elements()).toEqual([])
})

test('the list shows the time range of its figures and offers no other', async () => {
  await open(`${FLAT}&timeRange=5y`)
  await expectNames(everyName)
  await expect.element(page.getByText('Last hour', { exact: true }).first()).toBeVisible()
  expect(page.getByText(/5 years/).elements()).toEqual([])
  await pressKeys('t', 'd')
  expect(param('timeRange')).toBe('5y')
  expect(page.getByRole('button', { name: /^Time range/ }).elements()).toEqual([])
})

test('next to the list, the detail of a check has its own time range, the last hour at first [TIME-17 HEALTH-40]', async () => {
  await open(`${FLAT}&checkId=${idOf(0)}&detail=beside&pageIndex=1`)
  await expect.element(page.getByRole('button', { name: 'Time range: Last hour' })).toBeVisible()
  // The keys of the page work in the list; the detail has its own.
  await expect.element(row(/^gateway/)).toBeVisible()
  ;(row(/^gateway/).element() as HTMLElement).focus()
  await pressKeys('t', 't')
  await expect.element(page.getByRole('combobox', { name: 'Time range' })).toHaveFocus()
  const lengths =
    '15 minutes, hour, 2 hours, 3 hours, 6 hours, 12 hours, day, 2 days, 3 days, week, 2 weeks, 3 weeks, ' +
    'month, 2 months, 3 months, 6 months, year, 2 years, 3 years, 5 years'
  await expectTexts(
    page.getByRole('dialog').getByRole('option'),
    lengths.split(', ').map((length) => new RegExp(`^Last ${length}`))
  )
  await userEvent.keyboard('2 weeks')
  await pressKeys('Enter')
  await expect.poll(() => param('timeRange')).toBe('2w')
  expect(param('pageIndex')).toBeNull()
  await expect.element(page.getByRole('button', { name: 'Time range: Last 2 weeks' })).toBeVisible()
})

test('a new refresh aborts the previous one silently [HEALTH-22 HEALTH-23]', async () => {
  let answers: 'all' | 'never' | 'two' = 'all'
  const { askedFor } = openHealth(FLAT, usual, ({ path, signal }) => {
    if (path !== SUMMARY || answers === 'all') return undefined
    if (answers === 'two') return healthResponse({ checks_summary: usual.slice(0, 2) })
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error))
    })
  })
  await expectNames(everyName)
  answers = 'never'
  const before = askedFor(SUMMARY).length
  await pressKeys('Shift+R')
  await expect.poll(() => askedFor(SUMMARY).length).toBe(before + 1)
  answers = 'two'
  await pressKeys('Shift+R')
  await expectNames(['api/orders', 'api/cart'])
  expect(askedFor(SUMMARY)[before]?.signal?.aborted).toBe(true)
  await expect.poll(said).toContain('Refreshed.')
  expect(textsOf(page.getByText(/could not|error|abort/i))).toEqual([])
})

test('the refresh interval is a setting; None never refreshes [HEALTH-53 HEALTH-54]', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const { askedFor } = await open(FLAT)
    await activate(page.getByRole('button', { name: 'Refresh 10 s' }))
    await choose('30s')
    await expect.element(page.getByRole('button', { name: 'Refresh 30 s' })).toBeVisible()
    const before = askedFor(SUMMARY).length
    vi.advanceTimersByTime(31_000)
    await expect.poll(() => askedFor(SUMMARY).length).toBe(before + 1)
    await activate(page.getByRole('button', { name: 'Refresh 30 s' }))
    await choose('none')
    await expect.element(page.getByRole('button', { name: 'Refresh None' })).toBeVisible()
    const last = askedFor(SUMMARY).length
    vi.advanceTimersByTime(120_000)
    expect(askedFor(SUMMARY).length).toBe(last)
  } finally {
    vi.useRealTimers()
  }
})

test('a check that recovers under the cursor stays listed, and focus does not move', async () => {
  const { become } = await open('/health?groupBy=none')
  await expectNames(['api/orders', 'dns'])
  await pressKeys('j')
  become(passing)
  await pressKeys('Shift+R')
  await expect.poll(focused).toMatch(/^api\/orders, healthy/)
  await expectNames(['api/orders'])
})

test('the public page has no sidebar and no changing commands, and links lead to public pages', async () => {
  const { asked } = await open('/view/health?hidePassing=no&groupBy=none')
  expect(page.getByRole('navigation', { name: 'Main' }).elements()).toEqual([])
  await expect
    .element(row(/^dns/).getByRole('link'))
    .toHaveAttribute('href', expect.stringMatching(/^\/view\/health\?checkId=/))
  // Runs of several checks are not public, so they are not requested.
  expect(asked().filter(({ path, search: query }) => path.startsWith('/api/db/') && query.includes('in.('))).toEqual([])
  await pressKeys('j', 'Enter')
  await expect.poll(() => location.pathname + search()).toMatch(/^\/view\/health\?.*checkId=/)
  await expect.element(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  expect(page.getByRole('button', { name: /^Run|^Edit/ }).elements()).toEqual([])
  // Spec and relationships require signing in.
  await expectTexts(page.getByRole('region').getByRole('tab'), [/^History/])
  await pressKeys('Control+k')
  await expect.element(page.getByRole('combobox', { name: 'Command palette' })).toHaveFocus()
  await userEvent.keyboard('>run check')
  await expect.element(page.getByRole('combobox', { name: 'Commands' })).toHaveValue('run check')
  expect(page.getByRole('option', { name: /^Run/ }).elements()).toEqual([])
})
