import { mutationOptions, queryOptions, skipToken } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { SUMMARY_PATH } from '../lib/first-requests'
import { ApiError, call } from './http'
import { eq, select } from './postgrest'
import { rowNames } from './row-names'
import { moment } from './time'

/** One monitored endpoint, as the health summary returns it. */
const check = z.object({
  id: z.guid(),
  name: z.string(),
  /** The empty name is the default namespace's. */
  namespace: z.nullish(z.string()),
  canary_name: z.optional(z.string()),
  type: z.string(),
  description: z.nullish(z.string()),
  /** What is called; older backends leave it out. */
  endpoint: z.nullish(z.string()),
  /** Who runs it; older backends leave it out, and the zero id is the backend itself. */
  agent_id: z.nullish(z.string()),
  // A backend may say more than these two; what we do not know is unknown, and must not hide the other checks.
  status: z.catch(z.enum(['healthy', 'unhealthy', 'unknown']), 'unknown'),
  labels: z.nullish(z.record(z.string(), z.string())),
  uptime: z.object({ passed: z.int(), failed: z.int() }),
  /** Milliseconds over the last hour; absent when nothing was measured. */
  latency: z.object({ p95: z.optional(z.number()), p99: z.optional(z.number()) }),
  severity: z.nullish(z.string()),
  last_runtime: z.nullish(moment),
  last_transition_time: z.nullish(moment),
})
export type Check = z.infer<typeof check>

export const checkStatus = z.object({
  time: moment,
  /** Null: the backend does not run such a check; `message` says why. Neither passed nor failed. */
  status: z.nullable(z.boolean()),
  /** Milliseconds. */
  duration: z.nullish(z.number()),
  message: z.nullish(z.string()),
  error: z.nullish(z.string()),
})
export type CheckStatus = z.infer<typeof checkStatus>

/** The answer to Run now. What is false or empty is left out of it. */
const runResult = z.object({
  pass: z._default(z.boolean(), false),
  /** It could not be run as it is written, or not by this backend. */
  invalid: z._default(z.boolean(), false),
  /** When it began. */
  start: z.nullish(moment),
  /** Milliseconds. */
  duration: z.nullish(z.number()),
  message: z.nullish(z.string()),
  error: z.nullish(z.string()),
})
export type RunResult = z.infer<typeof runResult>

/** Percent 0..100, or null for a check that never ran. */
export const uptimePercent = ({ uptime: { passed, failed } }: Pick<Check, 'uptime'>) =>
  passed + failed === 0 ? null : (passed / (passed + failed)) * 100

/** What came of a run. */
export const resultOf = ({ status }: Pick<CheckStatus, 'status'>) =>
  status === null ? 'not run' : status ? 'passed' : 'failed'

/** What a run said: its error, else its message; null when it said nothing. */
export const runMessage = ({ error, message }: Pick<CheckStatus, 'error' | 'message'>) => error || message || null

const summaryAnswer = z.object({
  // Absent when there are no checks.
  checks_summary: z.optional(z.array(check)),
})

export const checks = {
  all: ['checks'] as const,
  /** The key of every run that is on its way. */
  running: ['checks', 'runNow'] as const,

  /** Every check, in the server's order, with figures over the last hour. */
  summary: () =>
    queryOptions({
      queryKey: [...checks.all, 'summary'],
      meta: {
        names: rowNames<Check, z.infer<typeof summaryAnswer>>(
          'check',
          ({ name }) => name,
          ({ checks_summary = none }) => checks_summary
        ),
      },
      queryFn: ({ signal }) => call({ path: SUMMARY_PATH, schema: summaryAnswer, signal }),
      select: ({ checks_summary = none }) => checks_summary,
    }),

  /** The canary that a check belongs to, as it was written. */
  spec: (id: string) =>
    queryOptions({
      queryKey: [...checks.all, 'spec', id],
      queryFn: async ({ signal }) => {
        const [found] = await call({
          path: '/api/db/checks',
          query: [eq('id', id), select('canaries(name,namespace,labels,spec)')],
          schema: z.array(z.object({ canaries: z.nullable(z.record(z.string(), z.unknown())) })),
          signal,
        })
        if (!found?.canaries) throw new ApiError('http', 'This check has no spec.', { status: 404 })
        return found.canaries
      },
    }),

  /** What came of the last time that a check was run from here; it is never asked for. */
  ran: (id: string) => queryOptions<RunResult | null>({ queryKey: [...checks.all, 'ran', id], queryFn: skipToken }),

  /** Runs one check now and waits for its result. Roles: admin, editor, commander, responder. */
  runNow: () =>
    mutationOptions({
      mutationKey: checks.running,
      mutationFn: async (id: string, { client }) => {
        const result = await call({
          method: 'post',
          path: `/api/canary/run/check/${encodeURIComponent(id)}`,
          // Empty when the run produced nothing.
          schema: z.optional(runResult),
        })
        // At once: the mutation ends only when everything has been read again.
        client.setQueryData(checks.ran(id).queryKey, result ?? null)
        return result
      },
      meta: { invalidates: [checks.all] },
    }),
}

const none: Check[] = []
