import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { isOver, normaliseSeverity, overStatuses } from '@/lib/incidents/incidents'
import { capital } from '@/shared/format'
import { severityRank } from '@/shared/severity'
import type { FilterValues } from '@/shared/filter-values'
import type { ListQuery } from '@/lib/list-query'
import { callAll } from '../call-all'
import { call, type ResultPage, type QueryParams } from '../http'
import { callListPage } from '../list-page'
import { incidents } from './incidents'
import { filterConditions, wordCondition } from '../list-conditions'
import { eq, inList, limit, notIn, offset, order, select } from '../postgrest'
import { rowNames } from '../names'
import { timestamp } from '../time'

const text = z.nullish(z.string())
/** The view returns an object without members if no person is assigned. */
const somebody = z.nullish(z.object({ id: z.nullish(z.guid()), name: text, avatar: text }))

const row = z.object({
  id: z.guid(),
  /** For example `INC-12`. */
  incident_id: z.string(),
  title: z.string(),
  severity: z.string(),
  type: z.string(),
  status: z.string(),
  created_at: timestamp,
  updated_at: z.nullish(timestamp),
  commander: somebody,
  /** People and teams. */
  responders: z.nullish(z.array(z.object({ id: z.guid(), name: z.string(), avatar: text }))),
})
export type IncidentRow = z.infer<typeof row>

const PATH = '/api/db/incident_summary'
/** Maximum number of rows in a response of the server. */
const MOST = 2000
/** Maximum number of incidents that are requested to sort a page by severity in one request. */
const MOST_AT_ONCE = 200
/** Maximum number of ids per request. More would exceed the URL length that servers accept. */
const MOST_IDS = 100
/** Maximum number of incidents that the component filter can name. */
const MOST_OF_COMPONENTS = 200
const orders = ['incident_id', 'title', 'severity', 'type', 'status', 'created_at', 'updated_at'] as const

/** Backends store severities in lower or mixed case. */
const inAnyCase = (values: FilterValues = {}): FilterValues =>
  Object.fromEntries(
    Object.entries(values).flatMap(([value, mode]) => [
      [value, mode],
      [capital(value), mode],
    ])
  )

function conditionsOf({ search, filters }: ListQuery, ofComponent: QueryParams): QueryParams {
  const words = search.trim()
  return [
    ...(words === '' ? [] : [wordCondition(['title', 'incident_id'], words)]),
    ...filterConditions('status', filters['status']),
    ...filterConditions('severity', inAnyCase(filters['severity'])),
    ...filterConditions('type', filters['type']),
    ...filterConditions('commander->>id', filters['commander']),
    ...ofComponent,
  ]
}

/**
 * Conditions that include the incidents with the included components as evidence, and exclude those of excluded
 * components.
 * @returns `omitted`: a sentence if there are too many such incidents
 */
async function ofComponents(
  values: FilterValues = {},
  signal?: AbortSignal
): Promise<{ conditions: QueryParams; omitted: string | undefined }> {
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
    omitted: isCut
      ? `Only the latest ${MOST_OF_COMPONENTS} incidents of the selected components are included.`
      : undefined,
  }
}

/**
 * The newest incidents that have the components as evidence, once per component. More would exceed the URL length that
 * servers accept.
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

/** Rows with equal values are ordered by id, so that no row is on two pages. */
function orderOf({ sort }: ListQuery): QueryParams[number] {
  const column = orders.find((one) => one === sort?.column)
  if (column === undefined) return order('created_at.desc', 'id.asc')
  return order(`${column}.${sort?.isDescending ? 'desc' : 'asc'}`, 'id.asc')
}

const columns = select(...Object.keys(row.shape))

/** Severities are words, which the server sorts by their letters. By default, incidents are sorted by severity, too. */
const isRanked = ({ sort }: ListQuery): boolean => sort === undefined || sort.column === 'severity'

type Ranked = Pick<IncidentRow, 'id' | 'severity' | 'status' | 'created_at'>

/** Sorts by severity, then the longest waiting first; incidents that are over come last. */
function sortBySeverity<R extends Ranked>(rows: readonly R[], { sort }: ListQuery): R[] {
  const sign = sort?.isDescending ? -1 : 1
  return rows
    .map((one) => ({
      one,
      over: sort === undefined ? Number(isOver(one)) : 0,
      rank: sign * severityRank(normaliseSeverity(one.severity)),
    }))
    .toSorted(
      (a, b) =>
        a.over - b.over ||
        a.rank - b.rank ||
        a.one.created_at.localeCompare(b.one.created_at) ||
        a.one.id.localeCompare(b.one.id)
    )
    .map(({ one }) => one)
}

