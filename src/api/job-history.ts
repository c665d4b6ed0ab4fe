import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { callPage } from './http'
import { eq, limit, order, select } from './postgrest'
import { scrapeSummary } from './scrapers'
import { moment } from './time'
import { topologySummary } from './topologies'

const count = z.nullish(z.number())

const jobRun = z.object({
  id: z.guid(),
  name: z.nullish(z.string()),
  /** RUNNING, SUCCESS, WARNING, FAILED, STOPPED, STALE or SKIPPED. */
  status: z.nullish(z.string()),
  time_start: z.nullish(moment),
  created_at: moment,
  duration_millis: count,
  success_count: count,
  error_count: count,
  details: z.nullish(
    z.object({
      errors: z.nullish(z.array(z.string())),
      scrape_summary: z.nullish(scrapeSummary),
      summary: topologySummary,
    })
  ),
})
export type JobRun = z.infer<typeof jobRun>

/** As many of the newest runs as are shown. */
const MOST = 50
const all = ['job-history'] as const

export const jobHistory = {
  all,

  /** The newest runs for one resource, and how many there are. */
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
