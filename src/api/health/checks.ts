import { queryOptions, skipToken } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { SUMMARY_PATH } from '@/shared/first-requests'
import { call } from '../http'
import { rowNames } from '../names'
import { timestamp } from '../time'
import type { RunResult } from './run-check'

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

  /** The result of the last run started here. It is set by the mutation and never requested. */
  ran: (id: string) => queryOptions<RunResult | null>({ queryKey: [...checks.all, 'ran', id], queryFn: skipToken }),
}

const none: Check[] = []
