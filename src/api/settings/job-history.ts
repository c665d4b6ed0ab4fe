import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import type { Choice } from '@/shared/forms/choice'
import type { FilterValues } from '@/shared/filter-values'
import { parseDuration } from '@/shared/duration'
import type { Target } from '@/lib/kinds'
import type { ListQuery } from '@/lib/list-query'
import type { NewestRun } from '@/lib/settings/job-status'
import { jobResource } from '@/lib/settings/job-resource'
import { filterConditions } from '../list-conditions'
import { callListPage } from '../list-page'
import { call, callPage, type QueryParams, type ResultPage } from '../http'
import { rowNames } from '../names'
import { eq, gte, ilike, inList, limit, lt, offset, or, order, select } from '../postgrest'
import { scrapeSummary } from './scrapers'
import { timestamp } from '../time'
import { topologySummarySchema } from '../topology/topologies'

const count = z.nullish(z.number())

const errors = z.nullish(z.array(z.string()))

const common = {
  id: z.guid(),
  name: z.nullish(z.string()),
  /** RUNNING, SUCCESS, WARNING, FAILED, STOPPED, STALE or SKIPPED. */
  status: z.nullish(z.string()),
  time_start: z.nullish(timestamp),
  created_at: timestamp,
  duration_millis: count,
  success_count: count,
  error_count: count,
}
const detailsSchema = z.nullish(
  z.object({
    errors,
    scrape_summary: z.nullish(scrapeSummary),
    summary: topologySummarySchema,
    incidents: z.catch(z.nullish(z.object({ matched: count, opened: count, closed: count })), null),
  })
)
export type JobDetails = z.infer<typeof detailsSchema>

const jobRun = z.object({ ...common, details: detailsSchema })
export type JobRun = z.infer<typeof jobRun>

const subject = {
  resource_type: z.nullish(z.string()),
  resource_id: z.nullish(z.string()),
  /** The id, if the backend does not know the name. */
  resource_name: z.nullish(z.string()),
  agent: z.nullish(z.object({ id: z.nullish(z.string()), name: z.nullish(z.string()) })),
  hostname: z.nullish(z.string()),
}

const listedRun = z.object({ ...common, ...subject, errors })
/** A run in the list, with its errors, but without its other details. */
export type ListedJobRun = z.infer<typeof listedRun>

const wholeRun = z.object({ ...common, ...subject, time_end: z.nullish(timestamp), details: detailsSchema })
export type WholeJobRun = z.infer<typeof wholeRun>

const jobSummary = z.object({
  name: z.nullish(z.string()),
  total: z.number(),
  running: z.number(),
  success: z.number(),
  warning: z.number(),
  failed: z.number(),
  stale: z.nullish(z.number()),
  skipped: z.nullish(z.number()),
  last_run_at: z.nullish(timestamp),
  /** Milliseconds. */
  average_duration: count,
})
/** The stored runs of a job as numbers, and when it runs next, if the server knows. */
export type JobSummary = z.infer<typeof jobSummary> & { next_run_at?: string | undefined }

const nextRun = z.object({ name: z.string(), next_run_at: timestamp })

const newestRun = z.object({
  resource_id: z.nullish(z.string()),
  status: z.nullish(z.string()),
  time_start: z.nullish(timestamp),
  created_at: timestamp,
  details: z.nullish(z.object({ errors: z.nullish(z.array(z.string())) })),
})
/** Maximum number of rows in a response of the server, which stores a few runs per resource. */
const MOST_RUNS = 2000

/**
 * The newest run of each resource of a type, keyed by the id of the resource. For other resources, the views with
 * status include it.
 * @param id reads the run of one resource only
 */
export async function readNewestJobRuns(
  type: string,
  { id, signal }: { id?: string; signal: AbortSignal }
): Promise<ReadonlyMap<string, NewestRun>> {
  const runs = await call({
    path: LIST_PATH,
    query: [
      select(...Object.keys(newestRun.shape)),
      eq('resource_type', type),
      ...(id === undefined ? [] : [eq('resource_id', id)]),
      order('created_at.desc'),
      limit(id === undefined ? MOST_RUNS : 1),
    ],
    schema: z.array(newestRun),
    signal,
  })
  const newest = new Map<string, NewestRun>()
  for (const { resource_id: of, status, time_start, created_at, details } of runs)
    if (typeof of === 'string' && !newest.has(of))
      newest.set(of, { job_status: status, job_time_start: time_start ?? created_at, job_details: details })
  return newest
}

/** Maximum number of runs to show, the newest first. */
const MOST = 50
const all = ['job-history'] as const

const LIST_PATH = '/api/db/job_histories'

const listColumns = select(
  ...Object.keys(listedRun.shape).map((name) => (name === 'errors' ? 'errors:details->errors' : name))
)

/** Columns that the list can be sorted by. */
const jobOrders = [
  'time_start',
  'name',
  'resource_name',
  'status',
  'duration_millis',
  'success_count',
  'error_count',
] as const

/** Columns of the filters, which have the same names in the address. */
const filterColumns = ['name', 'resource_type', 'status'] as const

