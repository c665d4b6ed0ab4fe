import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCheck } from '@tests/helpers/checks'
import { eventually } from '@tests/helpers/eventually'
import { type OpenIncident, incidents } from '@/api/incidents/incidents'
import type { CommandEnvironment } from '../../commands/context'
import { allButHealth } from '@/shared/access/flags'
import { showsIncidents } from '../shared/access/shows-incidents'
import { groupByCheck, createOpenIncidents } from './open-incidents'

const incident = (title: string, ...checks: (string | null)[]): OpenIncident => ({
  id: title,
  incident_id: 'INC-1',
  title,
  severity: 'High',
  status: 'open',
  hypotheses: [
    { id: 'h', title: 'cause', type: 'root', evidences: [] },
    { id: 'g', title: 'factor', type: 'factor', evidences: checks.map((check_id) => ({ check_id })) },
  ],
})
const titles = (list: readonly { title: string }[] | undefined) => list?.map(({ title }) => title)

test('a check has each open incident it is evidence for once, newest first', () => {
  const found = groupByCheck([incident('new', 'cart', 'cart', null), incident('old', 'cart', 'stock')])
  expect([...found.keys()]).toEqual(['cart', 'stock'])
  expect(titles(found.get('cart'))).toEqual(['new', 'old'])
})

const here: CommandEnvironment = { path: '/health', roles: ['viewer'], online: true, nameOf: () => undefined }

test.each<[string, Partial<CommandEnvironment>, boolean]>([
  ['with permission', {}, true],
  ['not before the roles are known', { roles: undefined }, false],
  ['not without permission', { roles: ['agent'] }, false],
  [
    'not against a rule',
    { permissions: [{ id: '1', subject: 'x', object: 'canaries', action: 'read', condition: 'true' }] },
    false,
  ],
  ['not with the feature turned off', { flags: new Set(['incidents']) }, false],
  ['not in a health-only deployment', { flags: allButHealth }, false],
  ['not on a public page', { isReadOnly: true }, false],
])('incidents are shown %s', (_when, over, expected) => expect(showsIncidents({ ...here, ...over })).toBe(expected))

const cart = createCheck('cart', { id: 'cart' })
const stock = createCheck('stock', { id: 'stock' })
let client: QueryClient
const setOpen = (...open: OpenIncident[]) => client.setQueryData(incidents.open().queryKey, open)
beforeEach(() => {
  client = new QueryClient()
  // Requests never resolve; the test sets the cached data.
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
})
afterEach(() => {
  client.clear()
  vi.unstubAllGlobals()
})

test('a row gets the incidents of its check and re-renders only when they change', async () => {
  const later = createOpenIncidents(client)
  const changed = { cart: vi.fn<() => void>(), stock: vi.fn<() => void>() }
  const ends = [later.watch(cart, changed.cart), later.watch(stock, changed.stock)]
  expect(later.of(cart)).toBe(cart)
  setOpen(incident('Nobody can pay', 'cart'))
  await eventually(async () => expect(changed.cart).toHaveBeenCalledTimes(1))
  const row = later.of(cart)
  expect(titles(row.incidents)).toEqual(['Nobody can pay'])
  expect(later.of(cart)).toBe(row)
  expect(later.of(stock)).toBe(stock)

  setOpen(incident('Nobody can pay', 'cart'), incident('Stock', 'stock'))
  await eventually(async () => expect(changed.stock).toHaveBeenCalledTimes(1))
  expect(changed.cart).toHaveBeenCalledTimes(1)

  setOpen(incident('Stock', 'stock'))
  await eventually(async () => expect(later.of(cart)).toBe(cart))
  expect(changed.cart).toHaveBeenCalledTimes(2)
  for (const end of ends) end()
})

test('cached incidents are available at once, and nothing is requested without rows in the document', () => {
  setOpen(incident('Nobody can pay', 'cart'))
  const later = createOpenIncidents(client)
  const query = client.getQueryCache().find({ queryKey: incidents.open().queryKey })
  expect(query?.getObserversCount()).toBe(0)
  const ends = [later.watch(cart, () => undefined), later.watch(stock, () => undefined)]
  expect(titles(later.of(cart).incidents)).toEqual(['Nobody can pay'])
  expect(query?.getObserversCount()).toBe(1)
  for (const end of ends) end()
  expect(query?.getObserversCount()).toBe(0)
})
