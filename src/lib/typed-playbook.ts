import { z } from 'zod/mini'

const selectors = z._default(z.array(z.record(z.string(), z.unknown())), [])

/** What a playbook that is being written is for, and what it asks. */
export const typedPlaybook = z.object({
  checks: selectors,
  components: selectors,
  configs: selectors,
  parameters: z._default(z.array(z.record(z.string(), z.unknown())), []),
})
export type TypedPlaybook = z.infer<typeof typedPlaybook>

/** The choice by which the editor of a playbook says what is typed. */
export const TYPED_PLAYBOOK = 'typedPlaybook'
