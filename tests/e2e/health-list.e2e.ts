import { expect, type Page, test } from 'playwright/test'
import type { Check } from '../../src/api/checks'
import { checkNamed } from '../helpers/checks'
import { type ConsoleProcess, startConsole, temporaryFolder } from '../helpers/console-process'
import { deferred } from '../helpers/deferred'
import { heard } from '../helpers/voice'

// How the list of checks is filtered, split and laid out. What the server would say is made up here, so that each test
// has just the checks it is about; that the server says such things is proved in health.e2e.ts.

let running: ConsoleProcess
const data = temporaryFolder()
test.beforeAll(async () => {
  running = await startConsole(['--data', data.path, '--empty'])
})
test.afterAll(async () => {
  await running.stop()
  data.remove()
})

const idOf = (at: number) => `01990000-0000-7000-8000-${String(at).padStart(12, '0')}`
const list = (...checks: [name: string, rest: Partial<Check>][]) =>
  checks.map(([name, rest], at) => checkNamed(name, { id: idOf(at), ...rest }))

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
/** With passing checks, in one flat list. */
const FLAT = '/health?hidePassing=no&groupBy=none'

const answer = (page: Page, checks: readonly Check[] | (() => readonly Check[])) =>
  page.route('**/api/canary/api/summary*', (route) =>
    route.fulfill({ json: { checks_summary: typeof checks === 'function' ? checks() : checks } })
  )
async function open(page: Page, path: string, checks: readonly Check[] | (() => readonly Check[]) = usual) {
  await answer(page, checks)
  await page.goto(running.url + path)
  await expect(page.getByRole('search')).toBeVisible()
}
const rows = (page: Page) => page.locator('main [data-row]')
const names = (page: Page) =>
  rows(page).evaluateAll((all) => all.map((row) => row.getAttribute('aria-label')?.split(',')[0]))
const listed = (page: Page, expected: readonly string[]) => expect.poll(() => names(page)).toEqual(expected)
const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name })
const choose = async (page: Page, text: string) => {
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

test('the columns, and a check that is healthy or unhealthy [HEALTH-01 HEALTH-02 HEALTH-03 HEALTH-04 HEALTH-05 HEALTH-49]', async ({
  page,
}) => {
  await open(page, FLAT)
  await expect(page.getByRole('columnheader')).toHaveText(['Checks', 'Health', 'Uptime', 'Latency', 'Transition'])
  await expect(row(page, 'api/orders').getByRole('gridcell')).toHaveText(['Unhealthy', '75.0%', '431 ms', /never/])
  await expect(row(page, 'api/cart').getByRole('gridcell')).toHaveText(['Healthy', '100.0%', '80 ms', /ago/])
})

test('passing checks are hidden until somebody wants them, by switch, key or link [HEALTH-25 HEALTH-26 HEALTH-45]', async ({
  page,
}) => {
  await open(page, '/health?groupBy=none')
  await listed(page, ['api/orders', 'dns'])
  await expect(page.getByRole('switch', { name: 'Hide Passing' })).toBeChecked()
  await page.keyboard.press('Shift+P')
  await listed(page, ['api/cart', 'api/orders', 'dns', 'gateway', 'mail'])
  await expect(page).toHaveURL(/hidePassing=no/)
  await page.getByRole('switch', { name: 'Hide Passing' }).press('Space')
  await listed(page, ['api/orders', 'dns'])
  await expect(page).not.toHaveURL(/hidePassing/)
})

test('the search looks in name, description and endpoint, is in the address, and says how many [HEALTH-30 HEALTH-31 HEALTH-32 CONST-02]', async ({
  page,
}) => {
  await open(page, FLAT)
  await page.keyboard.press('/')
  const field = page.getByPlaceholder('Search by name, description, or endpoint')
  await expect(field).toBeFocused()
  await page.keyboard.type('orders')
  await listed(page, ['api/orders'])
  await expect(heard(page, '1 check listed.')).toBeAttached()
  await expect(page).toHaveURL(/query=orders/)
  await field.fill('gw.example')
  await listed(page, ['gateway'])
  await expect(page).toHaveURL(/query=gw.example/)
  await page.reload()
  await expect(field).toHaveValue('gw.example')
  await listed(page, ['gateway'])
})

test('a sort is in the address and in the header, with direction [HEALTH-06]', async ({ page }) => {
  await open(page, `${FLAT}&sortBy=uptime&sortDesc=true`)
  await expect(page.getByRole('columnheader', { name: 'Uptime' })).toHaveAttribute('aria-sort', 'descending')
  expect((await names(page)).at(-1)).toBe('api/orders')
  await page.keyboard.press('j')
  await page.keyboard.press('b')
  await page.keyboard.press('s')
  await choose(page, 'latency, asc')
  await expect(page).toHaveURL(/sortBy=latency/)
  await expect(page).not.toHaveURL(/sortDesc/)
  await expect.poll(async () => (await names(page))[0]).toBe('api/cart')
})

/** What is alone in its group is listed before them. */
const groupings: [by: string, groups: string[]][] = [
  ['canary_name', ['edge', 'web']],
  ['description', ['None']],
  ['type', ['http', 'tcp']],
  ['name', ['api']],
  ['label:team', ['shop', 'None']],
]
for (const [by, groups] of groupings) {
  test(`by ${by} the groups are ${groups.join(', ')} [HEALTH-09 HEALTH-10 HEALTH-11 HEALTH-12 HEALTH-13]`, async ({
    page,
  }) => {
    await open(page, `/health?hidePassing=no&groupBy=${by}`)
    await expect(page.getByRole('treegrid')).toBeVisible()
    await expect(page.locator('main [data-group] bdi')).toHaveText(groups)
  })
}

test('by default checks go by group name; each group says what its checks come to, hidden ones too [HEALTH-35 HEALTH-50]', async ({
  page,
}) => {
  await open(page, '/health')
  await listed(page, ['edge', 'dns', 'web', 'api/orders'])
  await expect(row(page, 'web, mixed, 1 of 2 failing, uptime 87.5%, latency up to 431 ms')).toBeVisible()
  await expect(row(page, /^web/).getByRole('gridcell')).toHaveText(['1 of 2 failing', '87.5%', '431 ms', /ago/])
})

test('grouping is chosen among name, description, type, every label, or none [HEALTH-14 HEALTH-33 HEALTH-34]', async ({
  page,
}) => {
  await open(page, '/health?hidePassing=no')
  const selector = page.getByRole('button', { name: 'Group By Group name' })
  await selector.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option')).toHaveText([
    /^Group name/,
    /^Name/,
    /^Description/,
    /^Type/,
    /^env/,
    /^team/,
    /^No grouping/,
  ])
  await choose(page, 'no group')
  await expect(page).toHaveURL(/groupBy=none/)
  await expect(page.getByRole('grid')).toBeVisible()
  await listed(page, ['api/cart', 'api/orders', 'dns', 'gateway', 'mail'])
})

