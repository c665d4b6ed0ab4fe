import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createCheck } from '@tests/helpers/checks'
import { deferred } from '../../lib/deferred'
import { healthResponse, openHealth, pressKeys, SUMMARY } from '@tests/helpers/health-page'

// Keys on the health page, pressed in the complete console with made-up checks.

const idOf = (at: number) => `01990000-0000-7000-8000-${String(at).padStart(12, '0')}`
const names = ['cart', 'orders', 'orders/eu', 'payments-api', 'search'] as const
const checks = names.map((name, at) => createCheck(name, { id: idOf(at), canary_name: name, status: 'unhealthy' }))

const rowOf = (name: string) => page.getByRole('row', { name: new RegExp(`^${name},`) })
const field = page.getByRole('searchbox')
const detailOf = (name: string) => page.getByRole('heading', { level: 2, name, exact: true })
/** All recent announcements. */
const said = () => [...document.querySelectorAll('[role="log"] p')].map(({ textContent }) => textContent).join(' ')

async function open(search = '') {
  const opened = openHealth(`/health${search}`, checks)
  await expect.element(rowOf('cart')).toBeVisible()
  return opened
}

/** Opens or reloads a link to a check. */
async function openLink(name: (typeof names)[number], search = '') {
  const opened = openHealth(`/health?checkId=${idOf(names.indexOf(name))}${search}`, checks)
  await expect.element(detailOf(name)).toBeVisible()
  return opened
}

test('Enter in the search opens the only match', async () => {
  await open()
  await pressKeys('/', 'p', 'a', 'y', 'Enter')
  await expect.element(detailOf('payments-api')).toHaveFocus()
  expect(new URLSearchParams(location.search).get('query')).toBe('pay')
  await pressKeys('Escape')
  await expect.element(rowOf('payments-api')).toHaveFocus()
})

test('Enter opens the only match by name, even if others match elsewhere', async () => {
  const other = { id: idOf(8), status: 'unhealthy', description: 'Nobody can pay while this fails' } as const
  openHealth('/health', [createCheck('checkout', other), ...checks])
  await expect.element(rowOf('cart')).toBeVisible()
  await pressKeys('/', 'p', 'a', 'y', 'Enter')
  await expect.element(detailOf('payments-api')).toHaveFocus()
})

test('Enter and ↓ in the search focus the first of several matches', async () => {
  await open()
  await pressKeys('/')
  await userEvent.keyboard('ord')
  await pressKeys('Enter')
  await expect.element(rowOf('orders')).toHaveFocus()
  expect(location.search).not.toContain('checkId')
  await pressKeys('/')
  await expect.element(field).toHaveFocus()
  await pressKeys('ArrowDown')
  await expect.element(rowOf('orders')).toHaveFocus()
})

test('Escape clears the search, and then focuses the row that had the cursor', async () => {
  await open()
  await pressKeys('j', 'j', '/')
  await userEvent.keyboard('ord')
  await expect.element(rowOf('cart')).not.toBeInTheDocument()
  await pressKeys('Escape')
  await expect.element(field).toHaveValue('')
  await expect.element(field).toHaveFocus()
  await expect.element(rowOf('cart')).toBeVisible()
  await pressKeys('Escape')
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toMatch(/^orders,/)
})

test('Enter without a match stays in the field and announces it', async () => {
  await open()
  await pressKeys('/')
  await userEvent.keyboard('xyz')
  await pressKeys('Enter')
  await expect.element(field).toHaveFocus()
  await expect.poll(said).toMatch(/No (checks are|rows) listed/)
  await pressKeys('ArrowDown')
  await expect.element(field).toHaveFocus()
})

test('the check of a link has focus, so its keys work, and Escape focuses its row', async () => {
  const { askedFor, load } = await openLink('orders')
  await expect.element(detailOf('orders')).toHaveFocus()
  await pressKeys('r')
  await expect.poll(() => askedFor(`/api/canary/run/check/${idOf(1)}`).length).toBe(1)
  await pressKeys('j')
  await expect.element(detailOf('orders/eu')).toHaveFocus()
  load()
  await expect.element(detailOf('orders/eu')).toHaveFocus()
  await pressKeys('Escape')
  await expect.element(rowOf('orders/eu')).toHaveFocus()
})

test('focus stays where the user moved it while the check of a link loads', async () => {
  const answered = deferred()
  openHealth(`/health?checkId=${idOf(1)}`, checks, ({ path }) =>
    path === SUMMARY ? answered.promise.then(() => healthResponse({ checks_summary: checks })) : undefined
  )
  const menu = page.getByRole('navigation').getByRole('link').first()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Health' })).toBeVisible()
  ;(menu.element() as HTMLElement).focus()
  answered.resolve()
  await expect.element(detailOf('orders')).toBeVisible()
  await expect.element(menu).toHaveFocus()
})

