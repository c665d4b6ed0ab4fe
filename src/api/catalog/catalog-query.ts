import { parseDatemath } from '@/shared/datemath'
import type { FilterValues } from '@/shared/filter-values'
import type { ListQuery } from '@/lib/list-query'
import { readMember } from '@/lib/tags'
import { type ListValue, parseList, parseSearch, type SearchTerm } from '@/shared/search-grammar'
import type { QueryParams } from '../http'
import { filterConditions, wordCondition } from '../list-conditions'
import { eq, gt, hasMember, isNull, lt, matches, not, or, order } from '../postgrest'

type Pair = QueryParams[number]

/** Columns that the list can be sorted by. The default is the name. */
const configOrders = ['name', 'type', 'status', 'changes', 'cost_total_30d', 'created_at', 'updated_at'] as const

/** Filters of the list by their names in the address, with their columns. */
const configFilters = { configType: 'type', health: 'health', status: 'status' } as const
const memberFilters = ['tags', 'labels'] as const

/** The conditions of a list of config items, without paging. @param now the time that `now` means in a search */
export const configConditions = ({ search, filters, withDeleted = false }: ListQuery, now: Date): QueryParams => [
  ...parseSearch(search).flatMap((term) => termConditions(term, now)),
  ...Object.entries(configFilters).flatMap(([field, column]) => filterConditions(column, filters[field])),
  ...memberFilters.flatMap((column) => memberConditions(column, Object.entries(filters[column] ?? {}))),
  ...(withDeleted ? [] : [isNull('deleted_at')]),
]

/** Rows with equal values are ordered by name and id, so that no row is on two pages. */
export function configOrder({ sort }: ListQuery): Pair {
  const column = configOrders.find((one) => one === sort?.column) ?? 'name'
  const direction = sort?.isDescending && column === sort.column ? 'desc' : 'asc'
  const first = `${column}.${direction}.nullslast` as const
  return column === 'name' ? order(first, 'id.asc') : order(first, 'name.asc', 'id.asc')
}

/** Matches any of the values of one key, and all keys. */
function memberConditions(column: string, values: readonly (readonly [string, FilterValues[string]])[]): Pair[] {
  const included = new Map<string, Pair[]>()
  const excluded: Pair[] = []
  for (const [written, mode] of values) {
    const [key, value] = readMember(written)
    const condition = hasMember(column, key, value)
    if (mode === 'exclude') excluded.push(or(isNull(column), not(condition)))
    else included.set(key, [...(included.get(key) ?? []), condition])
  }
  return [...[...included.values()].map(anyOf), ...excluded]
}

const anyOf = (conditions: readonly Pair[]): Pair => {
  const [only, ...others] = conditions
  return only && others.length === 0 ? only : or(...conditions)
}

/** A word may match any of the columns that are shown for an item. */
function termConditions(term: SearchTerm, now: Date): Pair[] {
  const { text, found } =
    term.is === 'word'
      ? { text: term.text, found: undefined }
      : { text: term.written, found: comparisonConditions(term, now) }
  return found ?? [wordCondition(['name', 'type', 'description', 'namespace'], text)]
}

/** Columns by the field names of the search grammar. */
const columns: Readonly<Record<string, string>> = {
  id: 'id',
  name: 'name',
  source: 'source',
  type: 'type',
  config_type: 'type',
  config_class: 'config_class',
  status: 'status',
  health: 'health',
  agent: 'agent_id',
  agent_id: 'agent_id',
  namespace: 'namespace',
}
const ids = new Set(['id', 'agent_id'])
const moments: Readonly<Record<string, string>> = {
  created: 'created_at',
  created_at: 'created_at',
  updated: 'updated_at',
  updated_at: 'updated_at',
  deleted: 'deleted_at',
  deleted_at: 'deleted_at',
}
const amounts = new Set(['changes', 'cost_total_1d', 'cost_total_7d', 'cost_total_30d'])

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Undefined for terms that the backend would refuse: an unknown field, or a value that the field cannot have. */
function comparisonConditions({ field, op, value }: SearchTerm & { is: 'comparison' }, now: Date): Pair[] | undefined {
  if (op === '<' || op === '>') {
    const compare = op === '<' ? lt : gt
    const moment = moments[field] && parseDatemath(value, now)
    if (moment) return [compare(moments[field] as string, moment.toISOString())]
    return amounts.has(field) && Number.isFinite(Number(value)) ? [compare(field, value)] : undefined
  }
  const list = parseList(value).map((one) => (op === '!=' ? { ...one, isExcluded: !one.isExcluded } : one))
  const [, column, key] = /^(tags|labels)\.(.+)$/s.exec(field) ?? []
  if (column !== undefined && key !== undefined) return listValueConditions(list, (one) => memberIs(column, key, one))
  const known = columns[field]
  if (known === undefined) return undefined
  if (ids.has(known)) {
    if (list.some(({ text, anyBefore, anyAfter }) => anyBefore || anyAfter || !guid.test(text))) return undefined
    return listValueConditions(list, ({ text }) => eq(known, text))
  }
  return listValueConditions(list, (one) => (known === 'type' ? typeIs(one) : matches(known, one)))
}

/** Matches any of the included values and none of the excluded values. */
function listValueConditions(list: readonly ListValue[], conditionOf: (value: ListValue) => Pair): Pair[] {
  const included = list.filter(({ isExcluded }) => !isExcluded).map(conditionOf)
  const excluded = list.filter(({ isExcluded }) => isExcluded).map(conditionOf)
  return [
    ...(included.length > 0 ? [anyOf(included)] : []),
    ...excluded.map((condition) => or(isNull(condition[0].replace(/->>.*/s, '')), not(condition))),
  ]
}

const memberIs = (column: string, key: string, value: ListValue): Pair =>
  value.anyBefore || value.anyAfter ? matches(`${column}->>${key}`, value) : hasMember(column, key, value.text)

/** `pod` matches every type that ends with `::Pod`; `Kubernetes::Pod` matches that type. Case is ignored. */
const typeIs = (value: ListValue): Pair =>
  value.anyBefore || value.anyAfter || value.text.includes('::')
    ? matches('type', value)
    : matches('type', { text: `::${value.text}`, anyBefore: true, anyAfter: false })
