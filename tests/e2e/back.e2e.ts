import type { Page } from 'playwright/test'
import { heard } from '../helpers/announcements'
import { pages } from '../helpers/load-vite-modules'
import { expect, silence, test, visit } from '../helpers/shared-page'

// Escape and `-` return to the list as it was left: its address, the focused row and the scroll position.

const ITEM = '/catalog/5a000020-0000-4000-8000-000000000105'
const INCIDENT = '/incidents/5a000012-0000-4000-8000-000000000001'

/** The lists with rows that open a page or a detail, some with a filter, an order or a tab in their address. */
const lists: Record<string, readonly [address: string, opens: RegExp]> = {
  checks: ['/health?hidePassing=no&groupBy=none&sortBy=name', /checkId=/],
  'config items': ['/catalog?query=a&sortBy=name', /\/catalog\/[^/]+$/],
  'catalog summary': ['/catalog/summary', /\/catalog\?/],
  changes: ['/catalog/changes', /change=/],
  insights: ['/catalog/insights', /insightId=/],
  incidents: ['/incidents?status=open&sortBy=title', /\/incidents\/[^/]+$/],
  runs: ['/playbooks/runs', /\/runs\/[^/]+$/],
  topology: ['/topology?layout=table', /\/topology\/[^/]+$/],
  notifications: ['/notifications', /id=/],
  canaries: ['/settings/canaries?query=a', /\/canaries\/[^/]+$/],
  scrapers: ['/catalog/scrapers', /\/scrapers\/[^/]+$/],
  topologies: ['/settings/topologies', /\/topologies\/[^/]+$/],
  'incident rules': ['/settings/incident_rules', /\/incident_rules\/[^/]+$/],
  components: ['/topology', /\/topology\/[^/]+$/],
  connections: ['/settings/connections', /\/connections\/[^/]+$/],
  integrations: ['/settings/integrations', /\/integrations\/[^/]+\/[^/]+$/],
  'changes of an item': [`${ITEM}/changes`, /change=/],
  'insights of an item': ['/catalog/5a000020-0000-4000-8000-000000000105/insights', /insightId=/],
  'relationships of an item': [`${ITEM}/relationships?direction=all`, /\/catalog\/[^/]+$/],
  'evidence of an incident': [INCIDENT, /evidence=|\?/],
  'timeline of an incident': [`${INCIDENT}?panel=timeline`, /./],
  'timeline of an item': ['/timeline?of=config:5a000020-0000-4000-8000-000000000105', /\/(health|catalog|playbooks)/],
}

const focusedRow = (page: Page) =>
  page.evaluate(() => {
    const row = document.activeElement?.closest<HTMLElement>('[data-row]')
    return row ? { row: row.dataset['row'], top: Math.round(row.getBoundingClientRect().top) } : undefined
  })

/** Opens an address and moves the cursor down. Returns the address, which may have gained defaults, and the row. */
async function leaveAtRow(page: Page, address: string) {
  await visit(page, address)
  await expect(page.getByRole('main').locator('[data-row]').first()).toBeVisible()
  // A timeline folds its rows when the last of its requests is answered.
  await page.waitForLoadState('networkidle')
  for (const key of ['j', '7', 'j']) await page.keyboard.press(key)
  await expect.poll(() => focusedRow(page)).toBeDefined()
  return { url: page.url(), at: await focusedRow(page) }
}

for (const [name, [address, opens]] of Object.entries(lists))
  test(`returns to the ${name} as they were left`, async ({ shared: page }) => {
    for (const key of ['Escape', '-']) {
      const { url, at } = await leaveAtRow(page, address)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(opens)
      await expect(page.locator('h1:focus, h2:focus')).toBeVisible()
      await page.keyboard.press(key)
      await expect(page).toHaveURL(url)
      await expect.poll(() => focusedRow(page), key).toEqual(at)
    }
  })

test('returns from any tab of a page to its list, and from there to the page before', async ({ shared: page }) => {
  const { url, at } = await leaveAtRow(page, '/incidents')
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await expect(page.getByRole('heading', { level: 1, name: 'Catalog' })).toBeFocused()
  await expect(page.getByRole('main').locator('[data-row]').first()).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab').first()).toBeVisible()
  await page.keyboard.press('2')
  await expect(page).toHaveURL(/\/catalog\/[^/]+\/[a-z]+/)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/catalog$/)
  await expect.poll(() => focusedRow(page)).toBeDefined()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(url)
  await expect.poll(() => focusedRow(page)).toEqual(at)
  await page.keyboard.press('-')
  await expect(heard(page, 'There is no previous page.')).toBeAttached()
})

test('closes dialogs and the selection on Escape before it leaves the page', async ({ shared: page }) => {
  const { url, at } = await leaveAtRow(page, '/health?hidePassing=no&groupBy=none')
  const dialog = page.getByRole('dialog')
  for (const key of ['Control+k', '?', 'Shift+M', 'Control+,', 'f']) {
    await page.keyboard.press(key)
    await expect(dialog.locator(':focus'), key).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog, key).toHaveCount(0)
    expect(page.url(), key).toBe(url)
  }
  await expect.poll(() => focusedRow(page)).toEqual(at)
  await page.keyboard.press('b')
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect.poll(() => focusedRow(page)).toEqual(at)
  await page.keyboard.press('x')
  await expect(page.locator('[role=row][aria-selected=true]')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.locator('[role=row][aria-selected=true]')).toHaveCount(0)
  expect(page.url()).toBe(url)
  await page.keyboard.press('Escape')
  await expect(heard(page, 'There is no previous page.')).toBeAttached()
})

/** Every page, with an address that names nothing where it needs one, and each of its tabs. */
const everyPage = pages
  .filter(({ files }) => !files.some((file) => file.includes('/sign-in/')))
  .flatMap(({ example, tabs = {} }) => [example, ...Object.keys(tabs).map((tab) => `${example}/${tab}`)])

test('goes back with Escape from every page, and J leads to the list or names the way back', async ({
  shared: page,
}) => {
  test.setTimeout(300_000)
  const problems: string[] = []
  const inMain = () =>
    page.evaluate(() => document.activeElement?.closest('main [data-row], main [role=treeitem]') !== null)
  for (const address of everyPage)
    await test.step(address, async () => {
      const from = address.startsWith('/health') ? '/incidents' : '/health'
      await visit(page, from)
      await expect(page.getByRole('main').locator('[data-row]').first()).toBeVisible()
      await page.evaluate((to) => history.pushState(null, '', to), address)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expect(page.getByRole('main').getByText(/^Loading/)).toHaveCount(0)
      await silence(page)
      // J is a letter in the field of a form, which may load later than the page.
      const isForm =
        /\/(?:new|add)$/.test(address) ||
        (await page.locator('main form, [role=dialog] form, main :focus:is(input, textarea)').count()) > 0
      if (!isForm) await page.keyboard.press('j')
      const leads = async () => isForm || (await inMain()) || (await heard(page, /Escape goes back/).count()) > 0
      await expect
        .poll(leads, { timeout: 2000 })
        .toBe(true)
        .catch(async () => {
          problems.push(`${address}: j: ${await page.getByRole('log').allTextContents()}`)
        })
      await page.keyboard.press('Escape')
      // The first press closes a dialog that the address opens, or the open list of a field.
      if (/\/(?:new|add)$/.test(address)) await page.keyboard.press('Escape')
      await expect(page)
        .toHaveURL(new RegExp(`${from}(\\?|$)`), { timeout: 2000 })
        .catch(() => {
          problems.push(`${address}: Escape: ${page.url()}`)
        })
    })
  expect(problems).toEqual([])
})