test('a click on a row in a narrow window focuses the check that covers the list', async () => {
  await page.viewport(320, 700)
  onTestFinished(() => page.viewport(1280, 800))
  const { askedFor } = await open()
  await userEvent.click(rowOf('orders'))
  await expect.element(detailOf('orders')).toHaveFocus()
  await pressKeys('r')
  await expect.poll(() => askedFor(`/api/canary/run/check/${idOf(1)}`).length).toBe(1)
})

test('in a narrow window the failure message is below the name, and rows do not touch', async () => {
  await page.viewport(320, 700)
  onTestFinished(() => page.viewport(1280, 800))
  await open()
  const cells = rowOf('orders').element().querySelectorAll('[role$=header], [role=gridcell]')
  const [name, health] = [...cells].map((cell) => cell.getBoundingClientRect())
  expect([name?.left, name?.bottom].map((edge) => edge ?? 0)).toEqual([
    expect.closeTo(health?.left ?? -1, 0),
    expect.closeTo((health?.top ?? -1) - 2, 0),
  ])
  expect(health?.width).toBeGreaterThan(240)
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')].map((row) => row.getBoundingClientRect())
  const tops = rows.map(({ top }) => top).toSorted((a, b) => a - b)
  expect(tops.slice(1).every((top, at) => top - (tops[at] ?? 0) >= 51)).toBe(true)
})

test('Y Y copies the link of the screen, on a row with the row', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const view = '?timeRange=1d&query=o&groupBy=none&sortBy=name'
  await open(view.replace('query=o&', ''))
  const yank = async () => {
    await pressKeys('y', 'y')
    const [[written = ''] = []] = copied.mock.calls.splice(0)
    return written.replace(location.origin, '')
  }
  expect(await yank()).toBe('/health?timeRange=1d&groupBy=none&sortBy=name')
  await pressKeys('/', 'o', 'ArrowDown')
  await expect.element(rowOf('orders')).toHaveFocus()
  const row = await yank()
  expect(Object.fromEntries(new URLSearchParams(row.split('?')[1]))).toEqual({
    timeRange: '1d',
    query: 'o',
    groupBy: 'none',
    sortBy: 'name',
    checkId: idOf(1),
    detail: 'beside',
  })
  await pressKeys('Enter')
  await expect.element(detailOf('orders')).toHaveFocus()
  expect(await yank()).toBe(`${location.pathname}${location.search}`)
  // While another check is open, the link to a row has the size of that detail.
  await pressKeys('t', 'w', 'o', 'j')
  await expect.element(detailOf('orders/eu')).toHaveFocus()
  expect(location.search).toContain('timeRange=1w')
  expect(await yank()).toBe(`/health${location.search}`)
})

test('filters can be set and cleared when no row has focus or is listed', async () => {
  openHealth('/health?query=nothing-is-called-so', checks)
  await expect.element(page.getByRole('heading', { name: 'No check matches' })).toBeVisible()
  expect(document.activeElement?.closest('[role=row]') ?? null).toBeNull()
  await pressKeys('Shift+F')
  await expect.poll(() => location.search).not.toContain('nothing-is-called-so')
  await pressKeys('f')
  await expect.element(page.getByRole('dialog', { name: /^Filter/ })).toBeVisible()
})

test('a key without a target explains the next step once: on screen, in speech and in the message log', async () => {
  await open()
  await pressKeys('r', 'r', 'r')
  const sentence = 'No row is under the cursor. J goes to the list.'
  await expect.poll(said).toContain(sentence)
  await expect.element(page.getByText(sentence).first()).toBeVisible()
  await pressKeys('+')
  await expect.poll(said).toContain('+ works only on agents')
  expect(said().split(sentence)).toHaveLength(2)
  await pressKeys('j')
  await pressKeys('%')
  await pressKeys('Control+ArrowRight')
  await pressKeys('>')
  await expect.poll(said).toContain('Next page is not possible here.')
})

test('five keys run three selected checks without a prompt', async () => {
  const { askedFor } = await open()
  await pressKeys('j', 'x', 'Shift+J', 'Shift+J', 'r')
  for (const at of [0, 1, 2]) await expect.poll(() => askedFor(`/api/canary/run/check/${idOf(at)}`).length).toBe(1)
  expect(document.querySelector('[role=dialog]')).toBeNull()
})

test('the run key prompts for a check if the open one does not exist, and sends nothing', async () => {
  const { asked } = openHealth(`/health?checkId=${idOf(99)}`, checks)
  await expect.element(page.getByText('Check not found')).toBeVisible()
  await pressKeys('r')
  await expect.element(page.getByRole('dialog').getByRole('option', { name: /^cart/ })).toBeVisible()
  expect(asked().filter(({ path }) => path.includes('/run/'))).toEqual([])
})