test('tabs go by namespace, hold the grouped checks, and keep their place in a link [HEALTH-36 HEALTH-38 HEALTH-39 HEALTH-41]', async ({
  page,
}) => {
  await open(page, '/health?hidePassing=no')
  await expect(page.getByRole('tab')).toHaveText(['All5', 'edge2', 'shop2', 'None1'])
  await expect(page.getByRole('tab', { name: /^All/ })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: /^All/ }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/tab=edge/)
  await listed(page, ['edge', 'dns', 'gateway'])
  await page.reload()
  await listed(page, ['edge', 'dns', 'gateway'])
  await page.goto(`${running.url}/health?hidePassing=no&tab=gone`)
  await expect(page.getByRole('tab', { name: /^All/ })).toHaveAttribute('aria-selected', 'true')
})

test('when the checks of a tab are gone, all are shown again [HEALTH-42]', async ({ page }) => {
  let checks: readonly Check[] = usual
  await open(page, '/health?hidePassing=no&tab=edge', () => checks)
  await listed(page, ['edge', 'dns', 'gateway'])
  checks = usual.filter(({ namespace }) => namespace !== 'edge')
  await page.keyboard.press('Shift+R')
  await expect(page.getByRole('tab', { name: /^All/ })).toHaveAttribute('aria-selected', 'true')
  await expect(row(page, /^mail/)).toBeVisible()
})

