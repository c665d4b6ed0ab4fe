import { Chunk } from '@codemirror/merge'
import { Text } from '@codemirror/state'
import type { DiffSides } from './patch'

/** A range of changed characters in a line, as `[from, to)`. */
export type ChangedRange = readonly [from: number, to: number]
/** `number`: the line number in the whole file, from 1; undefined for lines that are not in it. */
export type DiffLine = { text: string; number: number | undefined; marks: readonly ChangedRange[] }

/** A block of a difference, in order from top to bottom. */
export type DiffBlock =
  | { is: 'same'; lines: readonly { text: string; before: number | undefined; after: number | undefined }[] }
  | { is: 'change'; removed: readonly DiffLine[]; added: readonly DiffLine[] }
  /** The unknown lines between two hunks of a patch. */
  | { is: 'gap'; text: string }

/** The unchanged and changed lines between two texts, with the changed characters of changed lines. */
export function computeBlocks({ before, after, numbers }: DiffSides): DiffBlock[] {
  const sides = { a: sideOf(before, numbers?.before), b: sideOf(after, numbers?.after) }
  const { a, b } = sides
  const blocks: DiffBlock[] = []
  let [atA, atB] = [1, 1]
  const same = (untilA: number) => {
    const lines = range(atA, untilA).map((line, offset) => ({
      text: a.text.line(line).text,
      before: a.numberOf(line),
      after: b.numberOf(atB + offset),
    }))
    blocks.push(...splitAtGaps(lines))
  }
  for (const chunk of Chunk.build(a.text, b.text)) {
    const { inA, inB } = withoutSame(
      a.text,
      linesIn(a.text, chunk.fromA, chunk.toA),
      b.text,
      linesIn(b.text, chunk.fromB, chunk.toB)
    )
    same(inA.first)
    const removed = range(inA.first, inA.end).map((line) =>
      a.lineOf(
        line,
        chunk.changes.map((one) => [chunk.fromA + one.fromA, chunk.fromA + one.toA])
      )
    )
    const added = range(inB.first, inB.end).map((line) =>
      b.lineOf(
        line,
        chunk.changes.map((one) => [chunk.fromB + one.fromB, chunk.fromB + one.toB])
      )
    )
    // An empty text has no lines, but one in CodeMirror.
    blocks.push({ is: 'change', removed: before === '' ? [] : removed, added: after === '' ? [] : added })
    atA = inA.end
    atB = inB.end
  }
  same(a.text.lines + 1)
  return blocks
}

type Numbers = readonly (number | undefined)[]

function sideOf(text: string, numbers: Numbers | undefined) {
  const doc = Text.of(text.split('\n'))
  const numberOf = (line: number) => (numbers ? numbers[line - 1] : line)
  function lineOf(line: number, changes: readonly ChangedRange[]): DiffLine {
    const { from, to, text: lineText } = doc.line(line)
    const marks = changes
      .map(([start, end]): ChangedRange => [Math.max(start, from) - from, Math.min(end, to) - from])
      .filter(([start, end]) => end > start)
    const isWhole = marks.some(([start, end]) => start === 0 && end === lineText.length)
    return { text: lineText, number: numberOf(line), marks: isWhole ? [] : marks }
  }
  return { text: doc, numberOf, lineOf }
}

/** The lines of a chunk from `first` to `end`, exclusive. An empty chunk is before `first`. */
function linesIn(doc: Text, from: number, to: number): Lines {
  if (from > doc.length) return { first: doc.lines + 1, end: doc.lines + 1 }
  const first = doc.lineAt(from).number
  return { first, end: to === from ? first : doc.lineAt(Math.min(to - 1, doc.length)).number + 1 }
}

type Lines = { first: number; end: number }

/** Trims unchanged lines: a chunk at the end of a text starts with the last unchanged line, whose line break changes. */
function withoutSame(a: Text, inA: Lines, b: Text, inB: Lines): { inA: Lines; inB: Lines } {
  const isSame = (lineA: number, lineB: number) => a.line(lineA).text === b.line(lineB).text
  const most = Math.min(inA.end - inA.first, inB.end - inB.first)
  let [head, tail] = [0, 0]
  while (head < most && isSame(inA.first + head, inB.first + head)) head++
  while (tail < most - head && isSame(inA.end - 1 - tail, inB.end - 1 - tail)) tail++
  const cut = ({ first, end }: Lines) => ({ first: first + head, end: end - tail })
  return { inA: cut(inA), inB: cut(inB) }
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)

type Same = Extract<DiffBlock, { is: 'same' }>['lines']

/** Splits at the lines without a number, which are the hunk headers of a patch. */
function splitAtGaps(lines: Same): DiffBlock[] {
  const blocks: DiffBlock[] = []
  let run: Same[number][] = []
  const flush = () => {
    if (run.length > 0) blocks.push({ is: 'same', lines: run })
    run = []
  }
  for (const line of lines)
    if (line.before === undefined && line.after === undefined) {
      flush()
      blocks.push({ is: 'gap', text: line.text })
    } else run.push(line)
  flush()
  return blocks
}
