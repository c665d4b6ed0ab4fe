import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call } from './http'

const step = z.object({
  /** What went out, and what came back, as text without secrets. */
  asked: z.string(),
  answered: z.optional(z.string()),
  error: z.optional(z.string()),
  /** Milliseconds. */
  durationMs: z.number(),
})
export type Step = z.infer<typeof step>

const rule = z.object({
  /** The member of the check that asks for it. */
  member: z.string(),
  holds: z.boolean(),
  /** What was found, and, where it does not hold, what was wanted. */
  says: z.string(),
})
export type Rule = z.infer<typeof rule>

const explanation = z.object({
  outcome: z.object({
    kind: z.enum(['passed', 'failed', 'invalid', 'notRun']),
    /** Milliseconds. */
    durationMs: z.optional(z.number()),
    message: z.optional(z.string()),
    error: z.optional(z.string()),
  }),
  /** In the order in which they decide: the first that does not hold. */
  rules: z.array(rule),
  steps: z.array(step),
  /** Steps that are not told. */
  dropped: z.int(),
})
export type Explanation = z.infer<typeof explanation>

/** A check that nobody has saved. */
export type Draft = {
  type: string
  spec: Readonly<Record<string, unknown>>
  /** What its canary gives to templates. */
  env?: unknown
  /** The id of the saved one that it is a change of: its canary gives the same to this one. */
  check?: string
}

export const explanations = {
  /**
   * Runs a check once and tells how; the server stores nothing of it. Only the embedded backend does. Roles: those that run
   * checks, and for a draft those that add canaries.
   * @param wanted the id of a check, or a draft
   * @param attempt counted up to run it anew
   */
  of: (wanted: string | Draft, attempt: number) =>
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
      // It is of one moment, asked for by somebody: never by itself, and not kept.
      staleTime: 'static',
      gcTime: 0,
      retry: false,
    }),
}