test('tabs can go by agent or by any label instead [HEALTH-37]', async ({ page }) => {
  await open(page, '/health?hidePassing=no')
  await page.getByRole('button', { name: 'Tab By Namespace' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option')).toHaveText([/^Namespace/, /^Agent/, /^env/, /^team/])
  await choose(page, 'team')
  await expect(page).toHaveURL(/tabBy=label:team/)
  await expect(page.getByRole('tab')).toHaveText(['All5', 'net1', 'shop2', 'None2'])
})

test('labels are included and excluded, and held as a JSON map [HEALTH-27 HEALTH-46]', async ({ page }) => {
  await open(page, FLAT)
  await expect(page.getByRole('heading', { name: 'Filter by Label' })).toBeVisible()
  await page.getByRole('button', { name: 'team', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Filter by team' })).toBeVisible()
  await page.getByRole('radio', { name: 'Include' }).last().press('Space')
  await listed(page, ['api/cart', 'api/orders'])
  await expect.poll(() => new URL(page.url()).searchParams.get('labels')).toBe('{"team:shop":1}')
  await page.goto(`${running.url}${FLAT}&labels=${encodeURIComponent('{"team:shop":-1,"env:test":1,"x":7}')}`)
  await listed(page, ['gateway'])
  await expect(page.getByRole('button', { name: 'team: not shop' })).toBeVisible()
})

const inZones = (...zones: string[]) =>
  encodeURIComponent(JSON.stringify(Object.fromEntries(zones.map((zone) => [`zone:${zone}`, 1]))))

test('four values of a label or more are counted instead of named [HEALTH-47]', async ({ page }) => {
  const many = list(...['a', 'b', 'c', 'd', 'e'].map((zone): [string, Partial<Check>] => [zone, { labels: { zone } }]))
  await open(page, `${FLAT}&labels=${inZones('a', 'b', 'c')}`, many)
  await expect(page.getByRole('button', { name: 'zone: a, b, c' })).toBeVisible()
  await page.goto(`${running.url}${FLAT}&labels=${inZones('a', 'b', 'c', 'd')}`)
  await expect(page.getByRole('button', { name: 'zone: including 4 labels' })).toBeVisible()
  await listed(page, ['a', 'b', 'c', 'd'])
})

test('a filter is chosen by key, said, and cleared by key', async ({ page }) => {
  await open(page, FLAT)
  await page.keyboard.press('j')
  await page.keyboard.press('f')
  await choose(page, 'team')
  await choose(page, 'net')
  await choose(page, 'exclude')
  await expect(heard(page, 'Without team net.')).toBeAttached()
  await listed(page, ['api/cart', 'api/orders', 'gateway', 'mail'])
  await page.keyboard.press('Shift+F')
  await listed(page, ['api/cart', 'api/orders', 'dns', 'gateway', 'mail'])
  await expect(page).not.toHaveURL(/labels/)
})

test('on a small screen the filters open from a button that counts them [HEALTH-28 HEALTH-29]', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 })
  await open(page, `/health?labels=${encodeURIComponent('{"team:shop":1,"env:test":-1}')}`)
  const button = page.getByRole('button', { name: /^Filters/ })
  await expect(button).toContainText('3')
  await expect(page.getByRole('switch', { name: 'Hide Passing' })).toBeHidden()
  await button.press('Enter')
  await expect(
    page.getByRole('dialog', { name: 'Filters' }).getByRole('switch', { name: 'Hide Passing' })
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})

test('cards and table are two layouts of the same, by key and by link [HEALTH-07 HEALTH-08]', async ({ page }) => {
  await open(page, '/health?layout=card&hidePassing=no')
  await expect(page.getByRole('columnheader')).toHaveCount(0)
  await expect(page.getByRole('gridcell', { name: /^api\/orders, unhealthy/ })).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('b')
  await page.keyboard.press('l')
  await expect(page.getByRole('columnheader').first()).toBeVisible()
  await expect(page).not.toHaveURL(/layout/)
  await page.goto(`${running.url}/health?layout=table`)
  await expect(page.getByRole('columnheader').first()).toBeVisible()
})

test('a pivot spreads the checks over columns, from a link and by its control [HEALTH-15 HEALTH-16 HEALTH-17]', async ({
  page,
}) => {
  await open(page, '/health?hidePassing=no&pivotBy=label&pivotLabel=env&pivotCellType=uptime')
  await expect(page.getByRole('columnheader')).toHaveText(['Checks', 'prod', 'test', 'None'])
  await expect(row(page, 'web, prod 87.5%').getByRole('gridcell')).toHaveText(['87.5%', /no check/, /no check/])
  await page.getByRole('button', { name: /^Pivot/ }).focus()
  await page.keyboard.press('Enter')
  await choose(page, 'namespace')
  await choose(page, 'health')
  await expect(page).toHaveURL(/pivotBy=namespace/)
  await expect(page.getByRole('columnheader')).toHaveText(['Checks', 'edge', 'shop', 'None'])
  await expect(row(page, 'web, shop 1 of 2 failing')).toBeVisible()
})

test('a row is a link to the check, and the row opens it in place [HEALTH-19]', async ({ page }) => {
  await open(page, FLAT)
  const link = row(page, /^dns/).getByRole('link', { name: 'dns' })
  await expect(link).toHaveAttribute('href', `/health?checkId=${idOf(2)}&timeRange=1h`)
  await link.click()
  await expect(page).toHaveURL(new RegExp(`groupBy=none.*checkId=${idOf(2)}`))
  await expect(page.getByRole('heading', { level: 2, name: 'dns' })).toBeVisible()
})

test('a link to a check that the summary lacks asks for that check alone [HEALTH-48]', async ({ page }) => {
  const asked = page.waitForRequest((request) => request.url().includes(`/api/db/checks?id=eq.${idOf(99)}`))
  await answer(page, usual)
  await page.goto(`${running.url}/health?checkId=${idOf(99)}&timeRange=1h`)
  await asked
})

test('nothing fails: that is said calmly, with the way to what passes', async ({ page }) => {
  await open(
    page,
    '/health',
    usual.map((check) => ({ ...check, status: 'healthy' as const }))
  )
  await expect(page.getByRole('heading', { name: 'All 5 checks pass' })).toBeVisible()
  await page.getByRole('button', { name: 'Show passing checks' }).press('Enter')
  await expect(row(page, /^mail/)).toBeVisible()
})

test('nothing matches: that is said, with the way back', async ({ page }) => {
  await open(page, `${FLAT}&query=zzz`)
  await expect(page.getByRole('heading', { name: 'No check matches' })).toBeVisible()
  await page.locator('main').getByRole('button', { name: 'Clear filters' }).press('Enter')
  await listed(page, ['api/cart', 'api/orders', 'dns', 'gateway', 'mail'])
})

test('the list comes from the summary, and a skeleton stands in for it until then [HEALTH-20 HEALTH-24 HEALTH-40]', async ({
  page,
}) => {
  const released = deferred()
  await page.route('**/api/canary/api/summary*', async (route) => {
    await released.promise
    await route.fulfill({ json: { checks_summary: usual } })
  })
  await page.goto(`${running.url}/health`)
  await expect(page.getByText('Loading checks…')).toBeAttached()
  await expect(page.getByRole('button', { name: /Last hour/ })).toBeVisible()
  released.resolve()
  await expect(row(page, /^api\/orders/)).toBeVisible()
  await expect(page.getByText('Loading checks…')).toHaveCount(0)
})

test('asking again gives up the question before, without a word [HEALTH-22 HEALTH-23]', async ({ page }) => {
  await open(page, FLAT)
  await listed(page, ['api/cart', 'api/orders', 'dns', 'gateway', 'mail'])
  await page.unroute('**/api/canary/api/summary*')
  let asked = 0
  await page.route('**/api/canary/api/summary*', async (route) => {
    // The first is never answered.
    if (++asked > 1) await route.fulfill({ json: { checks_summary: usual.slice(0, 2) } })
  })
  const aborted = page.waitForEvent('requestfailed', (request) => request.url().includes('summary'))
  await page.keyboard.press('Shift+R')
  await expect.poll(() => asked).toBe(1)
  await page.keyboard.press('Shift+R')
  expect((await aborted).failure()?.errorText).toContain('ABORTED')
  await listed(page, ['api/cart', 'api/orders'])
  await expect(page.getByText(/could not|error|abort/i)).toHaveCount(0)
})

test('how often it asks is a setting; None asks never [HEALTH-53 HEALTH-54]', async ({ page }) => {
  await page.clock.install()
  let asked = 0
  await open(page, FLAT, () => {
    asked += 1
    return usual
  })
  await page.getByRole('button', { name: 'Refresh 10 s' }).focus()
  await page.keyboard.press('Enter')
  await choose(page, '30s')
  await expect(page.getByRole('button', { name: 'Refresh 30 s' })).toBeVisible()
  const before = asked
  await page.clock.runFor(31_000)
  await expect.poll(() => asked).toBe(before + 1)
  await page.getByRole('button', { name: 'Refresh 30 s' }).focus()
  await page.keyboard.press('Enter')
  await choose(page, 'none')
  const last = asked
  await page.clock.runFor(120_000)
  expect(asked).toBe(last)
})

test('a check that recovers under somebody stays until they leave it, without moving the focus', async ({ page }) => {
  let checks: readonly Check[] = usual
  await open(page, '/health?groupBy=none', () => checks)
  await listed(page, ['api/orders', 'dns'])
  await page.keyboard.press('j')
  checks = usual.map((check) => ({ ...check, status: 'healthy' as const }))
  await page.keyboard.press('Shift+R')
  await expect(page.locator(':focus')).toHaveAccessibleName(/^api\/orders, healthy/)
  await listed(page, ['api/orders'])
})

test('on the public page there is no sidebar and nothing that changes something, and links stay there', async ({
  page,
}) => {
  await open(page, '/view/health?hidePassing=no&groupBy=none')
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await expect(row(page, /^dns/).getByRole('link')).toHaveAttribute('href', /^\/view\/health\?checkId=/)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/view\/health\?.*checkId=/)
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Run|^Edit/ })).toHaveCount(0)
  // What a check is made of, and what it belongs to, is for those who signed in.
  await expect(page.getByRole('dialog').or(page.getByRole('region')).getByRole('tab')).toHaveText([/^History/])
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Command palette' })).toBeFocused()
  await page.keyboard.type('>run check')
  await expect(page.getByRole('option', { name: /^Run/ })).toHaveCount(0)
})