/**
 * The values of the filter are minimum durations: `15s` includes runs that took at least 15 seconds, and excludes these
 * with the opposite sign. Of several, the weakest limit counts, as any of the included values is enough.
 */
function durationConditions(values: FilterValues = {}): QueryParams {
  const limits = (mode: FilterValues[string]) =>
    Object.keys(values).flatMap((written) => (values[written] === mode ? (parseDuration(written) ?? []) : []))
  const [included, excluded] = [limits('include'), limits('exclude')]
  return [
    ...(included.length > 0 ? [gte('duration_millis', Math.min(...included))] : []),
    ...(excluded.length > 0 ? [lt('duration_millis', Math.min(...excluded))] : []),
  ]
}

function conditionsOf({ search, filters, time }: ListQuery): QueryParams {
  const { from, to } = time?.span() ?? {}
  const words = search.trim()
  return [
    ...(words === '' ? [] : [or(ilike('name', words), ilike('resource_name', words), ilike('hostname', words))]),
    ...filterColumns.flatMap((column) => filterConditions(column, filters[column])),
    ...durationConditions(filters['duration']),
    ...(from ? [gte('created_at', from.toISOString())] : []),
    ...(to ? [lt('created_at', to.toISOString())] : []),
  ]
}

/** Rows with equal values are ordered by id, so that no row is on two pages. */
function orderOf({ sort }: ListQuery): QueryParams[number] {
  const column = jobOrders.find((one) => one === sort?.column)
  if (column === undefined) return order('created_at.desc', 'id.asc')
  return order(`${column}.${sort?.isDescending ? 'desc' : 'asc'}.nullslast`, 'id.asc')
}

/** The name of a run in sentences. */
export const jobRunName = ({ name }: Pick<JobRun, 'name'>): string => name || 'Unnamed job'

export const toJobTarget = (run: Pick<ListedJobRun, 'id' | 'name' | keyof typeof subject>): Target<'job'> => {
  const about = jobResource(run)
  return { kind: 'job', id: run.id, label: jobRunName(run), ...(about && { about }) }
}

export const jobHistory = {
  all,

  /** The newest runs of a resource, and their total number. The types are those of its table in the job history. */
  ofResource: (id: string, types: readonly string[]) =>
    queryOptions({
      queryKey: [...all, 'ofResource', id],
      queryFn: ({ signal }) =>
        callPage({
          path: LIST_PATH,
          query: [
            select(...Object.keys(jobRun.shape)),
            eq('resource_id', id),
            ...(types.length > 0 ? [inList('resource_type', types)] : []),
            order('created_at.desc'),
            limit(MOST),
          ],
          schema: jobRun,
          signal,
        }),
    }),

  /** A page of the runs of all jobs, the newest first, and their total number. */
  page: (query: ListQuery, page: { index: number; size: number }) =>
    queryOptions({
      queryKey: [...all, 'page', { ...query, time: query.time?.range }, page],
      meta: { names: rowNames<ListedJobRun, ResultPage<ListedJobRun>>('job', jobRunName, ({ rows }) => rows) },
      queryFn: ({ signal }) =>
        callListPage({
          path: LIST_PATH,
          query: [
            listColumns,
            ...conditionsOf(query),
            orderOf(query),
            limit(page.size),
            offset(page.index * page.size),
          ],
          schema: listedRun,
          signal,
        }),
    }),

  /** One run with its details; null if it does not exist, or is no longer stored. */
  byId: (id: string) =>
    queryOptions({
      queryKey: [...all, 'byId', id],
      meta: {
        names: rowNames<WholeJobRun, WholeJobRun | null>('job', jobRunName, (found) => (found ? [found] : [])),
      },
      queryFn: async ({ signal }): Promise<WholeJobRun | null> => {
        const [found] = await call({
          path: LIST_PATH,
          query: [eq('id', id), select(...Object.keys(wholeRun.shape))],
          schema: z.array(wholeRun),
          signal,
        })
        return found ?? null
      },
    }),

  /** Names of the jobs that have run, as values of a filter. */
  names: () =>
    queryOptions({
      queryKey: [...all, 'names'] as readonly string[],
      queryFn: async ({ signal }): Promise<Choice[]> => {
        const rows = await call({
          path: '/api/db/job_history_names',
          query: [order('name.asc')],
          schema: z.array(z.object({ name: z.nullish(z.string()) })),
          signal,
        })
        return rows.flatMap(({ name }) => (name ? [{ value: name, label: name }] : []))
      },
    }),

  /** The stored runs of each job as numbers. */
  summary: () =>
    queryOptions({
      queryKey: [...all, 'summary'],
      queryFn: ({ signal }) =>
        call({
          path: '/api/db/job_history_summary',
          query: [order('name.asc')],
          schema: z.array(jobSummary),
          signal,
        }),
    }),

  /** The next run of each job that runs on a schedule. Only the embedded backend knows it. */
  nextRuns: () =>
    queryOptions({
      queryKey: [...all, 'nextRuns'],
      queryFn: ({ signal }) => call({ path: '/api/jobs/next_runs', schema: z.array(nextRun), signal }),
    }),
}
