import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { capital } from '../lib/format'
import type { FilterValues } from '../lib/filter-values'
import type { ListQuery } from '../lib/list-query'
import { call, callAll, callPage, type Page, type Query } from './http'
import { incidents } from './incidents'
import { chosenIn, wordInAny } from './list-conditions'
import { eq, inList, limit, notIn, offset, order, select } from './postgrest'
import { rowNames } from './row-names'
import { moment } from './time'

const text = z.nullish(z.string())
/** The view gives an object without members where there is nobody. */
const somebody = z.nullish(z.object({ id: z.nullish(z.guid()), name: text, avatar: text }))

const row = z.object({
  id: z.guid(),
  /** `INC-12`. */
  incident_id: z.string(),
  title: z.string(),
  severity: z.string(),
  type: z.string(),
  status: z.string(),
  created_at: moment,
  updated_at: z.nullish(moment),
  commander: somebody,
  /** People and teams. */
  responders: z.nullish(z.array(z.object({ id: z.guid(), name: z.string(), avatar: text }))),
})
export type IncidentRow = z.infer<typeof row>

const PATH = '/api/db/incident_summary'
/** As many as the server gives at once. */
const MOST = 2000
/** Incidents that the filter of components can name. */
const MOST_OF_COMPONENTS = 200
const orders = ['incident_id', 'title', 'severity', 'type', 'status', 'created_at', 'updated_at'] as const

/** Backends write severities in any case. */
const inAnyCase = (values: FilterValues = {}): FilterValues =>
  Object.fromEntries(
    Object.entries(values).flatMap(([value, mode]) => [
      [value, mode],
      [capital(value), mode],
    ])
  )

function conditionsOf({ search, filters }: ListQuery, ofComponent: Query): Query {
  const words = search.trim()
  return [
    ...(words === '' ? [] : [wordInAny(['title', 'incident_id'], words)]),
    ...chosenIn('status', filters['status']),
    ...chosenIn('severity', inAnyCase(filters['severity'])),
    ...chosenIn('type', filters['type']),
    ...chosenIn('commander->>id', filters['commander']),
    ...ofComponent,
  ]
}

/**
 * Conditions by the incidents that the chosen components are evidence of, and that those which are left out are.
 * @returns `left`: what is left out because there are too many, as a sentence
 */
async function ofComponents(
  values: FilterValues = {},
  signal?: AbortSignal
): Promise<{ conditions: Query; left: string | undefined }> {
  const rowsOf = async (mode: FilterValues[string]) => {
    const chosen = Object.keys(values).filter((id) => values[id] === mode)
    return chosen.length === 0 ? undefined : incidentsWith(chosen, signal)
  }
  const [included, excluded = []] = await Promise.all([rowsOf('include'), rowsOf('exclude')])
  const isCut = [included, excluded].some((ids) => ids && ids.length >= MOST_OF_COMPONENTS)
  return {
    conditions: [
      ...(included ? [inList('id', [...new Set(included)])] : []),
      ...(excluded.length > 0 ? [notIn('id', [...new Set(excluded)])] : []),
    ],
    left: isCut
      ? `Only the newest ${MOST_OF_COMPONENTS} incidents of the chosen components are considered.`
      : undefined,
  }
}

/**
 * The newest incidents that components are evidence of, once for each component: more would make an address longer than
 * servers read.
 */
async function incidentsWith(components: readonly string[], signal?: AbortSignal): Promise<readonly string[]> {
  const found = await call({
    path: '/api/db/incidents_by_component',
    query: [
      inList('component_id', components),
      select('id', 'created_at'),
      order('created_at.desc'),
      limit(MOST_OF_COMPONENTS),
    ],
    schema: z.array(z.object({ id: z.guid() })),
    signal,
  })
  return found.map(({ id }) => id)
}

/** The same row never stands on two pages: what is equal is ordered by id. */
function orderOf({ sort }: ListQuery): Query[number] {
  const column = orders.find((one) => one === sort?.column)
  if (column === undefined) return order('created_at.desc', 'id.asc')
  return order(`${column}.${sort?.isDescending ? 'desc' : 'asc'}`, 'id.asc')
}

const columns = select(...Object.keys(row.shape))

export const incidentList = {
  /** A page of the incidents, and how many there are. */
  page: (query: ListQuery, page: { index: number; size: number }) =>
    queryOptions({
      queryKey: [...incidents.all, 'page', { ...query, time: undefined }, page],
      meta: {
        names: rowNames<IncidentRow, Page<IncidentRow>>(
          'incident',
          ({ title }) => title,
          ({ rows }) => rows
        ),
      },
      queryFn: async ({ signal }): Promise<Page<IncidentRow>> => {
        const { conditions, left } = await ofComponents(query.filters['component'], signal)
        const found = await callPage({
          path: PATH,
          query: [
            columns,
            ...conditionsOf(query, conditions),
            orderOf(query),
            limit(page.size),
            offset(page.index * page.size),
          ],
          schema: row,
          signal,
        })
        return { ...found, left }
      },
    }),

  /** All incidents that are asked for. */
  async matching(query: ListQuery): Promise<IncidentRow[]> {
    const { conditions } = await ofComponents(query.filters['component'])
    return callAll(
      { path: PATH, query: [columns, ...conditionsOf(query, conditions), orderOf(query)], schema: row },
      MOST
    )
  },

  /** Components that incidents have as evidence, as values of a filter. */
  components: () =>
    queryOptions({
      queryKey: [...incidents.all, 'components'] as readonly string[],
      queryFn: async ({ signal }) => {
        const rows = await call({
          path: '/api/db/evidences',
          query: [eq('type', 'topology'), select('components(id,name)'), limit(MOST)],
          schema: z.array(z.object({ components: z.nullish(z.object({ id: z.guid(), name: z.string() })) })),
          signal,
        })
        const named = new Map(rows.flatMap(({ components: one }) => (one ? [[one.id, one.name] as const] : [])))
        return [...named].map(([value, label]) => ({ value, label }))
      },
    }),
}
