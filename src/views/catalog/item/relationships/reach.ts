import type { WalkDirection, RelationshipRow } from '@/api/catalog/relationships'

/** Direction from the item whose relationships are shown. */
type RelationSide = 'downstream' | 'upstream'

/** A related item with the path to it. */
export type RelatedItem = RelationshipRow & {
  /** Undefined if the path goes through hidden items and the direction is unknown. */
  side: RelationSide | undefined
  /** Number of relationships on the shortest path; undefined if it goes through hidden items. */
  steps: number | undefined
  /** The id of the previous item on that path; undefined if `side` is. */
  via: string | undefined
  /** Hidden items are between `via` and this item. */
  isGap: boolean
  /** The last relationship on that path is soft. Absent if it is hard or unknown. */
  isSoft?: boolean
}

type Path = Pick<RelatedItem, 'side' | 'steps' | 'via' | 'isGap'>

/**
 * The shortest path from one item to each of the others. Downstream paths are preferred to upstream paths, because
 * users look for dependents more often.
 * @param rows the response of the walk, with or without the item itself; filters may have left gaps between rows
 * @param direction the direction of the walk, which is the side of items beyond a gap
 * @returns the items in this direction, in their original order: the backend adds the parents to every walk
 */
export function resolveRelationPaths(
  id: string,
  rows: readonly RelationshipRow[],
  direction: WalkDirection
): RelatedItem[] {
  const known = new Set([id, ...rows.map((row) => row.id)])
  const down = new Map<string, string[]>()
  const up = new Map<string, string[]>()
  for (const row of rows) {
    const to = row.related_ids.filter((one) => known.has(one) && one !== row.id)
    down.set(row.id, to)
    for (const one of to) up.set(one, [...(up.get(one) ?? []), row.id])
  }
  const upstream = new Map<string, Path>()
  reach(id, { edges: up, side: 'upstream', isCounted: true }, upstream)
  const downstream = new Map<string, Path>()
  reach(id, { edges: down, side: 'downstream', isCounted: true }, downstream)
  const [wanted, other] = direction === 'incoming' ? [upstream, downstream] : [downstream, upstream]
  // Downstream comes last, so that it overrides upstream.
  const found = new Map(direction === 'all' ? [...upstream, ...downstream] : wanted)
  const isWanted = (one: string) => direction === 'all' || found.has(one) || !other.has(one)
  if (direction !== 'all') {
    const side: RelationSide = direction === 'outgoing' ? 'downstream' : 'upstream'
    const [edges, back] = side === 'downstream' ? [down, up] : [up, down]
    const isLost = (one: string) => one !== id && !found.has(one) && isWanted(one)
    const lost = rows.map((row) => row.id).filter(isLost)
    // Start beyond a gap at items without an unreached predecessor; within a cycle, start at any item.
    const first = lost.filter((one) => !(back.get(one) ?? []).some(isLost))
    for (const one of [...first, ...lost]) {
      if (!isLost(one)) continue
      found.set(one, { side, steps: undefined, via: id, isGap: true })
      reach(one, { edges, side, isCounted: false }, found, id)
    }
  }
  const soft = new Set(rows.flatMap((row) => (row.soft_ids ?? []).map((to) => `${row.id} ${to}`)))
  return rows
    .filter((row) => row.id !== id && isWanted(row.id))
    .map((row): RelatedItem => {
      const path = found.get(row.id) ?? unknownPath
      const [from, to] = path.side === 'upstream' ? [row.id, path.via] : [path.via, row.id]
      return { ...row, ...path, ...(!path.isGap && soft.has(`${from} ${to}`) && { isSoft: true }) }
    })
}

const unknownPath: Path = { side: undefined, steps: undefined, via: undefined, isGap: false }

type Along = { edges: ReadonlyMap<string, readonly string[]>; side: RelationSide; isCounted: boolean }

/** Adds the items that are reachable along edges by a shortest path and not yet in `found`. */
function reach(from: string, { edges, side, isCounted }: Along, found: Map<string, Path>, root = from) {
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
