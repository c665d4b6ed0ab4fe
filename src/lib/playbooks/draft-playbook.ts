import { z } from 'zod/mini'

const selectors = z._default(z.array(z.record(z.string(), z.unknown())), [])

/** The selectors and parameters of an edited playbook. */
export const draftPlaybookSchema = z.object({
  checks: selectors,
  components: selectors,
  configs: selectors,
  parameters: z._default(z.array(z.record(z.string(), z.unknown())), []),
})
export type DraftPlaybook = z.infer<typeof draftPlaybookSchema>

/** Name of the choice in which the playbook editor provides the edited playbook. */
export const DRAFT_PLAYBOOK = 'typedPlaybook'
