import { z } from 'zod/mini'
import { isRunFailed } from '../lib/run-status'
import type { Query } from './http'

/** For rows of runs: the first of their steps that failed. A run has an error of its own only where it is not that of a step. */
export const failedStep = {
  column: 'failed:playbook_run_actions(error)',
  /** @param at where the runs are parts of other rows, the name of these parts with a dot */
  filters: (at: '' | 'playbook_runs.' = ''): Query => [
    [`${at}failed.status`, 'eq.failed'],
    [`${at}failed.order`, 'start_time.asc'],
    [`${at}failed.limit`, '1'],
  ],
  shape: z.optional(z.array(z.object({ error: z.nullish(z.string()) }))),
}

type Run = { status: string; error?: string | null | undefined; failed?: z.infer<typeof failedStep.shape> }

/** Why a run failed; undefined where it did not, or nothing says so. */
export const whyFailed = ({ status, error, failed }: Run): string | undefined =>
  error || (isRunFailed({ status }) ? failed?.[0]?.error : undefined) || undefined
