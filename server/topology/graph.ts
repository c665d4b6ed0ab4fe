import type { Health } from './health'

/** The components that each one has below it, in their order. Those without any are not in it. */
export type Children = ReadonlyMap<string, readonly string[]>

/** Which component stands under which: its parent's id, then its own. */
export type Link = readonly [parent: string, child: string]

/** Links from and to components that are not among `ids` are left out, and so is a component under itself. */
export function childrenIn(ids: readonly string[], links: readonly Link[]): Children {
  const known = new Set(ids)
  const children = new Map<string, Set<string>>()
  for (const [parent, child] of links) {
    if (parent === child || !known.has(parent) || !known.has(child)) continue
    const of = children.get(parent)
    if (of) of.add(child)
    else children.set(parent, new Set([child]))
  }
  return new Map([...children].map(([parent, of]) => [parent, [...of]]))
}

const none: readonly string[] = []

/** A component and everything below it, each once, however many ways lead to it and whether or not they lead back. */
export function withDescendants(id: string, children: Children): Set<string> {
  const found = new Set([id])
  // A set that grows while it is walked is walked to its end.
  for (const one of found) for (const child of children.get(one) ?? none) found.add(child)
  return found
}

/** What became of a component's health, and over how many steps its cause is away: 0 where it is itself the cause. */
export type Spread = { health: Health; steps: number }

/**
 * Hands health upwards: a component is as the worst of what is below it and of itself. Ways that lead back into
 * themselves change nothing, so it does not matter where one begins.
 * @param own what each component is without what is below it.
 * @param fixed components that are what `own` says, whatever is below them.
 */
export function spread(
  own: ReadonlyMap<string, Health>,
  children: Children,
  fixed: ReadonlySet<string>
): ReadonlyMap<string, Spread> {
  const parents = parentsIn(children)
  const found = new Map<string, Spread>()
  for (const health of ['unhealthy', 'warning', 'healthy'] as const) {
    let front = [...own].filter(([id, mine]) => mine === health && !found.has(id)).map(([id]) => id)
    for (let steps = 0; front.length > 0; steps++) {
      for (const id of front) found.set(id, { health, steps })
      const next = new Set(front.flatMap((id) => parents.get(id) ?? none))
      front = [...next].filter((id) => !found.has(id) && !fixed.has(id))
    }
  }
  for (const id of own.keys()) if (!found.has(id)) found.set(id, { health: 'unknown', steps: 0 })
  return found
}

function parentsIn(children: Children): Children {
  const parents = new Map<string, string[]>()
  for (const [parent, of] of children)
    for (const child of of) {
      const known = parents.get(child)
      if (known) known.push(parent)
      else parents.set(child, [parent])
    }
  return parents
}
