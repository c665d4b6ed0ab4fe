import type { Direction, RelatedRow } from '../../../../api/relationships'

/** Where an item stands to the one whose relationships are shown. */
export type Side = 'downstream' | 'upstream'

/** A related item, and how it is reached. */
export type Related = RelatedRow & {
  /** Undefined: it is reached through items that are not shown, and they could be on either side. */
  side: Side | undefined
  /** Relationships on the shortest way; undefined through items that are not shown. */
  steps: number | undefined
  /** The item before it on that way; undefined with `side`. */
  via: string | undefined
  /** Between `via` and this are items that are not shown. */
  isGap: boolean
  /** The last relationship on that way is a soft one. Absent: it is not, or there is none. */
  isSoft?: boolean
}

type Found = Pick<Related, 'side' | 'steps' | 'via' | 'isGap'>

/**
 * How each item is reached from one of them: downstream where that is possible, because what it leads to is more often
 * looked for than what leads to it.
 * @param rows as the walk answers them, with or without the item itself; filters may have left gaps between them
 * @param direction in which the walk has gone: says on which side of a gap an item is
 * @returns those that are not the item itself, in the order in which they came
 */
export function reachOf(id: string, rows: readonly RelatedRow[], direction: Direction): Related[] {
  const known = new Set([id, ...rows.map((row) => row.id)])
  const down = new Map<string, string[]>()
  const up = new Map<string, string[]>()
  for (const row of rows) {
    const to = row.related_ids.filter((one) => known.has(one) && one !== row.id)
    down.set(row.id, to)
    for (const one of to) up.set(one, [...(up.get(one) ?? []), row.id])
  }
  const found = new Map<string, Found>()
  reach(id, { edges: up, side: 'upstream', isCounted: true }, found)
  // Downstream last: it counts more.
  const below = new Map<string, Found>()
  reach(id, { edges: down, side: 'downstream', isCounted: true }, below)
  for (const [one, way] of below) found.set(one, way)
  if (direction !== 'all') {
    const side: Side = direction === 'outgoing' ? 'downstream' : 'upstream'
    const [edges, back] = side === 'downstream' ? [down, up] : [up, down]
    const isLost = (one: string) => one !== id && !found.has(one)
    const lost = rows.map((row) => row.id).filter(isLost)
    // Those that nothing lost leads to begin a part beyond a gap; of a cycle any one does.
    const first = lost.filter((one) => !(back.get(one) ?? []).some(isLost))
    for (const one of [...first, ...lost]) {
      if (!isLost(one)) continue
      found.set(one, { side, steps: undefined, via: id, isGap: true })
      reach(one, { edges, side, isCounted: false }, found, id)
    }
  }
  const soft = new Set(rows.flatMap((row) => (row.soft_ids ?? []).map((to) => `${row.id} ${to}`)))
  return rows
    .filter((row) => row.id !== id)
    .map((row): Related => {
      const way = found.get(row.id) ?? nowhere
      const [from, to] = way.side === 'upstream' ? [row.id, way.via] : [way.via, row.id]
      return { ...row, ...way, ...(!way.isGap && soft.has(`${from} ${to}`) && { isSoft: true }) }
    })
}

const nowhere: Found = { side: undefined, steps: undefined, via: undefined, isGap: false }

type Along = { edges: ReadonlyMap<string, readonly string[]>; side: Side; isCounted: boolean }

/** Adds what is reached along edges by the shortest ways, except what is found already. */
function reach(from: string, { edges, side, isCounted }: Along, found: Map<string, Found>, root = from) {
  let last = [from]
  for (let steps = 1; last.length > 0; steps++) {
    const next: string[] = []
    for (const via of last)
      for (const to of edges.get(via) ?? [])
        if (to !== root && !found.has(to)) {
          found.set(to, { side, steps: isCounted ? steps : undefined, via, isGap: false })
          next.push(to)
        }
    last = next
  }
}
