import { expect, test } from 'vitest'
import { overflowTabs } from './tab-overflow'

const tabs = ['a', 'b', 'c', 'd'].map((value) => ({ value }))
const drawn = (chosen: string | undefined, most: number) => {
  const { tabs: few, rest } = overflowTabs(tabs, chosen, most)
  return [few.map(({ value }) => value).join(''), rest]
}

test.each([
  [undefined, 4, ['abcd', 0]],
  [undefined, 3, ['abc', 1]],
  ['b', 2, ['ab', 2]],
  ['d', 2, ['abd', 1]],
  ['gone', 2, ['ab', 2]],
])('shows the tabs with %s selected and space for %d', (chosen, most, expected) => {
  expect(drawn(chosen, most)).toEqual(expected)
})
