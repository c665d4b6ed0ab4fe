import { expect, test } from 'vitest'
import { nestSends } from './nest-sends'

type Row = { id: string; parent_id?: string | null }
const nested = (rows: readonly Row[]) => {
  const { roots, childrenOf } = nestSends(rows)
  const write = (row: Row): string => {
    const children = childrenOf(row) ?? []
    return children.length === 0 ? row.id : `${row.id}(${children.map(write).join(' ')})`
  }
  return roots.map(write).join(' ')
}

test.each<[string, Row[], string]>([
  ['rows in their order', [{ id: 'a' }, { id: 'b', parent_id: null }], 'a b'],
  ['a row below its parent, also if the parent comes later', [{ id: 'b', parent_id: 'a' }, { id: 'a' }], 'a(b)'],
  ['several levels', [{ id: 'a' }, { id: 'b', parent_id: 'a' }, { id: 'c', parent_id: 'b' }], 'a(b(c))'],
  ['a row whose parent is on another page', [{ id: 'b', parent_id: 'x' }], 'b'],
  ['a row that is its own parent', [{ id: 'a', parent_id: 'a' }], 'a'],
  [
    'a chain that leads back to itself',
    [
      { id: 'a', parent_id: 'b' },
      { id: 'b', parent_id: 'a' },
      { id: 'c', parent_id: 'a' },
    ],
    'a(c) b',
  ],
])('lists %s', (_what, rows, tree) => expect(nested(rows)).toBe(tree))

test('names the parent of a nested row only', () => {
  const { parentOf } = nestSends([{ id: 'a' }, { id: 'b', parent_id: 'a' }])
  expect([parentOf('a'), parentOf('b')]).toEqual([undefined, 'a'])
})
