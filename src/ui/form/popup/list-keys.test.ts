import { expect, test } from 'vitest'
import { moveIndex, findTypeahead } from './list-keys'

test.each([
  ['ArrowDown', -1, 0],
  ['ArrowDown', 4, 4],
  ['ArrowUp', -1, 4],
  ['ArrowUp', 0, 0],
  ['PageDown', 1, 4],
  ['PageUp', 3, 0],
  ['Home', 3, 0],
  ['End', 0, 4],
  ['Tab', 0, undefined],
])('%s at %i of five moves to %s', (key, active, to) => {
  expect(moveIndex(key, active, 5)).toBe(to)
})

test('no key moves in an empty list', () => {
  expect(moveIndex('ArrowDown', -1, 0)).toBeUndefined()
})

const labels = ['Paris', 'Prague', 'Oslo', 'Porto']
test.each([
  ['o', -1, 2],
  ['p', 0, 1],
  ['pp', 1, 3],
  ['ppp', 3, 0],
  ['por', 0, 3],
  ['PR', 0, 1],
  ['x', 0, -1],
])('typing %s at %i moves to %i', (typed, active, to) => {
  expect(findTypeahead(typed, labels, active)).toBe(to)
})
