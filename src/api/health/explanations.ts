import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call } from '../http'

const step = z.object({
  /** Request and response as text, with secrets redacted. */
  asked: z.string(),
  answered: z.optional(z.string()),
  error: z.optional(z.string()),
  /** Milliseconds. */
  durationMs: z.number(),
})
export type ExplanationStep = z.infer<typeof step>

const rule = z.object({
  /** The member of the check that sets the rule. */
  member: z.string(),
  holds: z.boolean(),
  /** The actual value and, if the rule fails, the expected value. */
  says: z.string(),
})

const explanation = z.object({
  outcome: z.object({
    kind: z.enum(['passed', 'failed', 'invalid', 'notRun']),
    /** Milliseconds. */
    durationMs: z.optional(z.number()),
    message: z.optional(z.string()),
    error: z.optional(z.string()),
  }),
  /** In order of precedence: the first failed rule decides the outcome. */
  rules: z.array(rule),
  steps: z.array(step),
  /** Number of steps left out of the response. */
  dropped: z.int(),
})
export type Explanation = z.infer<typeof explanation>

/** A check that is not saved. */
export type CheckDraft = {
  type: string
  spec: Readonly<Record<string, unknown>>
  /** Template variables of the canary. */
  env?: unknown
  /** Id of the saved check that the draft changes. The draft uses the template variables of its canary. */
  check?: string
}

export const explanations = {
  /**
   * Runs a check once and returns how it ran. The server stores nothing. Requires the embedded backend. Roles: those
   * that run checks and, for a draft, those that create canaries.
   * @param wanted the id of a check, or a draft
   * @param attempt incremented to run the check again
   */
  of: (wanted: string | CheckDraft, attempt: number) =>
    queryOptions({
      queryKey: ['explanations', wanted, attempt],
      queryFn: ({ signal }) =>
        typeof wanted === 'string'
          ? call({
              method: 'post',
              path: `/api/canary/explain/check/${encodeURIComponent(wanted)}`,
              schema: explanation,
              signal,
            })
          : call({ method: 'post', path: '/api/canary/explain', body: wanted, schema: explanation, signal }),
      // The result belongs to one moment and is requested by the user: it is never refreshed automatically and not
      // cached.
      staleTime: 'static',
      gcTime: 0,
      retry: false,
    }),
}
