/** Targets of the outgoing edges of each node, by id. */
type EdgeMap = ReadonlyMap<string, readonly string[]>

/**
 * Distance of each node along edges in either direction.
 * @param starts the starting nodes with their own distance
 * @returns distances by id, the nearest first; unconnected nodes are left out
 */
export function computeDistances(starts: ReadonlyMap<string, number>, edges: EdgeMap): ReadonlyMap<string, number> {
  const beside = new Map<string, Set<string>>()
  const join = (from: string, to: string) => {
    const found = beside.get(from)
    if (found) found.add(to)
    else beside.set(from, new Set([to]))
  }
  for (const [from, targets] of edges)
    for (const to of targets) {
      join(from, to)
      join(to, from)
    }
  const distances = new Map<string, number>()
  let steps = 0
  let frontier: string[] = []
  const waiting = [...starts].toSorted(([, a], [, b]) => a - b)
  while (frontier.length > 0 || waiting.length > 0) {
    while (waiting[0] && waiting[0][1] <= steps) frontier.push(waiting.shift()?.[0] ?? '')
    const next: string[] = []
    for (const id of frontier) {
      if (distances.has(id)) continue
      distances.set(id, steps)
      next.push(...(beside.get(id) ?? []))
    }
    frontier = next.filter((id) => !distances.has(id))
    steps += 1
  }
  return distances
}
