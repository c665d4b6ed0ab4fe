import { navigate } from 'wouter/use-browser-location'
import { beforeEach, expect, test } from 'vitest'
import { eventually } from '@tests/helpers/eventually'
import { backTo, backToOtherPage, goBack, returnTo } from './back'

const ITEM = '/catalog/00000000-0000-0000-0000-000000000001'

/** Visits these addresses in turn. An address without a page comes first, so that earlier tests do not count. */
const visit = (...addresses: string[]) =>
  ['/no/such/page', ...addresses].forEach((address) => history.pushState(null, '', address))
const here = () => `${location.pathname}${location.search}`

beforeEach(() => {
  const before = here()
  return () => navigate(before)
})

test.each([
  ['the list with its filters', ['/catalog?query=a', ITEM], '/catalog?query=a'],
  ['the list from another tab', ['/catalog', ITEM, `${ITEM}/changes`, `${ITEM}/insights?change=1`], '/catalog'],
  ['the page before, whatever it is', ['/incidents', '/catalog', '/health'], '/catalog'],
  ['the page below a dialog', ['/health', '/catalog?do=help', '/catalog'], '/health'],
  ['the page before sign-in', ['/health', '/login?return_to=x', '/catalog'], '/health'],
  ['another list of the same page', ['/notifications', '/notifications?resource=x'], '/notifications'],
  ['the item that led to another one', [ITEM, ITEM.replace(/1$/, '2')], ITEM],
])('goes back to %s', async (_what, addresses, expected) => {
  visit(...addresses)
  expect(goBack('/topology')).toBe(true)
  await eventually(() => expect(here()).toBe(expected))
})

test('opens another address if no earlier page is of the console', () => {
  visit(ITEM, `${ITEM}/changes`)
  expect(goBack()).toBe(false)
  expect(goBack('/catalog')).toBe(true)
  expect(here()).toBe('/catalog')
})

test('goes back only to the requested address', async () => {
  visit('/health?query=a', '/health?query=a&checkId=1')
  expect(backTo('/health?query=b', 'row')).toBe(false)
  expect(backTo('/health?query=a', 'row')).toBe(true)
  await eventually(() => expect(here()).toBe('/health?query=a'))
})

test.each([
  ['leaves for the other page that opened it', ['/timeline?config_id=1', '/health?checkId=1'], true],
  ['stays on its list', ['/health?query=a', '/health?query=a&checkId=1'], false],
  ['stays on its item', [ITEM, `${ITEM}/changes?change=1`], false],
])('a closed detail %s', async (_what, addresses, leaves) => {
  visit(...addresses)
  expect(backToOtherPage()).toBe(leaves)
  await eventually(() => expect(here()).toBe(addresses[leaves ? 0 : 1]))
})

test('returns to a list as it was left, across the pages since, or opens it', async () => {
  visit('/settings/canaries?query=a', '/health', '/settings/canaries/new', '/settings/canaries/new?type=http')
  returnTo('/settings/canaries')
  await eventually(() => expect(here()).toBe('/settings/canaries?query=a'))
  returnTo('/settings/topologies')
  expect(here()).toBe('/settings/topologies')
})
