import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { ApiError, call, callPage } from './http'
import { eq, gt, limit, order, select } from './postgrest'

const time = z.iso.datetime({ offset: true, local: true })

/** One monitored endpoint, as the health summary returns it. */
const check = z.object({
  id: z.guid(),
  name: z.string(),
  /** The empty name is the default namespace's. */
  namespace: z.string().nullish(),
  canary_name: z.string().optional(),
  type: z.string(),
  description: z.string().nullish(),
  /** What is called; older backends leave it out. */
  endpoint: z.string().nullish(),
  /** Who runs it; older backends leave it out, and the zero id is the backend itself. */
  agent_id: z.string().nullish(),
  // A backend may say more than these two; what we do not know is unknown, and must not hide the other checks.
  status: z.enum(['healthy', 'unhealthy', 'unknown']).catch('unknown'),
  labels: z.record(z.string(), z.string()).nullish(),
  uptime: z.object({ passed: z.int(), failed: z.int() }),
  /** Milliseconds over the last hour; absent when nothing was measured. */
  latency: z.object({ p95: z.number().optional(), p99: z.number().optional() }),
  severity: z.string().nullish(),
  last_runtime: time.nullish(),
  last_transition_time: time.nullish(),
})
export type Check = z.infer<typeof check>

/** The check's own row, for what the summary leaves out. */
const checkDetail = z.object({
  id: z.guid(),
  name: z.string(),
  type: z.string(),
  status: z.string().nullish(),
  description: z.string().nullish(),
  next_runtime: time.nullish(),
})
export type CheckDetail = z.infer<typeof checkDetail>

export const checkStatus = z.object({
  time,
  /** Null: the backend does not run such a check; `message` says why. Neither passed nor failed. */
  status: z.boolean().nullable(),
  /** Milliseconds. */
  duration: z.number().nullish(),
  message: z.string().nullish(),
  error: z.string().nullish(),
})
export type CheckStatus = z.infer<typeof checkStatus>

const checkGraph = z.object({
  // Null when nothing ran in the window.
  status: z
    .array(
      z.object({
        time,
        /** Milliseconds, the average of the runs in this part of the window. */
        duration: z.number(),
        failed: z.int().default(0),
      })
    )
    .nullable(),
})

/** The answer to Run now. What is false or empty is left out of it. */
const runResult = z.object({
  pass: z.boolean().default(false),
  /** It could not be run as it is written, or not by this backend. */
  invalid: z.boolean().default(false),
  message: z.string().nullish(),
  error: z.string().nullish(),
})
export type RunResult = z.infer<typeof runResult>

/** Percent 0..100, or null for a check that never ran. */
export const uptimePercent = ({ uptime: { passed, failed } }: Pick<Check, 'uptime'>) =>
  passed + failed === 0 ? null : (passed / (passed + failed)) * 100

/** What came of a run. */
export const resultOf = ({ status }: Pick<CheckStatus, 'status'>) =>
  status === null ? 'not run' : status ? 'passed' : 'failed'

/** What a run said: its error, else its message; null when it said nothing. */
export const wordsOf = ({ error, message }: Pick<CheckStatus, 'error' | 'message'>) => error || message || null

const summaryAnswer = z.object({
  // Absent when there are no checks.
  checks_summary: z.array(check).optional(),
})

export const checks = {
  all: ['checks'] as const,
  /** The key of every run that is on its way. */
  running: ['checks', 'runNow'] as const,

  /** Every check, in the server's order, with figures over the last hour. */
  summary: () =>
    queryOptions({
      queryKey: [...checks.all, 'summary'],
      queryFn: ({ signal }) => call({ path: '/api/canary/api/summary', schema: summaryAnswer, signal }),
      select: ({ checks_summary = none }) => checks_summary,
    }),

  byId: (id: string) =>
    queryOptions({
      queryKey: [...checks.all, 'byId', id],
      queryFn: ({ signal }) =>
        call({
          path: '/api/db/checks',
          query: [eq('id', id), select('id', 'name', 'type', 'status', 'description', 'next_runtime')],
          schema: z.array(checkDetail),
          signal,
        }),
      select: ([first]) => first ?? null,
    }),

  /** The canary that a check belongs to, as it was written. */
  spec: (id: string) =>
    queryOptions({
      queryKey: [...checks.all, 'spec', id],
      queryFn: async ({ signal }) => {
        const [found] = await call({
          path: '/api/db/checks',
          query: [eq('id', id), select('canaries(name,namespace,labels,spec)')],
          schema: z.array(z.object({ canaries: z.record(z.string(), z.unknown()).nullable() })),
          signal,
        })
        if (!found?.canaries) throw new ApiError('http', 'This check has no spec.', { status: 404 })
        return found.canaries
      },
    }),

  /** The newest runs within the last `windowMs`, newest first, and how many there were. */
  statuses: (id: string, windowMs: number, rows: number) =>
    queryOptions({
      queryKey: [...checks.all, 'statuses', id, windowMs, rows],
      queryFn: ({ signal }) =>
        callPage({
          path: '/api/db/check_statuses',
          query: [
            eq('check_id', id),
            gt('time', new Date(Date.now() - windowMs).toISOString()),
            order('time.desc'),
            select('time', 'status', 'duration', 'message', 'error'),
            limit(rows),
          ],
          schema: checkStatus,
          signal,
        }),
      staleTime: 10_000,
      placeholderData: (previous, query) => (query?.queryKey[2] === id ? keepPreviousData(previous) : undefined),
    }),

  /** How long the runs within the last `windowMs` took, in parts of a minute to four hours. */
  graph: (id: string, windowMs: number) =>
    queryOptions({
      queryKey: [...checks.all, 'graph', id, windowMs],
      queryFn: ({ signal }) =>
        call({
          path: '/api/canary/api/graph',
          query: [
            ['check', id],
            ['start', `${Math.round(windowMs / 60_000)}m`],
          ],
          schema: checkGraph,
          signal,
        }),
      select: ({ status }) => status ?? noParts,
      staleTime: 10_000,
    }),

  /** Runs one check now and waits for its result. Roles: admin, editor, commander, responder. */
  runNow: () =>
    mutationOptions({
      mutationKey: checks.running,
      mutationFn: (id: string) =>
        call({
          method: 'post',
          path: `/api/canary/run/check/${encodeURIComponent(id)}`,
          // Empty when the run produced nothing.
          schema: runResult.optional(),
        }),
      meta: { invalidates: checks.all },
    }),
}

const none: Check[] = []
const noParts: NonNullable<z.infer<typeof checkGraph>['status']> = []
