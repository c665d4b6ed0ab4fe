import { z } from 'zod/mini'

/** The checks of a text as they are typed, and the key of the one that is run first. */
export const typedChecks = z.object({
  checks: z.array(
    z.object({ key: z.string(), label: z.string(), type: z.string(), spec: z.record(z.string(), z.unknown()) })
  ),
  first: z.optional(z.string()),
  /** What their canary gives to templates. */
  env: z.optional(z.unknown()),
})
export type TypedChecks = z.infer<typeof typedChecks>

/** The choice by which the editor of a canary says what is typed. */
export const TYPED_CHECKS = 'typedChecks'
