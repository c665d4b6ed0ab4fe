import { expect, test } from 'vitest'
import { type ComparableIncident, type IncidentResource, rankIncidents, significantWords } from './similar'

const HOUR = 60 * 60_000
const NOW = Date.parse('2026-11-20T03:00:00Z')
const cart: IncidentResource = { kind: 'check', id: 'cart', name: 'cart API' }
const shop: IncidentResource = { kind: 'component', id: 'shop', name: 'shop' }
const pod: IncidentResource = { kind: 'config', id: 'pod', name: 'cart-1' }

const incident = (id: string, over: Partial<ComparableIncident> = {}): ComparableIncident => ({
  id,
  title: id,
  type: 'availability',
  resources: [],
  from: NOW - 30 * 24 * HOUR,
  to: NOW - 29 * 24 * HOUR,
  ...over,
})
const own = incident('own', {
  title: 'Cart forgets what is in it',
  resources: [cart, shop, pod],
  from: NOW,
  to: undefined,
})
const unrelated = Array.from({ length: 20 }, (_, at) =>
  incident(`other ${at}`, { type: 'cost', resources: [{ kind: 'check', id: `c${at}`, name: `c${at}` }] })
)
const reasonsOf = (other: ComparableIncident, stepsTo?: (thing: IncidentResource) => number | undefined) =>
  rankIncidents(own, [other, ...unrelated], stepsTo)[0]?.reasons

test('omits incidents with nothing, or only the type and the time, in common', () => {
  expect(rankIncidents(own, [incident('Disk full'), ...unrelated])).toEqual([])
  expect(rankIncidents(own, [incident('x', { from: own.from, to: undefined, type: own.type })])).toEqual([])
})

test.each<[string, Partial<ComparableIncident>, string[]]>([
  ['a check', { resources: [cart] }, ['the same check: cart API', 'the same type']],
  ['a component', { resources: [shop], type: 'cost' }, ['the same component: shop']],
  ['a config item, however often', { resources: [pod, pod], type: 'cost' }, ['the same config item: cart-1']],
  ['a word', { title: 'The cart is slow', type: 'cost' }, ['the word “cart” in the title']],
  ['words', { title: 'Cart forgets everything', type: 'cost' }, ['the words “cart” and “forgets” in the title']],
  [
    'a check, and time',
    { resources: [cart], from: NOW - 3 * HOUR, to: undefined, type: 'cost' },
    ['the same check: cart API', 'opened 3h before, and still open then'],
  ],
  [
    'a check, and time when it was over',
    { resources: [cart], from: NOW - 3 * HOUR, to: NOW - HOUR, type: 'cost' },
    ['the same check: cart API', 'opened 3h before'],
  ],
  [
    'a check, and time afterwards',
    { resources: [cart], from: NOW + HOUR, to: undefined, type: 'cost' },
    ['the same check: cart API', 'opened 1h after, while this one was open'],
  ],
  [
    'a type in another spelling',
    { resources: [cart], type: 'Availability' },
    ['the same check: cart API', 'the same type'],
  ],
])('in common: %s', (_what, over, reasons) => expect(reasonsOf(incident('x', over))).toEqual(reasons))

test('counts resources a few steps away, less with each step', () => {
  const near: IncidentResource = { kind: 'config', id: 'node', name: 'node-7' }
  const reasons = (steps: number) =>
    reasonsOf(incident('x', { resources: [near], type: 'cost' }), ({ id }) => (id === 'node' ? steps : undefined))
  expect(reasons(1)).toEqual(['its config item node-7 is 1 step away'])
  expect(reasons(2)).toEqual(['its config item node-7 is 2 steps away'])
  expect(reasons(9)).toBeUndefined()
})

test('counts a rare common check more than a component that all incidents share', () => {
  const ofShop = Array.from({ length: 20 }, (_, at) => incident(`shop ${at}`, { resources: [shop], type: 'cost' }))
  const ranked = rankIncidents(own, [...ofShop, incident('rare', { resources: [cart], type: 'cost' })])
  expect(ranked[0]?.incident.id).toBe('rare')
  expect(ranked).toHaveLength(21)
})

test('ranks by common evidence, then by time', () => {
  const all = incident('all', { title: 'Cart again', resources: [cart, shop], from: NOW - HOUR })
  const some = incident('some', { resources: [cart] })
  const later = incident('later', { resources: [cart], from: some.from + HOUR })
  expect(rankIncidents(own, [some, later, all, ...unrelated]).map(({ incident: { id } }) => id)).toEqual([
    'all',
    'later',
    'some',
  ])
})

test('never ranks an incident as similar to itself', () => expect(rankIncidents(own, [own, ...unrelated])).toEqual([]))

test('ignores words without meaning', () =>
  expect(significantWords('Checkout is DOWN since 4.19.0, and “Zürich” too.')).toEqual([
    'checkout',
    '4.19.0',
    'zürich',
  ]))
