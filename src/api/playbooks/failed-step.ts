import { z } from 'zod/mini'
import { isRunFailed } from '@/lib/playbooks/run-status'
import type { QueryParams } from '../http'

/**
 * Adds the first failed step to rows of runs. A run has an error of its own only if the error is not that of a step.
 */
export const failedStep = {
  column: 'failed:playbook_run_actions(error)',
  /** @param at the name of the embedded runs with a dot, if the runs are part of other rows */
  filters: (at: '' | 'playbook_runs.' = ''): QueryParams => [
    [`${at}failed.status`, 'eq.failed'],
    [`${at}failed.order`, 'start_time.asc'],
    [`${at}failed.limit`, '1'],
  ],
  shape: z.optional(z.array(z.object({ error: z.nullish(z.string()) }))),
}

type Run = { status: string; error?: string | null | undefined; failed?: z.infer<typeof failedStep.shape> }

/** Why a run failed; undefined if it did not fail or has no error. */
export const readRunFailure = ({ status, error, failed }: Run): string | undefined =>
  error || (isRunFailed({ status }) ? failed?.[0]?.error : undefined) || undefined
