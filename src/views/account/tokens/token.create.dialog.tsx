import { lifetimes } from '@/commands/account/tokens.commands'
import { assignableRoles } from '@/shared/access/policy'
import { capital } from '@/shared/format'
import { commandForm } from '../../shared/forms/command-form'

/** The form of a new access token. The roles are those of the user. */
export default commandForm({
  title: () => 'Create an access token',
  description: () => 'A program that sends the token acts as you, with your current roles.',
  label: 'Access token',
  fields: (_data, _known, { environment: { roles = [] } }) => [
    {
      type: 'text',
      name: 'name',
      label: 'Name',
      isRequired: true,
      maxLength: 100,
      help: 'For example, the name of the program.',
    },
    {
      type: 'select',
      name: 'days',
      label: 'Expires after',
      options: [...lifetimes],
      isAlwaysChosen: true,
      initial: '90',
    },
    {
      type: 'checkboxes',
      name: 'roles',
      label: 'Limit to roles',
      options: assignableRoles
        .filter((role) => roles.includes(role))
        .map((value) => ({ value, label: capital(value) })),
      help: 'If none is selected, the token has all of your roles, and the permissions that were granted to you.',
    },
  ],
  // After the identity has been confirmed, the form opens again with the entered values.
  values: (_data, { name, days, roles }) => ({
    ...(name !== undefined && { name }),
    ...(days !== undefined && { days }),
    ...(Array.isArray(roles) && { roles }),
  }),
  toArgs: ({ name, days, roles }) => ({
    name: String(name).trim(),
    days,
    ...(Array.isArray(roles) && roles.length > 0 && { roles }),
  }),
  submitLabel: 'Create',
  busyLabel: 'Creating…',
})
