import type { Component } from '@/api/topology/topology'

/** Components as trees. Each component has at most one parent, so that it is listed once. */
export type Forest = {
  byId: ReadonlyMap<string, Component>
  /** Components without a parent. */
  roots: readonly Component[]
  /** The children of a component. */
  below(id: string): readonly Component[]
  /** Other components that belong to it: chosen by a selector, or required by it. */
  related(id: string): readonly Component[]
  parentOf(id: string): Component | undefined
}

const none: readonly Component[] = []

/**
 * Builds the forest of a list. A component without a parent in the list is a root; of a cycle, the first is the root.
 * @param list sorted as siblings are to be sorted
 */
export function buildComponentForest(list: readonly Component[]): Forest {
  const byId = new Map(list.map((one) => [one.id, one]))
  const parents = new Map<string, string>()
  const below = new Map<string, Component[]>()
  const related = new Map<string, Component[]>()
  const roots: Component[] = []
  for (const one of list) {
    const named = [one.parent_id ?? '', ...(one.parents ?? [])].filter((id) => byId.has(id) && id !== one.id)
    const own = named.find((id) => !hasAncestor(id, one.id, parents))
    if (own === undefined) roots.push(one)
    else {
      parents.set(one.id, own)
      add(below, own, one)
    }
    for (const id of new Set(named)) if (id !== own) add(related, id, one)
  }
  return {
    byId,
    roots,
    below: (id) => below.get(id) ?? none,
    related: (id) => related.get(id) ?? none,
    parentOf: (id) => byId.get(parents.get(id) ?? ''),
  }
}

function add(lists: Map<string, Component[]>, id: string, one: Component) {
  const list = lists.get(id)
  if (list) list.push(one)
  else lists.set(id, [one])
}

/** Whether `to` is `from` or one of its ancestors. */
function hasAncestor(from: string, to: string, parents: ReadonlyMap<string, string>): boolean {
  for (let at: string | undefined = from; at !== undefined; at = parents.get(at)) if (at === to) return true
  return false
}

/** The ancestors of a component, root first. */
export function componentAncestors(id: string, { parentOf }: Pick<Forest, 'parentOf'>): readonly Component[] {
  const found: Component[] = []
  for (let at = parentOf(id); at; at = parentOf(at.id)) found.unshift(at)
  return found
}

/** The matching components with their ancestors, as a tree of them requires. */
export function withAncestors(matching: ReadonlySet<string>, forest: Forest): ReadonlySet<string> {
  const ids = new Set(matching)
  for (const id of matching)
    for (let at = forest.parentOf(id); at && !ids.has(at.id); at = forest.parentOf(at.id)) ids.add(at.id)
  return ids
}
