import { expect, test } from 'vitest'
import { createRandom } from '@/shared/random'
import { findHeldBack, describeRemoval, findSuccessor } from './row-changes'

test.each([
  ['the next line', 'b', ['a', 'c', 'd'], 'c'],
  ['the next remaining line', 'b', ['a', 'd'], 'd'],
  ['the previous line at the end', 'd', ['a', 'b'], 'b'],
  ['the next line in its new position', 'b', ['d', 'c', 'a'], 'c'],
  ['undefined if no line remains', 'b', [], undefined],
  ['undefined for an unknown line', 'x', ['a'], undefined],
])('the successor of a removed line is %s', (_name, gone, after, expected) => {
  expect(findSuccessor(['a', 'b', 'c', 'd'], gone, new Set(after))).toBe(expected)
})

test('announces a removal and the new position', () => {
  expect(describeRemoval('payments-api', { name: 'payments-worker', position: 4, of: 31 })).toEqual({
    whole: 'payments-api was removed. On payments-worker, 4 of 31.',
    rest: 'On payments-worker, 4 of 31.',
  })
  expect(describeRemoval('payments-api', undefined).whole).toBe('payments-api was removed. Nothing is left.')
})

test.each([
  ['above the view are held back', ['x', 'a', 'y', 'b', 'c'], 'b', ['x', 'y']],
  ['in view or below it are shown', ['a', 'b', 'x', 'c', 'y'], 'b', []],
  ['are shown while the list is scrolled to its beginning', ['x', 'a', 'b', 'c'], undefined, []],
])('new lines %s', (_name, after, top, expected) => {
  expect([...findHeldBack(after, new Set(['a', 'b', 'c']), new Set(), top)]).toEqual(expected)
})

test('keeps lines held back until they are removed, and never moves the top line down', () => {
  const random = createRandom(11)
  for (let round = 0; round < 300; round++) {
    const before = Array.from({ length: 1 + random.below(12) }, (_, at) => `old-${at}`)
    const top = random.pick(before)
    const after = before.filter((id) => id === top || random.chance(0.8))
    const held = new Set<string>()
    for (let n = 0; n < random.below(6); n++) {
      after.splice(random.below(after.length + 1), 0, `new-${n}`)
      if (random.chance(0.3)) held.add(`new-${n}`)
    }
    const result = findHeldBack(after, new Set(before), held, top)
    const shown = after.filter((id) => !result.has(id))
    expect(shown.slice(0, shown.indexOf(top)).every((id) => id.startsWith('old-'))).toBe(true)
    expect(shown.indexOf(top)).toBeLessThanOrEqual(before.indexOf(top))
    for (const id of held) expect(result.has(id)).toBe(after.includes(id))
  }
})
