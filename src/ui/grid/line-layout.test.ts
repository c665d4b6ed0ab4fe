import { expect, test } from 'vitest'
import { findIndexBelow, layOutCards, layOutRows } from './line-layout'
import type { GridLine } from './model'

const place = { level: 1, depth: 0, position: 1, setSize: 1, parent: undefined, isExpanded: undefined }
const card = (id: string): GridLine<never> => ({ ...place, id, is: 'row', row: undefined as never })
const group = (id: string): GridLine<never> => ({ ...place, id, is: 'group', title: id, rows: [] })
const sizes = { row: 30, card: 100, perLine: 3 }

test('places cards side by side and starts a new line for a group', () => {
  const items = [group('A'), card('a'), card('b'), card('c'), card('d'), group('B'), card('e')]
  const lines = layOutCards(items, sizes)
  const spans = Array.from({ length: lines.count }, (_, line) => [lines.from(line), lines.to(line)])
  expect(spans).toEqual([
    [0, 1],
    [1, 4],
    [4, 5],
    [5, 6],
    [6, 7],
  ])
  expect(Array.from({ length: lines.count }, (_, line) => lines.top(line))).toEqual([0, 30, 130, 230, 260])
  expect(items.map((_, index) => lines.lineOf(index))).toEqual([0, 1, 1, 1, 2, 3, 4])
  expect(lines.height(4)).toBe(100)
})

test('a card is directly below the card of the line before, and a group is below all cards', () => {
  const heights: Record<string, number> = { a: 50, b: 90, c: 40, d: 60, e: 20 }
  const items = ['a', 'b', 'c', 'd', 'e'].map(card).toSpliced(4, 0, group('G')) as GridLine<{ id: string }>[]
  const rows = items.map((one) => (one.is === 'row' ? { ...one, row: { id: one.id } } : one))
  const lines = layOutCards(rows, { ...sizes, perLine: 2 }, ({ id }) => heights[id] ?? 0)
  expect(rows.map((_, index) => lines.spanOf(index))).toEqual([
    [0, 50],
    [0, 90],
    [50, 90],
    [90, 150],
    [150, 180],
    [180, 200],
  ])
  const each = Array.from({ length: lines.count }, (_, line) => line)
  expect(each.map((line) => [lines.top(line), lines.height(line)])).toEqual([
    [0, 90],
    [50, 100],
    [150, 30],
    [180, 20],
  ])
  expect(lines.top(lines.count)).toBe(200)
})

const seven = Array.from({ length: 7 }, (_, at) => card(String(at)))
test.each([
  ['down keeps the column', 1, 1, 4],
  ['up keeps the column', 4, -1, 1],
  ['down into a shorter line goes to its last card', 5, 1, 6],
  ['down at the end stays', 6, 1, 6],
  ['up at the beginning stays', 2, -1, 2],
  ['far down stops at the last line', 0, 9, 6],
])('among cards, %s', (_name, index, by, expected) => {
  expect(findIndexBelow(layOutCards(seven, sizes), index, by)).toBe(expected)
})

test('a line of a table is one row', () => {
  const lines = layOutRows(5, 32)
  expect([
    findIndexBelow(lines, 1, 2),
    findIndexBelow(lines, 1, -9),
    findIndexBelow(lines, 1, 9),
    lines.top(4),
  ]).toEqual([3, 0, 4, 128])
})
