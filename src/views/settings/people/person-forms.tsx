import { people, type Person } from '@/api/settings/people'
import type { KnownArgs, Target } from '@/commands/command'
import { commandForm } from '../../shared/forms/command-form'
import { PersonFields } from './person-fields'

export const InvitePerson = commandForm({
  title: () => 'Invite a person',
  description: () => 'They receive a one-time link to choose a password.',
  label: 'Invitation',
  initial: () => ({ firstName: '', lastName: '', email: '', role: '' }),
  fields: () => <PersonFields isNew />,
  submitLabel: 'Invite',
  busyLabel: 'Inviting…',
})

/** Edits the name, address and role of a person. */
export const EditPerson = commandForm({
  title: (known, data) => `Edit ${personIn(data, known)?.name ?? targetIn(known)?.label ?? 'person'}`,
  label: 'Person',
  query: () => people.list(),
  what: 'this person',
  closed: (data, known) =>
    personIn(data, known)
      ? undefined
      : { tone: 'empty', title: 'This person no longer exists', text: 'Another user may have deleted the account.' },
  initial(data, known) {
    const { firstName = '', lastName = '', email = '', roles = [] } = personIn(data, known) ?? {}
    // A single role is shown as chosen. Several roles stay unchanged unless the user chooses one.
    const [only = '', ...others] = roles
    return { firstName, lastName, email, role: others.length === 0 ? only : '' }
  },
  fields: (data, known) => <PersonFields roles={personIn(data, known)?.roles ?? []} />,
  submitLabel: 'Save',
  busyLabel: 'Saving…',
})

const targetIn = ({ person }: KnownArgs) => (person as readonly Target<'person'>[])[0]
const personIn = (list: readonly Person[] | undefined, known: KnownArgs) =>
  list?.find(({ id }) => id === targetIn(known)?.id)
