import type { Component } from '@/api/topology/topology'
import { alphabetical } from '../../lib/alphabetical'
import { normaliseSeverity } from '@/lib/incidents/incidents'
import { componentHealthDot, healthRanks, needsAttention } from '@/lib/topology/component-health'
import { severityRank } from '@/shared/severity'
import { cardFacts, componentTitle } from './facts'

type ComponentOrder = { column: string; isDescending: boolean } | undefined

/** Prefix of a property name in the sort parameter, as in the protocol. */
const FIELD = 'field:'

/** The sort key of a column. Components without a value come last in both directions. */
function keyOf(column: string): ((one: Component) => string | number | undefined) | undefined {
  switch (column) {
    case 'health':
      return (one) => healthRanks[componentHealthDot(one)]
    case 'type':
      return ({ type }) => type || undefined
    case 'updated_at':
      return ({ updated_at: at }) => (at ? Date.parse(at) : undefined)
    default: {
      if (!column.startsWith(FIELD)) return undefined
      const name = column.slice(FIELD.length)
      return (one) => cardFacts(one).headline.find((property) => property.name === name)?.order
    }
  }
}

/** Sorts components, by default the most urgent first. Equal components are sorted by name. */
export function sortComponents(list: readonly Component[], order: ComponentOrder): readonly Component[] {
  const { column, isDescending } = order ?? { column: undefined, isDescending: false }
  const keyIn = column === undefined ? undefined : keyOf(column)
  const sign = isDescending ? -1 : 1
  const names = namesOf(list)
  if (column === 'name') return isDescending ? names.toReversed() : names
  if (!keyIn) return sortByUrgency(names)
  const keyed = names.map((one) => ({ one, key: keyIn(one) }))
  // The sort is stable, so equal components stay sorted by name.
  return keyed
    .toSorted((a, b) => {
      const isKnown = Number(a.key === undefined) - Number(b.key === undefined)
      return isKnown || sign * compared(a.key, b.key)
    })
    .map(({ one }) => one)
}

/** The severity of the worst open incident of a component and its descendants, 0 the worst; infinite without one. */
export const worstIncidentRank = (one: Component): number =>
  Math.min(...cardFacts(one).incidents.map(({ severity }) => severityRank(normaliseSeverity(severity))))

/** When the present outage began, in milliseconds; undefined if the component does not fail or the time is unknown. */
export function outageStart(one: Component): number | undefined {
  const since = one.health_reason?.since
  return since && needsAttention(one) ? Date.parse(since) : undefined
}

/** The worst open incident first, then the worst health, then the newest failure. */
const sortByUrgency = (list: readonly Component[]): readonly Component[] =>
  list
    .map((one) => ({
      one,
      incident: worstIncidentRank(one),
      health: healthRanks[componentHealthDot(one)],
      start: outageStart(one) ?? 0,
    }))
    .toSorted(
      (a, b) =>
        // The difference of two infinite ranks is not a number.
        (a.incident === b.incident ? 0 : a.incident - b.incident) || a.health - b.health || b.start - a.start
    )
    .map(({ one }) => one)

const byName = new WeakMap<readonly Component[], readonly Component[]>()

/** Sorted by name. Locale-aware comparison is the slowest part, so it is done once per response. */
function namesOf(list: readonly Component[]): readonly Component[] {
  const known = byName.get(list)
  if (known) return known
  const found = list
    .map((one) => ({ one, name: componentTitle(one) }))
    .toSorted((a, b) => alphabetical(a.name, b.name))
    .map(({ one }) => one)
  byName.set(list, found)
  return found
}

function compared(a: string | number | undefined, b: string | number | undefined): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  // Numbers come before text.
  if (typeof a === 'number' || typeof b === 'number') return typeof a === 'number' ? -1 : 1
  return a === b ? 0 : alphabetical(a ?? '', b ?? '')
}

type Headline = { id: string; title: string; name: string }

/** The headline properties of a list's cards, each as a sort column. */
export function headlineColumns(list: readonly Component[]): readonly Headline[] {
  const found = new Map<string, string>()
  for (const one of list)
    for (const { name, label } of cardFacts(one).headline) if (!found.has(name)) found.set(name, label)
  return [...found].map(([name, title]) => ({ id: `${FIELD}${name}`, title, name }))
}

/**
 * Keeps the previous order of the ids that still exist. A new id comes after the one it follows in the new order. So
 * nothing moves while the user is viewing the list.
 */
export function keepOrder(before: readonly string[], now: readonly string[]): readonly string[] {
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
