import type { HealthLevel } from './health'

/** The children of each component, in their order. Components without children are absent. */
export type ComponentChildren = ReadonlyMap<string, readonly string[]>

/** A parent's id and its child's id. */
export type ComponentLink = readonly [parent: string, child: string]

/** Ignores links from and to components that are not among `ids`, and a component as its own child. */
export function collectChildren(ids: readonly string[], links: readonly ComponentLink[]): ComponentChildren {
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

/** Returns a component and all its descendants, each once, even with several paths or cycles. */
export function collectDescendants(id: string, children: ComponentChildren): Set<string> {
  const found = new Set([id])
  // A set that grows during iteration is iterated to its end.
  for (const one of found) for (const child of children.get(one) ?? none) found.add(child)
  return found
}

/**
 * The aggregated health of a component, and the number of steps to its cause: 0 where the component itself is the
 * cause.
 */
export type PropagatedHealth = { health: HealthLevel; steps: number }

/**
 * Propagates health to parents: a component has the worst health of its descendants and itself. Cycles change nothing,
 * so the order does not matter.
 * @param own the health of each component without its descendants.
 * @param fixed components that keep their own health, regardless of their descendants.
 */
export function propagateHealth(
  own: ReadonlyMap<string, HealthLevel>,
  children: ComponentChildren,
  fixed: ReadonlySet<string>
): ReadonlyMap<string, PropagatedHealth> {
  const parents = parentsIn(children)
  const found = new Map<string, PropagatedHealth>()
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

function parentsIn(children: ComponentChildren): ComponentChildren {
  const parents = new Map<string, string[]>()
  for (const [parent, of] of children)
    for (const child of of) {
      const known = parents.get(child)
      if (known) known.push(parent)
      else parents.set(child, [parent])
    }
  return parents
}
