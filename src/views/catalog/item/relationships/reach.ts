import type { RelatedRow } from '../../../../api/relationships'

/** Where an item stands to the one whose relationships are shown. */
export type Side = 'downstream' | 'upstream'

/** A related item, and how it is reached. */
export type Related = RelatedRow & {
  /** Undefined: only through items that are not shown. */
  side: Side | undefined
  /** Relationships on the shortest way; undefined with `side`. */
  steps: number | undefined
  /** The item before it on that way; undefined with `side`. */
  via: string | undefined
}

/**
 * How each item is reached from one of them: downstream where that is possible, because what it leads to is more often
 * looked for than what leads to it.
 * @param rows as the walk answers them, with or without the item itself
 * @returns those that are not the item itself, in the order in which they came
 */
export function reachOf(id: string, rows: readonly RelatedRow[]): Related[] {
  const known = new Set([id, ...rows.map((row) => row.id)])
  const down = new Map<string, string[]>()
  const up = new Map<string, string[]>()
  for (const row of rows) {
    const to = row.related_ids.filter((one) => known.has(one) && one !== row.id)
    down.set(row.id, to)
    for (const one of to) up.set(one, [...(up.get(one) ?? []), row.id])
  }
  const downstream = nearest(id, down)
  const upstream = nearest(id, up)
  return rows
    .filter((row) => row.id !== id)
    .map((row): Related => {
      const below = downstream.get(row.id)
      const found = below ?? upstream.get(row.id)
      const side = below ? 'downstream' : found && 'upstream'
      return { ...row, side, steps: found?.steps, via: found?.via }
    })
}

/** The shortest ways from one along edges. */
function nearest(from: string, edges: ReadonlyMap<string, readonly string[]>) {
  const found = new Map<string, { steps: number; via: string }>()
  let last = [from]
  for (let steps = 1; last.length > 0; steps++) {
    const next: string[] = []
    for (const via of last)
      for (const to of edges.get(via) ?? [])
        if (to !== from && !found.has(to)) {
          found.set(to, { steps, via })
          next.push(to)
        }
    last = next
  }
  return found
}
