import { alphabetical } from '../../lib/alphabetical'
import type { HealthRow } from './order'

/** A property that checks can be grouped by, split into tabs by, or pivoted by. */
export type Dimension = 'canary_name' | 'name' | 'description' | 'type' | 'namespace' | 'agent' | `label:${string}`

/** Names of agents by their ids. */
export type AgentNames = ReadonlyMap<string, string>

/** The agent id of the backend itself. */
const LOCAL_AGENT = '00000000-0000-0000-0000-000000000000'

const titles: Readonly<Record<string, string>> = {
  canary_name: 'Group name',
  name: 'Name',
  description: 'Description',
  type: 'Type',
  namespace: 'Namespace',
  agent: 'Agent',
}

export const dimensionTitle = (by: Dimension): string => titles[by] ?? dimensionLabelKey(by) ?? by

export const dimensionLabelKey = (by: string): string | undefined =>
  by.startsWith(LABEL) ? by.slice(LABEL.length) : undefined

const LABEL = 'label:'

/** Label of a missing value. */
const MISSING_VALUE = 'None'

/** The value of a check, `None` without one. For `name` it is the part before the first `/`. */
export function dimensionValue(by: Dimension, agents: AgentNames): (check: HealthRow) => string {
  const key = dimensionLabelKey(by)
  if (key !== undefined) return ({ labels }) => labels?.[key] || MISSING_VALUE
  switch (by) {
    case 'name':
      return ({ name }) => name.split('/', 1)[0] || name
    case 'agent':
      return ({ agent_id: id }) => (!id || id === LOCAL_AGENT ? 'local' : (agents.get(id) ?? id.slice(0, 8)))
    case 'canary_name':
      return ({ canary_name }) => canary_name || MISSING_VALUE
    case 'description':
      return ({ description }) => description || MISSING_VALUE
    case 'namespace':
      return ({ namespace }) => namespace || MISSING_VALUE
    default:
      return ({ type }) => type || MISSING_VALUE
  }
}

/** Compares values in natural order, `None` last. */
export const compareDimensionValues = (a: string, b: string): number =>
  Number(a === MISSING_VALUE) - Number(b === MISSING_VALUE) || alphabetical(a, b) || (a < b ? -1 : Number(a > b))

/** All labels of the checks with their values, both sorted. */
export function collectLabels(checks: readonly HealthRow[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>()
  for (const { labels } of checks) {
    for (const key in labels) {
      const values = found.get(key) ?? new Set()
      values.add(labels[key] ?? '')
      found.set(key, values)
    }
  }
  return new Map(
    [...found]
      .toSorted(([a], [b]) => alphabetical(a, b))
      .map(([key, values]) => [key, [...values].toSorted(alphabetical)])
  )
}

const grouping: readonly Dimension[] = ['canary_name', 'name', 'description', 'type']
const tabbing: readonly Dimension[] = ['namespace', 'agent']
const pivoting: readonly Dimension[] = ['namespace', 'type', 'canary_name', 'agent']

/** The dimensions to group by, to split into tabs by, or to pivot by. Every label can be used for all of them. */
export function dimensionsFor(use: 'group' | 'tab' | 'pivot', labelKeys: Iterable<string>): readonly Dimension[] {
  const own = { group: grouping, tab: tabbing, pivot: pivoting }[use]
  return [...own, ...[...labelKeys].map((key): Dimension => `${LABEL}${key}`)]
}

export const isDimension = (text: string): text is Dimension => text in titles || (dimensionLabelKey(text) ?? '') !== ''
