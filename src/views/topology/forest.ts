import type { Component } from '../../api/topology'

/** Components and what stands below what: each below one parent, so that it is there once. */
export type Forest = {
  byId: ReadonlyMap<string, Component>
  /** Those at the top. */
  roots: readonly Component[]
  /** Those that stand below a component as its own. */
  below(id: string): readonly Component[]
  /** Those that belong to it otherwise: a selector chose them, or it depends on them. */
  related(id: string): readonly Component[]
  parentOf(id: string): Component | undefined
}

const none: readonly Component[] = []

/**
 * A forest of a list with the parents of each. What has no parent among them is at the top; of a circle of parents, the first.
 * @param list in the order in which siblings stand
 */
export function forestOf(list: readonly Component[]): Forest {
  const byId = new Map(list.map((one) => [one.id, one]))
  const parents = new Map<string, string>()
  const below = new Map<string, Component[]>()
  const related = new Map<string, Component[]>()
  const roots: Component[] = []
  for (const one of list) {
    const named = [one.parent_id ?? '', ...(one.parents ?? [])].filter((id) => byId.has(id) && id !== one.id)
    const own = named.find((id) => !leadsTo(id, one.id, parents))
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

/** Whether the way up from one component comes by another. */
function leadsTo(from: string, to: string, parents: ReadonlyMap<string, string>): boolean {
  for (let at: string | undefined = from; at !== undefined; at = parents.get(at)) if (at === to) return true
  return false
}

/** What a component stands in, from the top. */
export function ancestorsOf(id: string, { parentOf }: Pick<Forest, 'parentOf'>): readonly Component[] {
  const found: Component[] = []
  for (let at = parentOf(id); at; at = parentOf(at.id)) found.unshift(at)
  return found
}

/** The components that match, with those they stand in: what a tree of them needs. */
export function withAncestors(matching: ReadonlySet<string>, forest: Forest): ReadonlySet<string> {
  const kept = new Set(matching)
  for (const id of matching)
    for (let at = forest.parentOf(id); at && !kept.has(at.id); at = forest.parentOf(at.id)) kept.add(at.id)
  return kept
}
