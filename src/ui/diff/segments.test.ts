import { expect, test } from 'vitest'
import { computeBlocks } from './blocks'
import { takeRows, type DiffSegment, toSegments, type DiffRow } from './segments'

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`)
const before = numbered(30)
const after = before.with(19, 'changed').toSpliced(20, 0, 'added')
const blocks = computeBlocks({ before: before.join('\n'), after: after.join('\n') })

const row = ({ before: left, after: right, isSame }: DiffRow) =>
  isSame ? `${left?.number} ${right?.number}` : `${left ? `-${left.number}` : ''}${right ? `+${right.number}` : ''}`
const drawn = (pieces: readonly DiffSegment[]) =>
  pieces.map((piece) =>
    piece.is === 'fold' ? `… ${piece.count}` : piece.is === 'gap' ? piece.text : piece.rows.map(row).join(', ')
  )

test.each([
  ['unified', false, '-20, +20, +21'],
  ['side by side', true, '-20+20, +21'],
])('shows three unchanged lines around a change and collapses the others: %s', (_how, isSplit, change) => {
  expect(drawn(toSegments(blocks, new Set(), isSplit))).toEqual([
    '… 16',
    '17 17, 18 18, 19 19',
    change,
    '21 22, 22 23, 23 24',
    '… 7',
  ])
})

test('each collapsed block can be expanded separately', () => {
  const [first, second] = drawn(toSegments(blocks, new Set([0]), false))
  expect(first).toMatch(/^1 1, .*, 19 19$/)
  expect(second).toBe('-20, +20, +21')
})

test('returns the first of very many rows and counts the rest', () => {
  const { shown, rest } = takeRows(toSegments(blocks, new Set(), false), 6)
  expect(drawn(shown)).toEqual(['… 16', '17 17, 18 18, 19 19', '-20, +20'])
  expect(rest).toBe(1 + 3 + 7)
})
