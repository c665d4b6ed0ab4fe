import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import type { Choice } from '@/shared/forms/choice'
import { configItemName } from '@/lib/catalog/config-name'
import type { Target } from '@/lib/kinds'
import type { ListQuery } from '@/lib/list-query'
import { activeStatuses, failedStatuses } from '@/lib/playbooks/run-status'
import { failedStep } from './failed-step'
import { callAll } from '../call-all'
import { call, callPage, type ResultPage, type QueryParams } from '../http'
import { callListPage } from '../list-page'
import { filterConditions } from '../list-conditions'
import { eq, ilike, inList, isNotNull, isNull, limit, lt, offset, or, order, select } from '../postgrest'
import { playbooks } from './playbooks'
import { rowNames } from '../names'
import { timestamp } from '../time'

const text = z.nullish(z.string())
const thing = z.nullish(z.object({ id: z.guid(), name: text, icon: text }))

/** Playbook, resource and author of a run, shared by the list and the page of a run. */
export const runShape = {
  id: z.guid(),
  status: z.string(),
  created_at: timestamp,
  start_time: z.nullish(timestamp),
  scheduled_time: z.nullish(timestamp),
  end_time: z.nullish(timestamp),
  error: text,
  playbook_id: z.guid(),
  playbooks: z.nullish(z.object({ id: z.guid(), name: z.string(), title: text, icon: text })),
  created_by: z.nullish(z.object({ id: z.guid(), name: text, avatar: text })),
  /** Part of the spec: the required approvers. */
  approval: z.optional(z.unknown()),
  component: thing,
  check: thing,
  config: z.nullish(z.object({ id: z.guid(), name: text, type: text, config_class: text })),
}
const row = z.object({ ...runShape, failed: failedStep.shape })
export type RunRow = z.infer<typeof row>

/** Columns for `runShape`, including embedded rows. */
export const runColumns = [
  'id,status,created_at,start_time,scheduled_time,end_time,error,playbook_id',
  'playbooks(id,name,title,icon)',
  'created_by(id,name,avatar)',
  'approval:spec->approval',
  'component:components(id,name,icon)',
  'check:checks(id,name,icon)',
  'config:config_items(id,name,type,config_class)',
].join(',')

/** The title of the playbook of a run. The playbook may have been deleted. */
export const runTitle = ({ playbooks: of }: Pick<RunRow, 'playbooks'>): string =>
  of?.title || of?.name || 'Deleted playbook'

/** The resource that a run is for; undefined if there is none or it is inaccessible. */
export function runSubject({
  config,
  component,
  check,
}: Pick<RunRow, 'config' | 'component' | 'check'>): Target<'config' | 'component' | 'check'> | undefined {
  if (config) return { kind: 'config', id: config.id, label: configItemName(config) }
  if (component) return { kind: 'component', id: component.id, label: component.name ?? 'A component' }
  return check ? { kind: 'check', id: check.id, label: check.name ?? 'A check' } : undefined
}

/** For example `Restart deployment for checkout`. */
export function runName(run: Pick<RunRow, 'playbooks' | 'config' | 'component' | 'check'>): string {
  const subject = runSubject(run)
  return subject ? `${runTitle(run)} for ${subject.label}` : runTitle(run)
}

const PATH = '/api/db/playbook_runs'
const runs = [...playbooks.all, 'runs'] as const
/** Maximum number of rows in a response of the server. */
const MOST = 2000
/** Number of latest runs whose resources are offered in filters. */
const MOST_SUBJECT_RUNS = 1000

const orders = ['status', 'created_at', 'start_time', 'end_time'] as const

/** A search also matches the names of playbooks, which are in another table. */
async function searched(words: string, signal?: AbortSignal): Promise<QueryParams> {
  if (words === '') return []
  const found = await call({
    path: '/api/db/playbooks',
    query: [or(ilike('title', words), ilike('name', words)), select('id'), limit(MOST)],
    schema: z.array(z.object({ id: z.guid() })),
    signal,
  })
  const ids = found.map(({ id }) => id)
  return [or(ilike('error', words), ...(ids.length > 0 ? [inList('playbook_id', ids)] : []))]
}

async function runListConditions(
  { search, filters, time }: ListQuery,
  signal?: AbortSignal,
  without?: 'status'
): Promise<QueryParams> {
  const { from, to } = time?.span() ?? {}
  return [
    // Runs started by another run are listed on the page of that run.
    isNull('parent_id'),
    ...(await searched(search.trim(), signal)),
    ...(without ? [] : filterConditions('status', filters['status'])),
    ...filterConditions('playbook_id', filters['playbook']),
    ...filterConditions('created_by', filters['by']),
    ...filterConditions('config_id', filters['config']),
    ...filterConditions('component_id', filters['component']),
    ...filterConditions('check_id', filters['check']),
    ...within(from, to),
  ]
}

/** Started or created within the time range. */
function within(from: Date | undefined, to: Date | undefined): QueryParams {
  const tests = [...(from ? [`gte.${from.toISOString()}`] : []), ...(to ? [`lte.${to.toISOString()}`] : [])]
  if (tests.length === 0) return []
  const both = (column: string) => `and(${tests.map((test) => `${column}.${test}`).join(',')})`
  return [['or', `(${both('start_time')},${both('created_at')})`]]
}

