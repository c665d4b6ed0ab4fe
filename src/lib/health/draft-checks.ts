import { z } from 'zod/mini'

/** The checks in an edited document, and the key of the check to run first. */
export const draftChecksSchema = z.object({
  checks: z.array(
    z.object({ key: z.string(), label: z.string(), type: z.string(), spec: z.record(z.string(), z.unknown()) })
  ),
  first: z.optional(z.string()),
  /** Template variables of the canary. */
  env: z.optional(z.unknown()),
})
export type DraftChecks = z.infer<typeof draftChecksSchema>

/** Name of the choice in which the canary editor provides the edited checks. */
export const DRAFT_CHECKS = 'typedChecks'