type Page = { index: number; size: number }

/**
 * A page of incidents in the order of their severities, which only the browser knows. Usually all incidents are in the
 * first response. If they are not, their severities are read first, and then the rows of the page. Too many incidents
 * are sorted by the server, the newest first.
 */
async function rankedPage(
  query: ListQuery,
  conditions: QueryParams,
  { index, size }: Page,
  signal: AbortSignal
): Promise<ResultPage<IncidentRow>> {
  const newest = order('created_at.desc', 'id.asc')
  const slice = <R extends Ranked>(rows: readonly R[]) =>
    sortBySeverity(rows, query).slice(index * size, (index + 1) * size)
  const all = await callListPage({
    path: PATH,
    query: [columns, ...conditions, newest, limit(MOST_AT_ONCE)],
    schema: row,
    signal,
  })
  if (all.total <= MOST_AT_ONCE) return { ...all, rows: slice(all.rows) }
  if (all.total > MOST) {
    const page = [columns, ...conditions, newest, limit(size), offset(index * size)]
    const found = await callListPage({ path: PATH, query: page, schema: row, signal })
    const omitted = `More than ${MOST.toLocaleString('en')} incidents match, so the newest are first. Filter to sort them by severity.`
    return { ...found, omitted: [omitted, found.omitted].filter(Boolean).join(' ') }
  }
  const keys = await call({
    path: PATH,
    query: [select('id', 'severity', 'status', 'created_at'), ...conditions, newest, limit(MOST)],
    schema: z.array(z.pick(row, { id: true, severity: true, status: true, created_at: true })),
    signal,
  })
  const ids = slice(keys).map(({ id }) => id)
  if (ids.length === 0) return { rows: [], total: all.total }
  const chunks = Array.from({ length: Math.ceil(ids.length / MOST_IDS) }, (_, at) =>
    ids.slice(at * MOST_IDS, (at + 1) * MOST_IDS)
  )
  const pages = await Promise.all(
    chunks.map((chunk) => callListPage({ path: PATH, query: [columns, inList('id', chunk)], schema: row, signal }))
  )
  const omitted = pages.flatMap((one) => one.omitted ?? []).join(' ') || undefined
  return {
    rows: sortBySeverity(
      pages.flatMap(({ rows }) => rows),
      query
    ),
    total: all.total,
    omitted,
  }
}

const everything: ListQuery = { search: '', sort: undefined, filters: {} }

export const incidentList = {
  /** A page of incidents, and the total number of incidents. */
  page: (query: ListQuery, page: Page) =>
    queryOptions({
      queryKey: [...incidents.all, 'page', { ...query, time: undefined }, page],
      meta: {
        names: rowNames<IncidentRow, ResultPage<IncidentRow>>(
          'incident',
          ({ title }) => title,
          ({ rows }) => rows
        ),
      },
      queryFn: async ({ signal }): Promise<ResultPage<IncidentRow>> => {
        const { conditions, omitted } = await ofComponents(query.filters['component'], signal)
        const wanted = conditionsOf(query, conditions)
        const found = isRanked(query)
          ? await rankedPage(query, wanted, page, signal)
          : await callListPage({
              path: PATH,
              query: [columns, ...wanted, orderOf(query), limit(page.size), offset(page.index * page.size)],
              schema: row,
              signal,
            })
        return { ...found, omitted: [omitted, found.omitted].filter(Boolean).join(' ') || undefined }
      },
    }),

  /** The worst incident that still has to be mitigated, or else the worst open one; null if none is open. */
  worst: () =>
    queryOptions({
      queryKey: [...incidents.all, 'worst'],
      queryFn: async ({ signal }): Promise<IncidentRow | null> => {
        const readWorst = async (statuses: readonly string[]) => {
          const page = await rankedPage(everything, [notIn('status', statuses)], { index: 0, size: 1 }, signal)
          return page.rows[0]
        }
        return (await readWorst([...overStatuses, 'mitigated'])) ?? (await readWorst(overStatuses)) ?? null
      },
    }),

  /** All incidents that match the query. */
  async matching(query: ListQuery): Promise<IncidentRow[]> {
    const { conditions } = await ofComponents(query.filters['component'])
    const found = await callAll(
      { path: PATH, query: [columns, ...conditionsOf(query, conditions), orderOf(query)], schema: row },
      MOST
    )
    return isRanked(query) ? sortBySeverity(found, query) : found
  },

  /** Components that are evidence of incidents, as values of a filter. */
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
