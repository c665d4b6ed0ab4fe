import { z } from 'zod/mini'

/** The checks in an edited document, and the key of the check to run first. */
export const typedChecks = z.object({
  checks: z.array(
    z.object({ key: z.string(), label: z.string(), type: z.string(), spec: z.record(z.string(), z.unknown()) })
  ),
  first: z.optional(z.string()),
  /** Template variables of the canary. */
  env: z.optional(z.unknown()),
})
export type TypedChecks = z.infer<typeof typedChecks>

/** Name of the choice in which the canary editor provides the edited checks. */
export const TYPED_CHECKS = 'typedChecks'
