import { expect, test } from 'vitest'
import { type DiffBlock, computeBlocks } from './blocks'
import { parsePatch } from './patch'

/** Formats a difference as text. */
const drawn = (blocks: readonly DiffBlock[]) =>
  blocks.flatMap((block) => {
    if (block.is === 'gap') return [block.text]
    if (block.is === 'same') return block.lines.map(({ text, before, after }) => `${before}·${after}  ${text}`)
    return [
      ...block.removed.map(({ text, number }) => `${number}- ${text}`),
      ...block.added.map(({ text, number }) => `${number}+ ${text}`),
    ]
  })

const lines = (...all: string[]) => all.join('\n')

test.each([
  ['a line in the middle', lines('a', 'b', 'c'), lines('a', 'x', 'c'), ['1·1  a', '2- b', '2+ x', '3·3  c']],
  ['a line added at the end', lines('a'), lines('a', 'b'), ['1·1  a', '2+ b']],
  ['a line added at the start', lines('b'), lines('a', 'b'), ['1+ a', '1·2  b']],
  ['the last line removed', lines('a', 'b'), lines('a'), ['1·1  a', '2- b']],
  ['the first line removed', lines('a', 'b'), lines('b'), ['1- a', '2·1  b']],
  ['an empty text becoming lines', '', lines('a', 'b'), ['1+ a', '2+ b']],
  ['lines becoming an empty text', lines('a', 'b'), '', ['1- a', '2- b']],
  ['no difference', lines('a', 'b'), lines('a', 'b'), ['1·1  a', '2·2  b']],
  ['an added empty line', lines('a', 'b'), lines('a', '', 'b'), ['1·1  a', '2+ ', '2·3  b']],
  [
    'two changes',
    lines('a', 'b', 'c', 'd', 'e'),
    lines('x', 'b', 'c', 'd', 'y', 'z'),
    ['1- a', '1+ x', '2·2  b', '3·3  c', '4·4  d', '5- e', '5+ y', '6+ z'],
  ],
])('%s', (_what, before, after, expected) => {
  expect(drawn(computeBlocks({ before, after }))).toEqual(expected)
})

test('marks the changed characters of a changed line', () => {
  const [, change] = computeBlocks({
    before: lines('name: api', 'replicas: 2'),
    after: lines('name: api', 'replicas: 3'),
  })
  expect(change).toEqual({
    is: 'change',
    removed: [{ text: 'replicas: 2', number: 2, marks: [[10, 11]] }],
    added: [{ text: 'replicas: 3', number: 2, marks: [[10, 11]] }],
  })
})

test('a patch keeps the line numbers of the whole file and has a gap between its hunks', () => {
  const patch = lines('--- a', '+++ b', '@@ -3,3 +3,3 @@', ' a', '-b', '+x', ' c', '@@ -20,2 +20,1 @@', ' d', '-e')
  expect(drawn(computeBlocks(parsePatch(patch)))).toEqual([
    '@@ -3,3 +3,3 @@',
    '3·3  a',
    '4- b',
    '4+ x',
    '5·5  c',
    '@@ -20,2 +20,1 @@',
    '20·20  d',
    '21- e',
  ])
})
