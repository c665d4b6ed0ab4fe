import type { Component } from '@/api/topology/topology'
import { componentHealthDot } from '@/lib/topology/component-health'
import type { FilterValues } from '@/shared/filter-values'
import { capital } from '@/shared/format'
import type { FilterField, FilterSet } from '../../ui/filter/filter'
import type { TopologyState } from './url'

/** Data about components that is loaded separately. */
export type ComponentContext = {
  /** The names of teams by the ids of components. */
  teams: ReadonlyMap<string, readonly string[]>
  /** The names of agents by their ids. */
  agents: ReadonlyMap<string, string>
}

/** Prefix of the filter field of a label, such as `labels.tier`. */
const LABELS = 'labels.'
const healths = ['unhealthy', 'warning', 'unknown', 'healthy'] as const
const kinds = ['status', 'type', 'team', 'agent_id'] as const

/** The values of a component in a field. */
function valuesIn(field: string, component: Component, { teams }: ComponentContext): readonly string[] {
  switch (field) {
    case 'status':
      return [componentHealthDot(component)]
    case 'type':
      return component.type ? [component.type] : []
    case 'team':
      return teams.get(component.id) ?? []
    case 'agent_id':
      return component.agent_id ? [component.agent_id] : []
    default: {
      const value = component.labels?.[field.slice(LABELS.length)]
      return value === undefined ? [] : [value]
    }
  }
}

/** The values of a component in all filter fields. */
export const componentFilterValues = (component: Component, around: ComponentContext, fields: readonly FilterField[]) =>
  Object.fromEntries(fields.map(({ field }) => [field, [...valuesIn(field, component, around)]]))

/** Converts the URL state to filters, with one field per label. */
export function topologyFilters({
  labels,
  ...state
}: Pick<TopologyState, 'labels' | (typeof kinds)[number]>): FilterSet {
  const filters: Record<string, Record<string, 'include' | 'exclude'>> = {}
  for (const kind of kinds) filters[kind] = { ...state[kind] }
  for (const [label, mode] of Object.entries(labels)) {
    const [, key = label, value = ''] = /^([^=]*)=(.*)$/s.exec(label) ?? []
    ;(filters[`${LABELS}${key}`] ??= {})[value] = mode
  }
  return filters
}

/** Converts filters to URL state. */
export function toTopologyState(filters: FilterSet): Pick<TopologyState, 'labels' | (typeof kinds)[number]> {
  const labels: Record<string, 'include' | 'exclude'> = {}
  for (const [field, values] of Object.entries(filters))
    if (field.startsWith(LABELS))
      for (const [value, mode] of Object.entries(values)) labels[`${field.slice(LABELS.length)}=${value}`] = mode
  const of = (kind: (typeof kinds)[number]): FilterValues => filters[kind] ?? {}
  return { status: of('status'), type: of('type'), team: of('team'), agent_id: of('agent_id'), labels }
}

/**
 * The components that match all filters: with one of the included values, if there are any, and without an excluded
 * value.
 */
export function filterComponents(
  list: readonly Component[],
  filters: FilterSet,
  around: ComponentContext
): readonly Component[] {
  const active = Object.entries(filters).flatMap(([field, values]) => {
    const entries = Object.entries(values)
    const only = (mode: 'include' | 'exclude') =>
      new Set(entries.flatMap(([value, is]) => (is === mode ? [value] : [])))
    return entries.length === 0 ? [] : [{ field, included: only('include'), excluded: only('exclude') }]
  })
  if (active.length === 0) return list
  return list.filter((one) =>
    active.every(({ field, included, excluded }) => {
      const values = valuesIn(field, one, around)
      return (
        (included.size === 0 || values.some((value) => included.has(value))) &&
        !values.some((value) => excluded.has(value))
      )
    })
  )
}

const titles = { status: 'Health', type: 'Type', team: 'Team', agent_id: 'Agent' } as const

/**
 * The filter fields with their values and the number of components per value. Values that only the filter contains are
 * included, so that a filter from a link can be seen and removed.
 */
export function topologyFilterFields(
  list: readonly Component[],
  filters: FilterSet,
  around: ComponentContext
): readonly FilterField[] {
  const keys = new Set(list.flatMap(({ labels }) => Object.keys(labels ?? {})))
  for (const field of Object.keys(filters)) if (field.startsWith(LABELS)) keys.add(field.slice(LABELS.length))
  const labels = [...keys].toSorted().map((key) => ({ field: `${LABELS}${key}`, label: key }))
  return [...kinds.map((field) => ({ field, label: titles[field] })), ...labels].map(({ field, label }) => {
    const counts = new Map<string, number>(field === 'status' ? healths.map((health) => [health, 0]) : [])
    for (const one of list)
      for (const value of valuesIn(field, one, around)) counts.set(value, (counts.get(value) ?? 0) + 1)
    for (const value of Object.keys(filters[field] ?? {})) if (!counts.has(value)) counts.set(value, 0)
    const values = [...counts].map(([value, count]) => ({ value, label: labelFor(field, value, around), count }))
    return {
      field,
      label,
      values: field === 'status' ? values : values.toSorted((a, b) => a.label.localeCompare(b.label, 'en')),
    }
  })
}

function labelFor(field: string, value: string, { agents }: ComponentContext): string {
  if (field === 'status') return capital(value)
  return field === 'agent_id' ? (agents.get(value) ?? value) : value
}
