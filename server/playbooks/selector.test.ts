import { expect, test } from 'vitest'
import { fits, isIn, type Selectable, type Selector, selects } from './selector'

const check: Selectable = {
  id: 'a1',
  name: 'checkout API',
  namespace: 'payments',
  type: 'http',
  status: 'unhealthy',
  health: 'unhealthy',
  agent: { id: '00000000-0000-0000-0000-000000000000', name: 'local' },
  labels: { kind: 'api', app: 'checkout', replicas: '3' },
  tags: {},
  properties: { owner: 'payments' },
  scope: ['c1', 'payments/checkout'],
  isDeleted: false,
}

test.each<[string, Selector, boolean]>([
  ['nothing', {}, false],
  ['only an agent', { agent: 'all' }, false],
  ['everything', { name: '*' }, true],
  ['its name', { name: 'checkout API' }, true],
  ['another name', { name: 'cart API' }, false],
  ['its label', { labelSelector: 'kind=api' }, true],
  ['its type and its label', { types: ['http', 'tcp'], labelSelector: 'kind=api' }, true],
  ['its type, but not its label', { types: ['http'], labelSelector: 'kind=page' }, false],
  ['its status', { statuses: ['unhealthy'] }, true],
  ['its namespace', { namespace: 'payments,shop' }, true],
  ['its canary by name', { scope: 'payments/checkout' }, true],
  ['its canary by id', { scope: 'c1' }, true],
  ['another canary', { scope: 'c2' }, false],
  ['a property', { fieldSelector: 'owner=payments' }, true],
  ['a tag it has not', { tagSelector: 'cluster=eu' }, false],
  ['its agent', { name: '*', agent: 'local' }, true],
  ['another agent', { name: '*', agent: 'leeds' }, false],
  ['the beginning of its name', { search: 'check' }, true],
  ['a field', { search: 'type=http status!=healthy' }, true],
  ['a label by search', { search: 'labels.app=checkout' }, true],
  ['a quoted name', { search: 'name="checkout API"' }, true],
  ['more than a number', { search: 'labels.replicas>2' }, true],
  ['an operator that never matches', { search: 'name:checkout' }, false],
  ['an exclusion that never matches', { search: '-cart' }, false],
])('%s', (_what, wanted, expected) => expect(selects(wanted, check)).toBe(expected))

test('without a word about agents, what another agent sent is not meant', () => {
  const remote = { ...check, agent: { id: 'a', name: 'leeds' } }
  expect(selects({ name: '*' }, remote)).toBe(false)
  expect(selects({ name: '*', agent: 'all' }, remote)).toBe(true)
  expect(selects({ name: '*', agent: 'leeds' }, remote)).toBe(true)
})

test('what was deleted is not meant unless that is said', () => {
  const gone = { ...check, isDeleted: true }
  expect(selects({ name: '*' }, gone)).toBe(false)
  expect(selects({ name: '*', includeDeleted: true }, gone)).toBe(true)
})

test.each([
  ['a,b', 'b', true],
  ['a*', 'abc', true],
  ['*c', 'abc', true],
  ['*b*', 'abc', true],
  ['!abc', 'abc', false],
  ['!x', 'abc', true],
  ['a*,!abc', 'abc', false],
  ['a', null, false],
  ['*', null, true],
])('%s, tried on %s: %s', (written, value, expected) => expect(isIn(written, value)).toBe(expected))

test.each([
  ['a=1', true],
  ['a==1', true],
  ['a!=1', false],
  ['z!=1', true],
  ['a in (1, 2)', true],
  ['a notin (1,2),b', false],
  ['a in (2,3)', false],
  ['z notin (1)', true],
  ['b', true],
  ['!b', false],
  ['!z', true],
  ['a=1,b=2', true],
  ['a=1,b=3', false],
  ['a ~ 1', false],
])('the label selector %s: %s', (written, expected) => expect(fits(written, { a: '1', b: '2' })).toBe(expected))
