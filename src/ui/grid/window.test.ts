import { expect, test } from 'vitest'
import type { Item } from './model'
import { cardLines, type Lines, tableLines } from './lines'
import { linesInView } from './window'

/** By looking at every line. */
function looked({ count, top }: Lines, view: { top: number; height: number }) {
  const seen = Array.from({ length: count }, (_, line) => line).filter(
    (line) => top(line) < view.top + view.height && top(line + 1) > view.top
  )
  return { from: seen[0], to: seen.at(-1) }
}

const item = (is: 'row' | 'group', index: number) => ({ is, id: `${is} ${index}` }) as Item<never>
const cards = cardLines(
  Array.from({ length: 200 }, (_, index) => item(index % 23 === 0 ? 'group' : 'row', index)),
  { row: 32, card: 121, perLine: 3 }
)

test.each([
  ['a table', tableLines(1000, 33)],
  ['cards under headings', cards],
])('the lines in view of %s are those of which something can be seen', (_name, lines) => {
  const all = lines.top(lines.count)
  for (let top = 0; top <= all - 700; top += 7)
    expect(linesInView(lines, { top, height: 700 }), `at ${top}`).toEqual(looked(lines, { top, height: 700 }))
})

test.each([
  ['not laid out', tableLines(10, 33), { top: 0, height: 0 }, { from: 0, to: -1 }],
  ['empty', tableLines(0, 33), { top: 0, height: 500 }, { from: -1, to: -1 }],
  ['shorter than its view', tableLines(3, 33), { top: 0, height: 500 }, { from: 0, to: 2 }],
  ['scrolled past its end', tableLines(10, 33), { top: 900, height: 500 }, { from: 9, to: 9 }],
])('a list that is %s', (_name, lines, view, range) => expect(linesInView(lines, view)).toEqual(range))
