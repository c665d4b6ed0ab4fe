import type { CDPSession, Page } from 'playwright/test'
import { checkAccessibilityTree } from '../helpers/accessibility-tree'
import { expect, test, visit } from '../helpers/shared-page'

// Chromium exposes the composite widgets of the console with their items, levels, states and positions.

const CHECKOUT_CHECK = '5a000008-0000-4000-8000-000000000008'
const CHECKOUT_ITEM = '5a000020-0000-4000-8000-000000000105'
const row = '[data-row]'

type Screen = {
  name: string
  path: string
  /** Opens the widget. */
  open?(page: Page): Promise<unknown>
  /** The composite widgets that Chromium must expose. */
  composites: readonly RegExp[]
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().press('Enter')
const openStatus = (page: Page) => page.getByRole('combobox', { name: 'Status' }).press('ArrowDown')

const SCREENS: readonly Screen[] = [
  {
    name: 'checks in groups, and the tabs of their labels',
    path: '/health',
    open: (page) => page.locator(row).nth(2).waitFor(),
    composites: [/^treegrid "Checks": \d\d/, /^tablist "Parts": \d/],
  },
  {
    name: 'the triage queue with an expanded incident',
    path: '/triage',
    async open(page) {
      await page.locator(`${row}[aria-expanded=false]`).first().press('ArrowRight')
      await page.locator(`${row}[aria-level="2"]`).first().waitFor()
    },
    composites: [/^treegrid "Triage": \d\d/],
  },
  {
    name: 'the dashboard as cards',
    path: '/topology',
    open: (page) => page.locator(row).first().waitFor(),
    composites: [/^grid "Dashboard": \d/],
  },
  {
    name: 'the dashboard as a tree',
    path: '/topology?layout=tree',
    open: (page) => page.locator(row).first().waitFor(),
    composites: [/^treegrid "Dashboard": \d/],
  },
  {
    name: 'the graph of the dashboard',
    path: '/topology?layout=picture',
    open: (page) => page.locator('[data-node]').first().waitFor(),
    composites: [/^tree "Topology graph": \d\d/],
  },
  {
    name: 'the graph of a config item',
    path: `/catalog/${CHECKOUT_ITEM}/relationships?direction=all&layout=graph`,
    open: (page) => page.locator('[data-node]').first().waitFor(),
    composites: [/^tree ".*": \d/, /^tablist ".*": \d/],
  },
  {
    name: 'the tabs of a check, and a selection of its history',
    path: `/health?checkId=${CHECKOUT_CHECK}&timeRange=1h`,
    async open(page) {
      await page.getByLabel('History').locator(row).first().waitFor()
      await openStatus(page)
      await page.getByRole('option').first().waitFor()
    },
    composites: [
      /^tablist "About this check": 3/,
      /^(tree)?grid "History": \d/,
      /^combobox "Status"/,
      /^listbox "Status": \d/,
      /^combobox "Duration"/,
    ],
  },
  ...['Preferences', 'Help'].map((name) => ({
    name: `the menu ${name}`,
    path: '/health',
    open: press(name),
    composites: [new RegExp(`^menu "${name}": \\d`)],
  })),
  {
    name: 'the menu of a row',
    path: '/triage',
    open: press(/^Actions for/),
    composites: [/^menu "Actions for .*": \d/],
  },
  {
    name: 'the values of a filter',
    path: '/health',
    open: press(/^Filters/),
    composites: [/^combobox "Search values"/, /^listbox ".*": \d/],
  },
  {
    name: 'the palette with the second row current',
    path: '/health',
    async open(page) {
      await page.locator(row).first().waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('option').nth(2).waitFor()
      await page.keyboard.press('ArrowDown')
      await expect(page.getByRole('option', { selected: true })).toHaveCount(1)
    },
    composites: [/^combobox "Command palette"/, /^listbox "Command palette": \d\d/],
  },
]

let cdp: CDPSession
test.beforeAll(async ({ shared }) => {
  cdp = await shared.context().newCDPSession(shared)
})
test.afterAll(() => cdp.detach())

for (const { name, path, open, composites } of SCREENS)
  test(`Chromium exposes ${name} [CMD-15]`, async ({ shared: page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await visit(page, path)
    await open?.(page)
    await expect
      .poll(async () => (await checkAccessibilityTree(cdp)).composites)
      .toEqual(expect.arrayContaining(composites.map((one) => expect.stringMatching(one) as unknown)))
    await expect.poll(async () => (await checkAccessibilityTree(cdp)).problems).toEqual([])
    await page.setViewportSize({ width: 1280, height: 720 })
  })

const item = (more: string) => `<g role="treeitem" tabindex="-1" aria-label="A" aria-selected="true" ${more}></g>`
const tree = (between: string, items: string) =>
  `<div role="tree" aria-label="Graph"><svg role="presentation" width="9" height="9"><g ${between}>${items}</g></svg></div>`
const cells = (...at: number[]) => at.map((one) => `<div role="gridcell" aria-colindex="${one}">${one}</div>`).join('')
const line = (index: number, inner: string) =>
  `<div role="row" aria-label="Row" aria-selected="false" aria-rowindex="${index}">${inner}</div>`
const grid = (...rows: string[]) =>
  `<div role="grid" aria-label="Table" aria-rowcount="3" aria-colcount="2">${rows.join('')}</div>`

test('reports deliberate violations', async ({ browser }) => {
  const page = await browser.newPage()
  const session = await page.context().newCDPSession(page)
  const problemsOf = async (html: string) => {
    await page.setContent(html)
    return (await checkAccessibilityTree(session)).problems
  }
  const first = item('aria-level="1" aria-posinset="1" aria-setsize="2"')
  const second = item('aria-level="1" aria-posinset="2" aria-setsize="2"')
  expect(await problemsOf(tree('role="presentation"', first + second))).toEqual([])
  expect(await problemsOf(tree('transform="scale(2)"', first + second))).toContain('treeitem "A" is exposed as group')
  expect(await problemsOf(tree('role="presentation"', second))).toEqual(['tree "Graph": treeitem "A" is 2 of 2, not 1'])
  expect(await problemsOf('<div role="listbox" aria-label="Values"><div role="option">A</div></div>')).toEqual([])
  expect(await problemsOf('<div role="listbox"><div role="option" aria-selected="false">A</div></div>')).toEqual([
    'listbox "" has no name',
  ])
  expect(await problemsOf('<div role="menu" aria-label="Actions"></div>')).toEqual(['menu "Actions" has no items'])
  const tab = '<div role="tab" aria-selected="true" aria-controls="p">A</div>'
  expect(
    await problemsOf(`<div role="tablist" aria-label="Parts">${tab}${tab}</div><div id="p" role="tabpanel">B</div>`)
  ).toEqual(['tablist "Parts" has 2 selected tabs'])
  expect(await problemsOf(grid(line(1, cells(1, 2)), line(2, cells(1, 2)), line(3, cells(1, 2))))).toEqual([])
  expect(await problemsOf(grid(line(1, cells(1, 2)), line(2, cells(2, 1)), line(2, cells(1, 2))))).toEqual([
    'row "Row": column 1 of 2 follows column 2',
    'grid "Table": row 2 of 3 follows row 2',
  ])
  expect(
    await problemsOf(
      '<input role="combobox" aria-label="Search" aria-expanded="true"><div role="listbox" aria-label="L"><div role="option" aria-selected="false">A</div></div>'
    )
  ).toEqual(['combobox "Search" is expanded, and controls no list'])
  await page.close()
})
