import { teamMembers, type TeamMember } from '@/api/settings/teams'
import type { KnownArgs, Target } from '@/commands/command'
import { commandForm } from '../../shared/forms/command-form'

const teamIn = ({ team }: KnownArgs) => (team as readonly Target<'team'>[] | undefined)?.[0]

/** Several users at once, chosen from all users. */
export default commandForm({
  title: () => 'Add users to the team',
  description: (known) => `The users become members of ${teamIn(known)?.label ?? 'the team'}.`,
  label: 'Members',
  query: () => teamMembers.people(),
  what: 'the users',
  closed: (all: readonly TeamMember[]) =>
    all.length === 0 ? { tone: 'empty', title: 'There are no users to add', text: '' } : undefined,
  fields: (all) => [
    {
      type: 'checkboxes',
      name: 'members',
      label: 'Users',
      isRequired: true,
      options: all.map(({ id, name, email }) => ({
        value: id,
        label: [name || email || id, name && email ? `(${email})` : ''].filter(Boolean).join(' '),
      })),
    },
  ],
  toArgs: ({ members }) => ({ members }),
  submitLabel: 'Add',
  busyLabel: 'Adding…',
})
