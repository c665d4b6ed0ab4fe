import { mutationOptions, queryOptions, skipToken } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { SUMMARY_PATH } from '@/shared/first-requests'
import { ApiError, call } from '../http'
import { eq, select } from '../postgrest'
import { rowNames } from '../names'
import { timestamp } from '../time'

/** A check in the response of the health summary. */
const check = z.object({
  id: z.guid(),
  name: z.string(),
  /** An empty name means the default namespace. */
  namespace: z.nullish(z.string()),
  canary_name: z.optional(z.string()),
  type: z.string(),
  description: z.nullish(z.string()),
  /** The checked endpoint. Older backends omit it. */
  endpoint: z.nullish(z.string()),
  /** The agent that runs the check. Older backends omit it; the zero id is the backend itself. */
  agent_id: z.nullish(z.string()),
  // A backend may report other values. They become `unknown` and do not hide the other checks.
  status: z.catch(z.enum(['healthy', 'unhealthy', 'unknown']), 'unknown'),
  labels: z.nullish(z.record(z.string(), z.string())),
  uptime: z.object({ passed: z.int(), failed: z.int() }),
  /** Milliseconds over the last hour; absent without measurements. */
  latency: z.object({ p95: z.optional(z.number()), p99: z.optional(z.number()) }),
  severity: z.nullish(z.string()),
  last_runtime: z.nullish(timestamp),
  last_transition_time: z.nullish(timestamp),
})
export type Check = z.infer<typeof check>

export const checkStatus = z.object({
  time: timestamp,
  /** Null if the backend does not run such a check; `message` has the reason. Such a run neither passed nor failed. */
  status: z.nullable(z.boolean()),
  /** Milliseconds. */
  duration: z.nullish(z.number()),
  message: z.nullish(z.string()),
  error: z.nullish(z.string()),
})
export type CheckStatus = z.infer<typeof checkStatus>

/** The response to `Run now`. It omits false and empty members. */
const runResult = z.object({
  pass: z._default(z.boolean(), false),
  /** The check is invalid, or this backend cannot run it. */
  invalid: z._default(z.boolean(), false),
  /** Start of the run. */
  start: z.nullish(timestamp),
  /** Milliseconds. */
  duration: z.nullish(z.number()),
  message: z.nullish(z.string()),
  error: z.nullish(z.string()),
})
export type RunResult = z.infer<typeof runResult>

/** Percent from 0 to 100; null without runs in the time range of the figures. */
export const uptimePercent = ({ uptime: { passed, failed } }: Pick<Check, 'uptime'>) =>
  passed + failed === 0 ? null : (passed / (passed + failed)) * 100

/** The result of a run. */
export const runVerdict = ({ status }: Pick<CheckStatus, 'status'>) =>
  status === null ? 'not run' : status ? 'passed' : 'failed'

/** The error of a run or else its message; null without either. */
export const runMessage = ({ error, message }: Pick<CheckStatus, 'error' | 'message'>) => error || message || null

const summaryAnswer = z.object({
  // Absent if there are no checks.
  checks_summary: z.optional(z.array(check)),
})

export const checks = {
  all: ['checks'] as const,
  /** Key of all runs in flight. */
  running: ['checks', 'runNow'] as const,

  /** All checks in the order of the server, with the figures of the last hour. */
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

  /** The canary of a check, as written. */
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

  /** The result of the last run started here. It is set by the mutation and never requested. */
  ran: (id: string) => queryOptions<RunResult | null>({ queryKey: [...checks.all, 'ran', id], queryFn: skipToken }),

  /** Runs one check now and waits for its result. Roles: admin, editor, commander, responder. */
  runNow: () =>
    mutationOptions({
      mutationKey: checks.running,
      mutationFn: async (id: string, { client }) => {
        const result = await call({
          method: 'post',
          path: `/api/canary/run/check/${encodeURIComponent(id)}`,
          // Empty if the run has no result.
          schema: z.optional(runResult),
        })
        // Set immediately, because the mutation ends only after all invalidated queries have been refreshed.
        client.setQueryData(checks.ran(id).queryKey, result ?? null)
        return result
      },
      meta: { invalidates: [checks.all] },
    }),
}

const none: Check[] = []
