import { z } from 'zod/mini'

const selectors = z._default(z.array(z.record(z.string(), z.unknown())), [])

/** The selectors and parameters of an edited playbook. */
export const typedPlaybook = z.object({
  checks: selectors,
  components: selectors,
  configs: selectors,
  parameters: z._default(z.array(z.record(z.string(), z.unknown())), []),
})
export type TypedPlaybook = z.infer<typeof typedPlaybook>

/** Name of the choice in which the playbook editor provides the edited playbook. */
export const TYPED_PLAYBOOK = 'typedPlaybook'
