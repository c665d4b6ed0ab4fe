type Nested = { id: string; parent_id?: string | null | undefined }

/** The rows of a page, each below its parent if the page has it. */
export type SendTree<R> = {
  /** The rows without a parent on the page, in their order. */
  roots: readonly R[]
  childrenOf(row: R): readonly R[] | undefined
  parentOf(id: string): string | undefined
}

/** Nests notifications under the one that held them back. A chain of parents that leads back to itself is not nested. */
export function nestSends<R extends Nested>(rows: readonly R[]): SendTree<R> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const parents = new Map<string, string>()
  for (const { id, parent_id: parent } of rows)
    if (parent && byId.has(parent) && !leadsTo(parent, id, byId)) parents.set(id, parent)
  const children = new Map<string, R[]>()
  const roots: R[] = []
  for (const row of rows) {
    const parent = parents.get(row.id)
    if (parent === undefined) roots.push(row)
    else children.set(parent, [...(children.get(parent) ?? []), row])
  }
  return { roots, childrenOf: ({ id }) => children.get(id), parentOf: (id) => parents.get(id) }
}

/** Whether the chain of parents from one row contains another row. */
function leadsTo<R extends Nested>(from: string, to: string, byId: ReadonlyMap<string, R>): boolean {
  const seen = new Set<string>()
  for (let at: string | null | undefined = from; at && !seen.has(at); at = byId.get(at)?.parent_id) {
    if (at === to) return true
    seen.add(at)
  }
  return false
}
