import { expect, test } from 'vitest'
import { growth, STILL_LINEAR } from '@tests/helpers/growth'
import {
  matchesLabelSelector,
  matchesList,
  type Selectable,
  type Selector,
  selectorSchema,
  matchesSelector,
} from './selector'

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
])('%s', (_what, rules, expected) => expect(matchesSelector(rules, check)).toBe(expected))

test('matches only the local agent unless the selector names another', () => {
  const remote = { ...check, agent: { id: 'a', name: 'leeds' } }
  expect(matchesSelector({ name: '*' }, remote)).toBe(false)
  expect(matchesSelector({ name: '*', agent: 'all' }, remote)).toBe(true)
  expect(matchesSelector({ name: '*', agent: 'leeds' }, remote)).toBe(true)
})

test('matches deleted resources only if the selector includes them', () => {
  const gone = { ...check, isDeleted: true }
  expect(matchesSelector({ name: '*' }, gone)).toBe(false)
  expect(matchesSelector({ name: '*', includeDeleted: true }, gone)).toBe(true)
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
])('%s matches %s: %s', (written, value, expected) => expect(matchesList(written, value)).toBe(expected))

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
])('label selector %s: %s', (written, expected) =>
  expect(matchesLabelSelector(written, { a: '1', b: '2' })).toBe(expected)
)

test.each<[string, (size: number) => string]>([
  ['commas', (size) => ','.repeat(size)],
  ['commas before a parenthesis', (size) => `${','.repeat(size)})`],
  ['commas after a parenthesis', (size) => `a in (${','.repeat(size)}`],
  ['parentheses', (size) => '('.repeat(size)],
  ['closed parentheses', (size) => '(),'.repeat(size)],
  ['spaces', (size) => `a${' '.repeat(size)}b`],
  ['spaces after a sign', (size) => `a =${' '.repeat(size)}b c`],
  ['spaces after a word', (size) => `a in${' '.repeat(size)}b`],
  ['exclamation marks', (size) => '!'.repeat(size)],
  ['letters', (size) => 'a'.repeat(size)],
  ['sets', (size) => 'a in (b,c),'.repeat(size)],
  ['stars', (size) => '*'.repeat(size)],
  ['quotes', (size) => '"'.repeat(size)],
  ['quotes and spaces', (size) => '" '.repeat(size)],
  ['fields', (size) => 'a=" '.repeat(size)],
  ['dots', (size) => 'a.'.repeat(size)],
])('matches in linear time: %s', (_name, text) => {
  for (const member of ['labelSelector', 'name', 'search'] as const)
    expect(
      growth((size) => {
        const rules = { [member]: text(size).slice(0, size) }
        return () => matchesSelector(rules, check)
      }, 1250)
    ).toBeLessThan(STILL_LINEAR)
})

test('refuses a selector above the length limit', () => {
  for (const member of ['name', 'labelSelector', 'search', 'scope'])
    expect(selectorSchema.safeParse({ [member]: 'x'.repeat(10_001) }).success).toBe(false)
  expect(selectorSchema.safeParse({ types: Array.from({ length: 1001 }, () => 'x') }).success).toBe(false)
})
