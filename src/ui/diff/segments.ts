import type { DiffBlock, DiffLine } from './blocks'

/** Number of unchanged lines shown around a change. */
const CONTEXT = 3
/** Shorter runs are not collapsed, because a button would save no space. */
const MIN_COLLAPSED = 3

/** One line on screen: the old text on the left, the new one on the right. An unchanged line has both. */
export type DiffRow = { before?: DiffLine; after?: DiffLine; isSame?: true }

/** A rendered segment of a difference, in order from top to bottom. */
export type DiffSegment =
  | { is: 'rows'; key: string; rows: readonly DiffRow[]; change?: number }
  | { is: 'fold'; key: string; block: number; count: number }
  | { is: 'gap'; key: string; text: string }

/**
 * The segments to render for the blocks of a difference.
 * @param opened indexes of the unchanged blocks that the user has expanded
 * @param isSplit whether removed and added lines are side by side
 */
export function toSegments(blocks: readonly DiffBlock[], opened: ReadonlySet<number>, isSplit: boolean): DiffSegment[] {
  let change = 0
  return blocks.flatMap((block, at): DiffSegment[] => {
    const key = String(at)
    if (block.is === 'gap') return [{ is: 'gap', key, text: block.text }]
    if (block.is === 'change')
      return [{ is: 'rows', key, change: ++change, rows: isSplit ? splitRows(block) : unifiedRows(block) }]
    const rows = block.lines.map(({ text, before, after }): DiffRow => ({
      before: { text, number: before, marks: [] },
      after: { text, number: after, marks: [] },
      isSame: true,
    }))
    const head = blocks[at - 1]?.is === 'change' ? CONTEXT : 0
    const tail = blocks[at + 1]?.is === 'change' ? CONTEXT : 0
    const count = rows.length - head - tail
    if (opened.has(at) || count < MIN_COLLAPSED) return [{ is: 'rows', key, rows }]
    const pieces: DiffSegment[] = [
      { is: 'rows', key: `${key} head`, rows: rows.slice(0, head) },
      { is: 'fold', key: `${key} fold`, block: at, count },
      { is: 'rows', key: `${key} tail`, rows: rows.slice(rows.length - tail) },
    ]
    return pieces.filter((piece) => piece.is !== 'rows' || piece.rows.length > 0)
  })
}

type Change = Extract<DiffBlock, { is: 'change' }>

const unifiedRows = ({ removed, added }: Change): DiffRow[] => [
  ...removed.map((before) => ({ before })),
  ...added.map((after) => ({ after })),
]

const splitRows = ({ removed, added }: Change): DiffRow[] =>
  Array.from({ length: Math.max(removed.length, added.length) }, (_, at) => {
    const before = removed[at]
    const after = added[at]
    return { ...(before && { before }), ...(after && { after }) }
  })

/** The first `most` rows; the last segment may be cut. `rest` is the number of omitted rows. */
export function takeRows(pieces: readonly DiffSegment[], most: number): { shown: DiffSegment[]; rest: number } {
  const shown: DiffSegment[] = []
  let [left, rest] = [most, 0]
  for (const piece of pieces) {
    const count = piece.is === 'rows' ? piece.rows.length : 1
    if (left <= 0) rest += piece.is === 'fold' ? piece.count : count
    else if (piece.is === 'rows' && count > left) {
      shown.push({ ...piece, rows: piece.rows.slice(0, left) })
      rest += count - left
    } else shown.push(piece)
    left -= count
  }
  return { shown, rest }
}
