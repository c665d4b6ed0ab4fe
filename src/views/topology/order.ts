import type { Component } from '../../api/topology'
import { alphabetical } from '../../lib/alphabetical'
import { healthOf, healthRanks } from '../../lib/component-health'
import { factsOf, titleOf } from './facts'

export type Order = { column: string; isDescending: boolean } | undefined

/** Before the name of a property by which components are ordered, as in the protocol. */
const FIELD = 'field:'

/** What components are ordered by; undefined comes last either way. */
function keyOf(column: string): ((one: Component) => string | number | undefined) | undefined {
  switch (column) {
    case 'health':
      return (one) => healthRanks[healthOf(one)]
    case 'type':
      return ({ type }) => type || undefined
    case 'updated_at':
      return ({ updated_at: at }) => (at ? Date.parse(at) : undefined)
    default: {
      if (!column.startsWith(FIELD)) return undefined
      const name = column.slice(FIELD.length)
      return (one) => factsOf(one).headline.find((property) => property.name === name)?.order
    }
  }
}

/** Components in an order: the worst first, unless it says otherwise, and those that are alike by name. */
export function ordered(list: readonly Component[], order: Order): readonly Component[] {
  const { column, isDescending } = order ?? { column: 'health', isDescending: false }
  const keyIn = keyOf(column) ?? keyOf('health')
  const sign = isDescending ? -1 : 1
  const names = namesOf(list)
  if (column === 'name') return isDescending ? names.toReversed() : names
  const keyed = names.map((one) => ({ one, key: keyIn?.(one) }))
  // Those that are alike stay in the order of their names.
  return keyed
    .toSorted((a, b) => {
      const isKnown = Number(a.key === undefined) - Number(b.key === undefined)
      return isKnown || sign * compared(a.key, b.key)
    })
    .map(({ one }) => one)
}

const byName = new WeakMap<readonly Component[], readonly Component[]>()

/** By name: comparing words as people do is what takes longest, and is done once for an answer. */
function namesOf(list: readonly Component[]): readonly Component[] {
  const known = byName.get(list)
  if (known) return known
  const found = list
    .map((one) => ({ one, name: titleOf(one) }))
    .toSorted((a, b) => alphabetical(a.name, b.name))
    .map(({ one }) => one)
  byName.set(list, found)
  return found
}

function compared(a: string | number | undefined, b: string | number | undefined): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  // Numbers stand before words.
  if (typeof a === 'number' || typeof b === 'number') return typeof a === 'number' ? -1 : 1
  return a === b ? 0 : alphabetical(a ?? '', b ?? '')
}

export type Headline = { id: string; title: string; name: string }

/** The properties that stand at the top of cards, each as something to order by. */
export function headlinesOf(list: readonly Component[]): readonly Headline[] {
  const found = new Map<string, string>()
  for (const one of list)
    for (const { name, label } of factsOf(one).headline) if (!found.has(name)) found.set(name, label)
  return [...found].map(([name, title]) => ({ id: `${FIELD}${name}`, title, name }))
}

/**
 * The order in which things were, as far as they are still there; what is new stands behind what it would follow.
 * So nothing moves while somebody looks at it.
 */
export function kept(before: readonly string[], now: readonly string[]): readonly string[] {
  const present = new Set(now)
  const was = new Set(before)
  const followers = new Map<string | undefined, string[]>()
  let last: string | undefined
  for (const id of now) {
    if (was.has(id)) last = id
    else followers.set(last, [...(followers.get(last) ?? []), id])
  }
  const rest = before.filter((id) => present.has(id))
  return [...(followers.get(undefined) ?? []), ...rest.flatMap((id) => [id, ...(followers.get(id) ?? [])])]
}
