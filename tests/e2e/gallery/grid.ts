import type { Locator } from 'playwright/test'
import { type Check, expect, facts, has, hasInOrder, reads } from '../../helpers/facts'

const TITLES = ['Service', 'Health', 'Uptime', 'Latency', 'Team']

type Known = {
  role?: 'grid' | 'treegrid'
  /** Rows with the header, over all pages. */
  rowcount: number
  sorted?: { title: string; sort: 'ascending' | 'descending' }
}

/** A grid with its size and header. Columns that can be sorted have a button and say how they are sorted. */
const grid =
  ({ role = 'grid', rowcount, sorted }: Known, more: Check): Check =>
  async (state, page) => {
    const whole = await has(state, role, 'Services', { rowcount, colcount: 5, multiselectable: true })
    await hasInOrder(whole, 'columnheader', TITLES)
    for (const title of TITLES.slice(0, 4)) {
      const header = await has(whole, 'columnheader', title, { sort: sorted?.title === title ? sorted.sort : 'none' })
      await has(header, 'button', title)
    }
    await has(whole, 'columnheader', 'Team', { sort: null })
    await has(whole.getByRole('row').first(), 'columnheader', undefined, { count: 5 })
    await more(whole, page)
  }

/** Cards are a grid of one column without a header. */
const cards =
  (role: 'grid' | 'treegrid', rowcount: number, more: Check): Check =>
  async (state, page) => {
    const whole = await has(state, role, 'Services', { rowcount, colcount: 1, multiselectable: true })
    await has(whole, 'columnheader', undefined, { count: 0 })
    await more(whole, page)
  }

type Row = { selected?: boolean; ending?: string; rowindex?: number | RegExp }

/** A row that is named by its facts, and has a checkbox for the pointer. */
async function row(whole: Locator, name: string, { selected = false, ending = '', rowindex = /^\d+$/ }: Row = {}) {
  const found = await has(whole, 'row', new RegExp(`^${name}, \\w+, uptime [\\d.]+%${ending}$`), { selected, rowindex })
  await has(found, 'checkbox', `Select ${name}`, { checked: selected })
  return found
}

/** Collapsed groups, with their position. */
const groups =
  (names: readonly string[]): Check =>
  async (whole) => {
    for (const [at, name] of names.entries())
      await has(whole, 'row', new RegExp(`^${name}, \\d rows?$`), {
        level: 1,
        posinset: at + 1,
        setsize: names.length,
        expanded: false,
        selected: false,
      })
  }

/** A single row with a message. */
const message =
  (text: RegExp, buttons = 0): Check =>
  async (whole) => {
    const [, said] = await whole.getByRole('row').all()
    if (!said) return expect(said, 'the row of the message').toBeDefined()
    await has(said, 'gridcell', text)
    await has(said, 'button', undefined, { count: buttons })
  }

export default facts({
  Sorted: grid({ rowcount: 7, sorted: { title: 'Uptime', sort: 'descending' } }, async (whole) => {
    await expect(whole).toMatchAriaSnapshot(`
      - rowgroup:
        - row:
          - columnheader "Service"
      - rowgroup:
        - row /^payments-api-0, healthy, uptime 100.0%$/:
          - rowheader /payments-api-0/
          - gridcell "Healthy"
          - gridcell "100.0%"
          - gridcell "–"
          - gridcell "payments"
        - row /^checkout-cache-3/ [selected]
    `)
    await row(whole, 'checkout-cache-3', { selected: true })
    await row(whole, 'payments-api-0')
    await has(whole, 'row', /./, { count: 7, rowindex: /^[1-7]$/ })
  }),
  'Gone and new rows': async (state, page) => {
    await grid({ rowcount: 7 }, async (whole) => {
      await row(whole, 'search-worker-1', { ending: ', deleted' })
      await row(whole, 'payments-api-0')
      await expect(whole).toHaveAccessibleDescription(/3 new/)
    })(state, page)
    await has(state, 'button', /3 new/)
  },
  'Gone and new cards': cards('grid', 6, (whole) => row(whole, 'search-worker-1', { ending: ', deleted' })),
  'Long text': grid({ rowcount: 7 }, (whole) => has(whole, 'row', /^a service whose name goes on and on, .*uptime/)),
  Grouped: grid({ role: 'treegrid', rowcount: 5 }, groups(['healthy', 'unhealthy', 'warning', 'unknown'])),
  Nested: grid({ role: 'treegrid', rowcount: 4 }, async (whole) => {
    for (const [at, name] of ['payments-api-0', 'search-worker-1', 'platform-gateway-2'].entries())
      await has(whole, 'row', new RegExp(`^${name}, `), { level: 1, posinset: at + 1, setsize: 3, expanded: false })
  }),
  Pages: async (state, page) => {
    // The first row is the sixteenth of all, after the header.
    await grid({ rowcount: 1285 }, (whole) => row(whole, 'checkout-api-15', { rowindex: 17 }))(state, page)
    const pager = await has(state, 'group', /Services$/)
    await reads(pager, /^16–20 of 1,284$/)
    await has(pager, 'combobox', 'Rows per page', { value: '5' })
    await has(pager, 'spinbutton', 'Go to page', { value: '4' })
    await hasInOrder(pager, 'button', ['First page', 'Previous page', 'Next page', 'Last page'])
  },
  Roomy: grid({ rowcount: 7 }, (whole) => row(whole, 'payments-api-0')),
  Cards: cards('grid', 6, async (whole) => {
    const card = await row(whole, 'search-worker-1', { selected: true })
    await expect(await has(card, 'gridcell')).toContainText(/Health.*Unhealthy.*Uptime.*Latency/)
  }),
  'Grouped cards': cards('treegrid', 4, groups(['payments', 'search', 'platform', 'checkout'])),
  Empty: grid({ rowcount: 1 }, message(/./)),
  Loading: async (state, page) => {
    await grid({ rowcount: 1 }, message(/^loading/))(state, page)
    await has(state, 'grid', 'Services', { busy: true })
  },
  Failed: grid({ rowcount: 1 }, message(/Network Error/, 1)),
  Endless: async (page, whole) => {
    await grid({ rowcount: 1285 }, (rows) => row(rows, 'payments-api-0', { rowindex: 2 }))(page, whole)
    await reads(await has(page, 'group', /Services$/), / of 1,284$/)
  },
  '100,000 rows': grid({ rowcount: 100_001 }, (whole) => row(whole, 'payments-api-0', { rowindex: 2 })),
})
