import type { Block, DiffLine } from './blocks'

/** Unchanged lines shown around a change. */
const CONTEXT = 3
/** Shorter runs are shown, since a button would save no space. */
const LEAST_FOLDED = 3

/** One line of the screen: what was on the left, what is on the right. One that stays has both, the same. */
export type Row = { before?: DiffLine; after?: DiffLine; isSame?: true }

/** What is drawn, from top to bottom. */
export type Piece =
  | { is: 'rows'; key: string; rows: readonly Row[]; change?: number }
  | { is: 'fold'; key: string; block: number; count: number }
  | { is: 'gap'; key: string; text: string }

/**
 * @param opened blocks that stay and are shown whole, by their place
 * @param isSplit what was removed and what was added stand side by side
 */
export function piecesOf(blocks: readonly Block[], opened: ReadonlySet<number>, isSplit: boolean): Piece[] {
  let change = 0
  return blocks.flatMap((block, at): Piece[] => {
    const key = String(at)
    if (block.is === 'gap') return [{ is: 'gap', key, text: block.text }]
    if (block.is === 'change')
      return [{ is: 'rows', key, change: ++change, rows: isSplit ? besides(block) : beneath(block) }]
    const rows = block.lines.map(({ text, before, after }): Row => ({
      before: { text, number: before, marks: [] },
      after: { text, number: after, marks: [] },
      isSame: true,
    }))
    const head = blocks[at - 1]?.is === 'change' ? CONTEXT : 0
    const tail = blocks[at + 1]?.is === 'change' ? CONTEXT : 0
    const count = rows.length - head - tail
    if (opened.has(at) || count < LEAST_FOLDED) return [{ is: 'rows', key, rows }]
    const pieces: Piece[] = [
      { is: 'rows', key: `${key} head`, rows: rows.slice(0, head) },
      { is: 'fold', key: `${key} fold`, block: at, count },
      { is: 'rows', key: `${key} tail`, rows: rows.slice(rows.length - tail) },
    ]
    return pieces.filter((piece) => piece.is !== 'rows' || piece.rows.length > 0)
  })
}

type Change = Extract<Block, { is: 'change' }>

const beneath = ({ removed, added }: Change): Row[] => [
  ...removed.map((before) => ({ before })),
  ...added.map((after) => ({ after })),
]

const besides = ({ removed, added }: Change): Row[] =>
  Array.from({ length: Math.max(removed.length, added.length) }, (_, at) => {
    const before = removed[at]
    const after = added[at]
    return { ...(before && { before }), ...(after && { after }) }
  })

/** The first so many rows; the last piece may be cut. `rest`: how many rows are left out. */
export function firstRows(pieces: readonly Piece[], most: number): { shown: Piece[]; rest: number } {
  const shown: Piece[] = []
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