/** Rows with equal values are ordered by id, so that no row is on two pages. */
function runListOrder({ sort }: ListQuery): QueryParams[number] {
  const column = orders.find((one) => one === sort?.column)
  if (column === undefined) return order('created_at.desc', 'id.asc')
  return order(`${column}.${sort?.isDescending ? 'desc' : 'asc'}.nullslast`, 'id.asc')
}

/** Numbers of runs that await approval, are active, or failed, within the other filters of a list. */
type RunTally = { waiting: number; active: number; failed: number }

const tallied = {
  waiting: [eq('status', 'pending_approval')],
  active: [inList('status', activeStatuses)],
  failed: [inList('status', failedStatuses)],
} satisfies Record<keyof RunTally, QueryParams>

/** Resources of runs, as values of a filter. */
const things = (kind: 'config' | 'component' | 'check') =>
  queryOptions({
    queryKey: [...runs, 'things', kind] as readonly string[],
    queryFn: async ({ signal }): Promise<Choice[]> => {
      const embed = kind === 'config' ? 'thing:config_items(id,name)' : `thing:${kind}s(id,name)`
      const rows = await call({
        path: PATH,
        query: [isNotNull(`${kind}_id`), order('created_at.desc'), limit(MOST_SUBJECT_RUNS), select(embed)],
        schema: z.array(z.object({ thing: z.nullish(z.object({ id: z.guid(), name: text })) })),
        signal,
      })
      const named = new Map(rows.flatMap(({ thing: one }) => (one ? [[one.id, configItemName(one)] as const] : [])))
      return [...named].map(([value, label]) => ({ value, label }))
    },
  })

export const runList = {
  all: runs,

  /** A page of runs, and the total number of runs. Runs started by other runs are left out. */
  page: (query: ListQuery, page: { index: number; size: number }) =>
    queryOptions({
      queryKey: [...runs, 'page', { ...query, time: query.time?.range }, page],
      meta: { names: rowNames<RunRow, ResultPage<RunRow>>('run', runName, ({ rows }) => rows) },
      queryFn: async ({ signal }): Promise<ResultPage<RunRow>> =>
        callListPage({
          path: PATH,
          query: [
            select(runColumns, failedStep.column),
            ...failedStep.filters(),
            ...(await runListConditions(query, signal)),
            runListOrder(query),
            limit(page.size),
            offset(page.index * page.size),
          ],
          schema: row,
          signal,
        }),
    }),

  /** All runs that match the query. */
  matching: async (query: ListQuery): Promise<RunRow[]> =>
    callAll(
      {
        path: PATH,
        query: [select(runColumns), ...(await runListConditions(query)), runListOrder(query)],
        schema: row,
      },
      MOST
    ),

  /** Numbers of runs that await approval, are active, or failed, regardless of the status filter. */
  tally: (query: ListQuery) =>
    queryOptions({
      queryKey: [...runs, 'tally', { ...query, sort: undefined, time: query.time?.range, status: undefined }],
      queryFn: async ({ signal }): Promise<RunTally> => {
        const conditions = await runListConditions(query, signal, 'status')
        const countOf = async (which: QueryParams) =>
          (
            await callPage({
              path: PATH,
              query: [select('id'), ...conditions, ...which, limit(1)],
              schema: z.object({ id: z.guid() }),
              signal,
            })
          ).total
        const [waiting, active, failed] = await Promise.all([
          countOf(tallied.waiting),
          countOf(tallied.active),
          countOf(tallied.failed),
        ])
        return { waiting, active, failed }
      },
    }),

  /** All playbooks including deleted ones, as values of a filter. */
  playbooks: () =>
    queryOptions({
      queryKey: [...runs, 'playbooks'] as readonly string[],
      queryFn: async ({ signal }): Promise<Choice[]> => {
        const rows = await call({
          path: '/api/db/playbooks',
          query: [select('id', 'name', 'title', 'deleted_at'), order('title.asc'), limit(MOST)],
          schema: z.array(z.object({ id: z.guid(), name: z.string(), title: text, deleted_at: z.nullish(timestamp) })),
          signal,
        })
        return rows.map(({ id, name, title, deleted_at: deleted }) => ({
          value: id,
          label: title || name,
          ...(deleted && { hint: 'deleted' }),
        }))
      },
    }),

  things,

  /**
   * The newest run, requested each time. Null if there is none.
   * @param of limits it to a playbook or a resource
   * @param before limits it to runs created before a time
   */
  latest: ({ of, before, isFailed = false }: { of?: Target | undefined; before?: string; isFailed?: boolean }) =>
    queryOptions({
      queryKey: [...runs, 'latest', of?.id, before, isFailed],
      staleTime: 0,
      gcTime: 0,
      queryFn: async ({ signal }): Promise<RunRow | null> => {
        const [found] = await call({
          path: PATH,
          query: [
            select(runColumns),
            isNull('parent_id'),
            ...(of ? [eq(`${of.kind}_id`, of.id)] : []),
            ...(before === undefined ? [] : [lt('created_at', before)]),
            ...(isFailed ? tallied.failed : []),
            order('created_at.desc'),
            limit(1),
          ],
          schema: z.array(row),
          signal,
        })
        return found ?? null
      },
    }),
}

/** Maximum number of runs to search by name. */
const MOST_NAMED = 100

/** The latest runs. */
export const readLatestRuns = (signal: AbortSignal): Promise<RunRow[]> =>
  call({
    path: PATH,
    query: [select(runColumns), isNull('parent_id'), order('created_at.desc'), limit(MOST_NAMED)],
    schema: z.array(row),
    signal,
  })
