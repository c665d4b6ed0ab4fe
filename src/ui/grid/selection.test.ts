import { expect, test } from 'vitest'
import { randomFrom } from '../../lib/random'
import { extended, emptySelection, countHidden, type Selection, toggled } from './selection'

const random = randomFrom(7)
const ids = Array.from({ length: 40 }, (_, at) => `row-${at}`)
const some = (): Selection => new Set(ids.filter(() => random.chance(0.3)))
const sorted = (selection: Selection) => [...selection].toSorted()
const cases = Array.from({ length: 300 }, () => ({
  base: some(),
  anchor: random.pick(ids),
  steps: Array.from({ length: 1 + random.below(8) }, () => random.pick(ids)),
}))

test('a range depends on its two ends, not on the way between them', () => {
  for (const { base, anchor, steps } of cases) {
    const to = steps.at(-1) ?? anchor
    let wandered: Selection = base
    // The base stays what was ticked before the extension began, however often it is extended.
    for (const step of steps) wandered = extended({ anchor, base }, ids, step)
    expect(sorted(wandered)).toEqual(sorted(extended({ anchor, base }, ids, to)))
  }
})

test('a range keeps what was ticked before and adds exactly the rows from one end to the other', () => {
  for (const { base, anchor, steps } of cases) {
    const to = steps[0] ?? anchor
    const [from, end] = [ids.indexOf(anchor), ids.indexOf(to)]
    const result = extended({ anchor, base }, ids, to)
    for (const [at, id] of ids.entries()) {
      const isBetween = at >= Math.min(from, end) && at <= Math.max(from, end)
      expect(result.has(id)).toBe(isBetween || base.has(id))
    }
  }
})

test('a range is the same from either end, and back at its anchor only the anchor is left of it', () => {
  for (const { base, anchor, steps } of cases) {
    const to = steps[0] ?? anchor
    expect(sorted(extended({ anchor, base }, ids, to))).toEqual(sorted(extended({ anchor: to, base }, ids, anchor)))
    expect(sorted(extended({ anchor, base }, ids, anchor))).toEqual(sorted(new Set([...base, anchor])))
  }
})

test.each([
  ['whose anchor is gone begins where it ends', 'gone', 'row-3', ['row-3']],
  ['to a row that is gone adds nothing', 'row-3', 'gone', []],
])('a range %s', (_name, anchor, to, expected) => {
  expect([...extended({ anchor, base: emptySelection }, ids, to)]).toEqual(expected)
})

const rowsOf = (id: string) => (id === 'group' ? ['a', 'b'] : [id])

test('a collapsed group in a range brings its rows, never itself', () => {
  const result = extended({ anchor: 'x', base: emptySelection }, ['x', 'group', 'y'], 'y', rowsOf)
  expect([...result]).toEqual(['x', 'a', 'b', 'y'])
})

test('toggling twice changes nothing, unless only part was ticked: then all are', () => {
  for (const { base, steps } of cases) {
    const group = [...new Set(steps)]
    const once = toggled(base, group)
    const isOn = group.every((id) => base.has(id))
    expect(group.every((id) => once.has(id))).toBe(!isOn)
    expect(sorted(toggled(once, group))).toEqual(
      sorted(isOn ? new Set([...base, ...group]) : new Set([...base].filter((id) => !group.includes(id))))
    )
  }
})

test('what is ticked and not shown is out of sight', () => {
  for (const { base } of cases) {
    const shown = some()
    expect(countHidden(base, shown)).toBe([...base].filter((id) => !shown.has(id)).length)
  }
})
