import { mutationOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call } from '../http'
import { timestamp } from '../time'
import { checks } from './checks'

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

/** Runs one check now and waits for its result. Roles: admin, editor, commander, responder. */
export const runCheck = () =>
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
  })
