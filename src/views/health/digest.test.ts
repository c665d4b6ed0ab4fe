import { expect, test } from 'vitest'
import { checkNamed } from '../../../tests/helpers/checks'
import { type Changes, digestOf, noChanges, withChanges } from './digest'

const down = (...names: string[]) =>
  ['a', 'b', 'c'].map((name) => checkNamed(name, { status: names.includes(name) ? 'unhealthy' : 'healthy' }))
const over = (...lists: ReturnType<typeof down>[]): Changes =>
  lists.slice(1).reduce((changes, list, at) => withChanges(changes, lists[at] ?? [], list), noChanges)

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
  expect(digestOf(over(...lists), 'all')).toBe(said)
})

test('critical announces only checks that became unhealthy; off announces nothing', () => {
  const changes = over(down('c'), down('a'))
  expect(digestOf(changes, 'critical')).toBe('a became unhealthy.')
  expect(digestOf(over(down('c'), down()), 'critical')).toBeUndefined()
  expect(digestOf(changes, 'off')).toBeUndefined()
})
