import { expect, test } from 'vitest'
import { findCauses, foldDerived } from './fold-derived'

const MINUTE = 60_000
const [DEPLOYMENT, POD, OTHER] = ['deployment', 'pod', 'other']
const ancestors: Readonly<Record<string, readonly string[]>> = { [POD]: ['cluster', DEPLOYMENT] }
const event = (id: string, minute: number, on: string, more: object = {}) => ({
  id,
  is: 'change',
  at: minute * MINUTE,
  on: { id: on },
  ...more,
})
const derived = (id: string, minute: number, on: string, more: object = {}) =>
  event(id, minute, on, { isDerived: true, ...more })
const causes = (...events: Parameters<typeof findCauses>[0]) => [...findCauses(events, (id) => ancestors[id] ?? [])]

test('finds the change of the item or of one that contains it, shortly before the first occurrence', () => {
  expect(
    causes(
      event('release', 10, DEPLOYMENT),
      derived('scaled', 11, DEPLOYMENT),
      derived('back-off', 90, POD, { first: 12 * MINUTE }),
      derived('early', 9.5, POD),
      derived('much earlier', 5, POD),
      derived('much later', 26, POD),
      derived('elsewhere', 11, OTHER),
      event('failed', 11, POD, { is: 'failed', isDerived: true })
    )
  ).toEqual([
    ['scaled', 'release'],
    ['back-off', 'release'],
    ['early', 'release'],
  ])
})

test('chooses the nearest of several changes, and no derived event or failure', () => {
  expect(
    causes(
      event('first', 1, DEPLOYMENT),
      event('second', 8, DEPLOYMENT),
      derived('pulled', 9, POD),
      derived('killed', 9, POD),
      event('check', 9, POD, { is: 'failed' })
    )
  ).toEqual([
    ['pulled', 'second'],
    ['killed', 'second'],
  ])
})

test('folds events beneath their cause in order, and keeps those without it', () => {
  const events = [{ id: 'b', causedBy: 'a' }, { id: 'a' }, { id: 'c', causedBy: 'a' }, { id: 'd', causedBy: 'gone' }]
  expect(foldDerived(events).map(({ id, derived: below }) => [id, below.map((one) => one.id)])).toEqual([
    ['a', ['b', 'c']],
    ['d', []],
  ])
})
