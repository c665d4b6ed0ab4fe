import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createCheck } from '@tests/helpers/checks'
import { type HealthRequest, openHealth, pressKeys } from '@tests/helpers/health-page'
import { answerRuns } from '@tests/helpers/runs'

const RUNS = '/api/db/check_statuses'
const [ORDERS, CART] = ['01990000-0000-7000-8000-000000000001', '01990000-0000-7000-8000-000000000002']
const checks = [createCheck('orders', { id: ORDERS }), createCheck('cart', { id: CART })]
const at = (more = '') => `/health?hidePassing=no&groupBy=none&checkId=${ORDERS}${more}`

/** A check with 120 runs. `asked` contains the requests for them. */
function open(address: string) {
  const runs = Array.from({ length: 120 }, (_, row) => ({
    time: new Date(Date.now() - row * 1000).toISOString(),
    status: true,
    duration: row,
    // Each message is different, so that runs are not grouped.
    message: `answer ${row}`,
    error: null,
  }))
  const opened = openHealth(address, checks, ({ path, search }: HealthRequest) => {
    if (path !== RUNS) return undefined
    return answerRuns(runs, search)
  })
  // The last run has a request of its own.
  const last = () =>
    opened
      .askedFor(RUNS)
      .map(({ search }) => new URLSearchParams(search))
      .findLast((query) => query.get('limit') !== '1')
  return { ...opened, last }
}
const history = page.getByLabelText('History', { exact: true })
const run = (ms: number) => history.getByRole('row', { name: `passed, ${ms} ms, answer ${ms}` })
const pager = page.getByRole('group', { name: 'Pages of History' })
const param = (name: string) => new URLSearchParams(location.search).get(name)
const header = (name: string) => history.getByRole('columnheader', { name, exact: true })

test('a link opens a page of the history in its size, and changing the page updates the URL [CALL-65]', async () => {
  const { last } = open(at('&pageIndex=2&pageSize=25'))
  await expect.element(run(50)).toBeVisible()
  await expect.element(pager.getByText('51–75 of 120')).toBeVisible()
  expect([last()?.get('offset'), last()?.get('limit')]).toEqual(['50', '25'])
  await userEvent.click(pager.getByRole('button', { name: 'Next page' }))
  await expect.element(run(75)).toBeVisible()
  expect([param('pageIndex'), param('pageSize')]).toEqual(['3', '25'])
  await userEvent.selectOptions(pager.getByRole('combobox', { name: 'Rows per page' }), '10')
  await expect.element(pager.getByText('1–10 of 120')).toBeVisible()
  expect([param('pageIndex'), param('pageSize')]).toEqual([null, '10'])
})

test('a page beyond the end shows the last page', async () => {
  open(at('&pageIndex=9'))
  await expect.element(run(100)).toBeVisible()
  expect(param('pageIndex')).toBe('2')
})

test.each([
  ['Age', ['time.desc', 'time.asc']],
  ['Duration', ['duration.asc.nullslast,time.desc', 'duration.desc.nullslast,time.desc']],
  [
    'Message',
    ['error.asc.nullslast,message.asc.nullslast,time.desc', 'error.desc.nullslast,message.desc.nullslast,time.desc'],
  ],
])('the server sorts by %s, and the sort order is in the URL', async (column, [up, down]) => {
  const { last, load } = open(at('&sortBy=uptime&sortDesc=yes&pageIndex=1'))
  await expect.element(run(50)).toBeVisible()
  await userEvent.click(header(column).getByRole('button'))
  await expect.poll(() => [last()?.get('order'), last()?.get('offset')]).toEqual([up, '0'])
  await userEvent.click(header(column).getByRole('button'))
  await expect.poll(() => last()?.get('order')).toBe(down)
  await expect.element(header(column)).toHaveAttribute('aria-sort', 'descending')
  expect([param('historySortBy'), param('historySortOrder')]).toEqual([column.toLowerCase(), 'desc'])
  // The sort order of the checks is separate.
  expect([param('sortBy'), param('sortDesc')]).toEqual(['uptime', 'yes'])
  load()
  await expect.element(header(column)).toHaveAttribute('aria-sort', 'descending')
})

test('another filter or another check starts at the first page', async () => {
  const { last } = open(at('&detail=beside&pageIndex=1&pageSize=25'))
  await expect.element(run(25)).toBeVisible()
  await userEvent.click(page.getByRole('combobox', { name: 'Status' }))
  await userEvent.click(page.getByRole('option', { name: 'Healthy', exact: true }))
  await expect.element(run(0)).toBeVisible()
  expect([param('pageIndex'), param('result')]).toEqual([null, 'healthy'])
  await userEvent.click(pager.getByRole('button', { name: 'Next page' }))
  await expect.element(run(25)).toBeVisible()
  ;(page.getByRole('heading', { name: 'orders' }).element() as HTMLElement).focus()
  await pressKeys('k')
  await expect.poll(() => param('checkId')).toBe(CART)
  await expect.element(run(0)).toBeVisible()
  expect([param('pageIndex'), param('pageSize'), last()?.get('check_id')]).toEqual([null, '25', `eq.${CART}`])
})

test('the dialog of a run steps across pages in both directions', async () => {
  open(at('&pageSize=25'))
  await expect.element(run(0)).toBeVisible()
  await userEvent.click(run(23))
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('answer 23')).toBeVisible()
  await pressKeys('j')
  await expect.element(dialog.getByText('answer 24')).toBeVisible()
  await pressKeys('j')
  await expect.element(dialog.getByText('answer 25')).toBeVisible()
  expect(param('pageIndex')).toBe('1')
  await pressKeys('k')
  await expect.element(dialog.getByText('answer 24')).toBeVisible()
  expect(param('pageIndex')).toBeNull()
})
