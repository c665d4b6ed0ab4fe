import { z } from 'zod/mini'
import { TYPED_PLAYBOOK, type TypedPlaybook, typedPlaybook } from '../../lib/typed-playbook'
import { command, type Slot } from '../command'

const written = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text): unknown => JSON.parse(text))
  ),
  typedPlaybook
)

const typed: Slot<TypedPlaybook> = {
  label: 'Playbook',
  schema: written,
  write: (value) => JSON.stringify(value),
  answer: (context) => written.safeParse(context.choices(TYPED_PLAYBOOK)[0]?.value).data,
  // A spec may hold secrets.
  isPrivate: true,
}

export const playbookDryRunCommands = [
  command({
    id: 'playbook.dryRun',
    title: 'Show what it applies to',
    group: 'Playbooks',
    keywords: 'dry run check test try selectors parameters matches editor typed',
    feature: 'playbooks',
    slots: { typed },
    available: (context, { typed: known }) => known !== undefined && (context.online || 'You are offline.'),
    effect: 'view',
    opens: 'dialog',
    preview: () => 'Looks for what the playbook selects as it is typed, and at what it would ask. Nothing is run.',
  }),
]
