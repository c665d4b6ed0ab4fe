import { expect, test } from 'vitest'
import { createCheck } from '@tests/helpers/checks'
import { type HealthChanges, formatDigest, noHealthChanges, addHealthChanges } from './digest'

const down = (...names: string[]) =>
  ['a', 'b', 'c'].map((name) => createCheck(name, { status: names.includes(name) ? 'unhealthy' : 'healthy' }))
const over = (...lists: ReturnType<typeof down>[]): HealthChanges =>
  lists.slice(1).reduce((changes, list, at) => addHealthChanges(changes, lists[at] ?? [], list), noHealthChanges)

test.each([
  [[down(), down('a', 'b')], '2 checks became unhealthy.'],
  [[down('c'), down('a', 'b')], '2 checks became unhealthy, c recovered.'],
  [[down('b', 'c'), down('a')], 'a became unhealthy, 2 checks recovered.'],
  [[down('a'), down()], 'a recovered.'],
  [[down(), down('a'), down()], undefined],
  [[down('a'), down(), down('a')], undefined],
  [[down(), down()], undefined],
  [[[], down('a')], undefined],
])('%# announces all lasting changes', (lists, said) => {
  expect(formatDigest(over(...lists), 'all')).toBe(said)
})

test('critical announces only checks that became unhealthy; off announces nothing', () => {
  const changes = over(down('c'), down('a'))
  expect(formatDigest(changes, 'critical')).toBe('a became unhealthy.')
  expect(formatDigest(over(down('c'), down()), 'critical')).toBeUndefined()
  expect(formatDigest(changes, 'off')).toBeUndefined()
})
