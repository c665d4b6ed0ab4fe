import { expect, test } from 'vitest'
import { createRandom } from '@/shared/random'
import { extendSelection, emptySelection, countHiddenRows, type RowSelection, toggleRows } from './selection'

const random = createRandom(7)
const ids = Array.from({ length: 40 }, (_, at) => `row-${at}`)
const some = (): RowSelection => new Set(ids.filter(() => random.chance(0.3)))
const sorted = (selection: RowSelection) => [...selection].toSorted()
const cases = Array.from({ length: 300 }, () => ({
  base: some(),
  anchor: random.pick(ids),
  steps: Array.from({ length: 1 + random.below(8) }, () => random.pick(ids)),
}))

test('a range depends only on its two ends', () => {
  for (const { base, anchor, steps } of cases) {
    const to = steps.at(-1) ?? anchor
    let wandered: RowSelection = base
    // The base is the selection before the extension started, and stays the same for every extension.
    for (const step of steps) wandered = extendSelection({ anchor, base }, ids, step)
    expect(sorted(wandered)).toEqual(sorted(extendSelection({ anchor, base }, ids, to)))
  }
})

test('a range keeps the earlier selection and adds exactly the rows between its ends', () => {
  for (const { base, anchor, steps } of cases) {
    const to = steps[0] ?? anchor
    const [from, end] = [ids.indexOf(anchor), ids.indexOf(to)]
    const result = extendSelection({ anchor, base }, ids, to)
    for (const [at, id] of ids.entries()) {
      const isBetween = at >= Math.min(from, end) && at <= Math.max(from, end)
      expect(result.has(id)).toBe(isBetween || base.has(id))
    }
  }
})

test('a range is the same from either end, and back at its anchor it contains only the anchor', () => {
  for (const { base, anchor, steps } of cases) {
    const to = steps[0] ?? anchor
    expect(sorted(extendSelection({ anchor, base }, ids, to))).toEqual(
      sorted(extendSelection({ anchor: to, base }, ids, anchor))
    )
    expect(sorted(extendSelection({ anchor, base }, ids, anchor))).toEqual(sorted(new Set([...base, anchor])))
  }
})

test.each([
  ['with a removed anchor contains only its end', 'gone', 'row-3', ['row-3']],
  ['to a removed row adds nothing', 'row-3', 'gone', []],
])('a range %s', (_name, anchor, to, expected) => {
  expect([...extendSelection({ anchor, base: emptySelection }, ids, to)]).toEqual(expected)
})

const rowsOf = (id: string) => (id === 'group' ? ['a', 'b'] : [id])

test('a collapsed group in a range adds its rows, never itself', () => {
  const result = extendSelection({ anchor: 'x', base: emptySelection }, ['x', 'group', 'y'], 'y', rowsOf)
  expect([...result]).toEqual(['x', 'a', 'b', 'y'])
})

test('toggling twice restores the selection, unless it was partial', () => {
  for (const { base, steps } of cases) {
    const group = [...new Set(steps)]
    const once = toggleRows(base, group)
    const isOn = group.every((id) => base.has(id))
    expect(group.every((id) => once.has(id))).toBe(!isOn)
    expect(sorted(toggleRows(once, group))).toEqual(
      sorted(isOn ? new Set([...base, ...group]) : new Set([...base].filter((id) => !group.includes(id))))
    )
  }
})

test('counts selected rows that are not shown', () => {
  for (const { base } of cases) {
    const shown = some()
    expect(countHiddenRows(base, shown)).toBe([...base].filter((id) => !shown.has(id)).length)
  }
})
