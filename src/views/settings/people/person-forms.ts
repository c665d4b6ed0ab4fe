import { people, type Person } from '@/api/settings/people'
import type { KnownArgs, Target } from '@/commands/command'
import { assignableRoles } from '@/shared/access/policy'
import { capital, formatNames } from '@/shared/format'
import type { FormDescription } from '@/shared/forms/form-description'
import { commandForm } from '../../shared/forms/command-form'

const rights: Readonly<Record<(typeof assignableRoles)[number], string>> = {
  admin: 'full access',
  editor: 'changes checks, catalog, topology, playbooks',
  commander: 'leads incidents, runs checks',
  responder: 'works on incidents, runs checks',
  viewer: 'read-only',
  guest: 'read-only',
}

const roleOptions = assignableRoles.map((value) => ({ value, label: capital(value), hint: rights[value] }))

type Options = {
  isNew?: boolean
  /** The current roles. A single role can be replaced; several roles stay unless the user chooses one. */
  roles?: readonly string[]
}

/** The fields for the name, address and role of a person. */
const personFields = ({ isNew = false, roles = [] }: Options): FormDescription => [
  {
    type: 'group',
    key: 'name',
    layout: 'row',
    fields: [
      { type: 'text', name: 'firstName', label: 'First name', isRequired: true },
      { type: 'text', name: 'lastName', label: 'Last name' },
    ],
  },
  { type: 'text', kind: 'email', name: 'email', label: 'E-mail', isRequired: isNew, isMono: true },
  {
    type: 'select',
    name: 'role',
    label: 'Role',
    isRequired: isNew,
    isAlwaysChosen: roles.length === 1,
    noneLabel: roles.length > 1 ? `Unchanged: ${formatNames(roles)}` : 'No role',
    options: roleOptions,
  },
]

export const InvitePerson = commandForm({
  title: () => 'Invite a person',
  description: () => 'They receive a link to create an account, which gets this role.',
  label: 'Invitation',
  fields: personFields({ isNew: true }),
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
  fields: (data, known) => personFields({ roles: personIn(data, known)?.roles ?? [] }),
  values(data, known) {
    const { firstName = '', lastName = '', email = '', roles = [] } = personIn(data, known) ?? {}
    // A single role is shown as chosen. Several roles stay unchanged unless the user chooses one.
    const [only = '', ...others] = roles
    return { firstName, lastName, email, role: others.length === 0 ? only : '' }
  },
  submitLabel: 'Save',
  busyLabel: 'Saving…',
})

const targetIn = ({ person }: KnownArgs) => (person as readonly Target<'person'>[])[0]
const personIn = (list: readonly Person[] | undefined, known: KnownArgs) =>
  list?.find(({ id }) => id === targetIn(known)?.id)
