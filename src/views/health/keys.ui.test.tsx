import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkNamed } from '../../../tests/helpers/checks'
import { openHealth, press } from '../../../tests/helpers/health-page'

// Keys on the page of checks, each pressed as somebody would: the whole console is there, with checks that are made up.

const idOf = (at: number) => `01990000-0000-7000-8000-${String(at).padStart(12, '0')}`
const names = ['cart', 'orders', 'orders/eu', 'payments-api', 'search'] as const
const checks = names.map((name, at) => checkNamed(name, { id: idOf(at), canary_name: name, status: 'unhealthy' }))

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

test('Enter in the search opens what was typed when it is the only one', async () => {
  await open()
  await press('/', 'p', 'a', 'y', 'Enter')
  await expect.element(detailOf('payments-api')).toHaveFocus()
  expect(new URLSearchParams(location.search).get('query')).toBe('pay')
  await press('Escape')
  await expect.element(rowOf('payments-api')).toHaveFocus()
})

test('Enter and ↓ in the search go to the first of several', async () => {
  await open()
  await press('/')
  await userEvent.keyboard('ord')
  await press('Enter')
  await expect.element(rowOf('orders')).toHaveFocus()
  expect(location.search).not.toContain('checkId')
  await press('/')
  await expect.element(field).toHaveFocus()
  await press('ArrowDown')
  await expect.element(rowOf('orders')).toHaveFocus()
})

test('Escape clears the search, and then leads back to the row that had the cursor', async () => {
  await open()
  await press('j', 'j', '/')
  await userEvent.keyboard('ord')
  await expect.element(rowOf('cart')).not.toBeInTheDocument()
  await press('Escape')
  await expect.element(field).toHaveValue('')
  await expect.element(field).toHaveFocus()
  await expect.element(rowOf('cart')).toBeVisible()
  await press('Escape')
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toMatch(/^orders,/)
})

test('Enter with nothing found stays in the field, and says so', async () => {
  await open()
  await press('/')
  await userEvent.keyboard('xyz')
  await press('Enter')
  await expect.element(field).toHaveFocus()
  await expect.poll(said).toMatch(/(No check|Nothing) is listed/)
  await press('ArrowDown')
  await expect.element(field).toHaveFocus()
})
