import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import type { NewestRun } from '@/lib/settings/job-status'
import { call, callPage } from '../http'
import { eq, limit, order, select } from '../postgrest'
import { scrapeSummary } from './scrapers'
import { timestamp } from '../time'
import { topologySummarySchema } from '../topology/topologies'

const count = z.nullish(z.number())

const jobRun = z.object({
  id: z.guid(),
  name: z.nullish(z.string()),
  /** RUNNING, SUCCESS, WARNING, FAILED, STOPPED, STALE or SKIPPED. */
  status: z.nullish(z.string()),
  time_start: z.nullish(timestamp),
  created_at: timestamp,
  duration_millis: count,
  success_count: count,
  error_count: count,
  details: z.nullish(
    z.object({
      errors: z.nullish(z.array(z.string())),
      scrape_summary: z.nullish(scrapeSummary),
      summary: topologySummarySchema,
      incidents: z.catch(z.nullish(z.object({ matched: count, opened: count, closed: count })), null),
    })
  ),
})
export type JobRun = z.infer<typeof jobRun>

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
    path: '/api/db/job_histories',
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

export const jobHistory = {
  all,

  /** The newest runs of a resource, and their total number. */
  ofResource: (id: string) =>
    queryOptions({
      queryKey: [...all, id],
      queryFn: ({ signal }) =>
        callPage({
          path: '/api/db/job_histories',
          query: [select(...Object.keys(jobRun.shape)), eq('resource_id', id), order('created_at.desc'), limit(MOST)],
          schema: jobRun,
          signal,
        }),
    }),
}
