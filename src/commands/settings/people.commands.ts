import { z } from 'zod/mini'
import { isAllowed } from '@/shared/access/access'
import { describeMissingAccess } from '@/lib/access/access-needed'
import { refuseWithoutAccounts } from '@/shared/settings/no-accounts'
import { formatCount } from '@/shared/format'
import { assignableRoles } from '@/shared/access/policy'
import { defineCommand, type Availability } from '../command'
import { type CommandContext, writeAvailability } from '../context'
import { lazyFunctions } from '../lazy-functions'
import { formatTargetNames } from '../target-names'
import { enumSlot, targetSlot, targetsSlot, textField } from '../slots'
import { defineCommands } from '../registry'

const feature = 'settings.users'
const group = 'People'
const runs = lazyFunctions(() => import('./people.runs'))

const firstName = textField(
  'First name',
  z.string().check(z.trim(), z.minLength(1, 'Enter a first name'), z.maxLength(100, 'At most 100 characters'))
)
const lastName = textField('Last name', z.string().check(z.trim(), z.maxLength(100, 'At most 100 characters')), {
  isOptional: true,
})
// Validated as in browsers: a mailbox of the local machine, `admin@local`, is accepted.
const address = z.email({ pattern: z.regexes.html5Email, error: 'Enter an address such as ada@example.org' })

export const peopleCommands = defineCommands([
  defineCommand({
    id: 'person.invite',
    title: 'Invite a person',
    group,
    keywords: 'user new add create account colleague member',
    feature,
    slots: {
      firstName,
      lastName,
      email: textField('E-mail', z.pipe(z.string().check(z.trim()), address)),
      role: textField('Role', z.string().check(z.minLength(1, 'Choose a role'))),
    },
    available: accountAvailability,
    effect: 'change',
    undo: 'none',
    opens: 'form',
    preview: ({ email, role }) => `Invites ${email} to create an account, which gets the role ${role}.`,
    run: runs((module) => module.invitePerson),
  }),
  defineCommand({
    id: 'person.inviteAgain',
    title: 'Create a new sign-in link',
    group,
    keywords: 'user invitation resend invite again copy lost password recover one-time',
    feature,
    slots: { person: targetSlot('person') },
    available: (context) => context.deployment?.backend !== 'gateway' && accountAvailability(context),
    effect: 'change',
    undo: 'none',
    verb: () => 'Create link',
    preview: ({ person: [one] }) =>
      `Creates a link with which ${one?.label} can choose a password. Earlier links stop working.`,
    run: runs((module) => module.createSignInLink),
  }),
  defineCommand({
    id: 'person.edit',
    title: 'Edit person',
    group,
    keywords: 'user change rename name e-mail address account update',
    feature,
    slots: {
      person: targetSlot('person'),
      firstName,
      lastName,
      // A person without an address may stay without one.
      email: textField('E-mail', z.pipe(z.string().check(z.trim()), z.union([z.literal(''), address])), {
        isOptional: true,
      }),
      role: textField('Role', z.string(), { isOptional: true }),
    },
    available: personAvailability,
    effect: 'change',
    opens: 'form',
    undo: 'inverse',
    preview: ({ person: [one], firstName: first, lastName: last = '' }) =>
      `Changes ${one?.label} to ${fullName(first, last)}.`,
    run: runs((module) => module.editPerson),
  }),
  defineCommand({
    id: 'person.setRole',
    title: ({ role }) => (role === undefined ? 'Change role' : `Change role to ${role}`),
    group,
    keywords: 'user rights permission access admin editor viewer promote',
    feature,
    slots: { people: targetsSlot('person'), role: enumSlot('Role', assignableRoles) },
    available(context) {
      const offer = personAvailability(context)
      return offer === true
        ? isAllowed(context, 'rbac', 'write') || describeMissingAccess(context, 'rbac', 'write')
        : offer
    },
    effect: 'change',
    undo: 'none',
    preview: ({ people: list, role }) =>
      `Gives ${formatTargetNames(list)} the role ${role} and removes their other roles.`,
    verb: ({ people: list }) => `Change ${formatCount(list.length, 'person')}`,
    run: runs((module) => module.setPersonRole),
  }),
  stateCommand('person.enable', 'Turn on account', 'active', 'unlock allow activate'),
  stateCommand('person.disable', 'Turn off account', 'inactive', 'lock block suspend deactivate'),
  defineCommand({
    id: 'person.delete',
    title: 'Delete person',
    group,
    keywords: 'user remove account',
    feature,
    slots: { people: targetsSlot('person') },
    available: personAvailability,
    effect: 'change',
    undo: 'none',
    preview: ({ people: list }) =>
      `Deletes ${formatTargetNames(list)}: their accounts, sessions, roles and access tokens end. This cannot be undone.`,
    verb: ({ people: list }) => (list.length === 1 ? 'Delete' : `Delete ${formatCount(list.length, 'person')}`),
    run: runs((module) => module.deletePeople),
  }),
])

export const fullName = (first: string, last: string) => `${first} ${last}`.trim()

/** Granting a way to sign in grants all permissions of the account. */
export function accountAvailability(context: CommandContext): Availability {
  if (context.isReadOnly) return false
  if (!isAllowed(context, 'auth', 'write')) return describeMissingAccess(context, 'auth', 'write')
  if (!isAllowed(context, 'rbac', 'write')) return describeMissingAccess(context, 'rbac', 'write')
  const refusal = refuseWithoutAccounts(context.deployment)
  if (refusal !== undefined) return refusal
  return context.online || 'You are offline.'
}

function personAvailability(context: CommandContext): Availability {
  return writeAvailability(context, 'identities')
}

/** Turns an account on or off. Turning it off ends its sessions, which an undo does not restore. */
function stateCommand(id: string, title: string, state: 'active' | 'inactive', keywords: string) {
  const isOn = state === 'active'
  return defineCommand({
    id,
    title,
    group,
    keywords: `user sign-in ${keywords}`,
    feature,
    slots: { people: targetsSlot('person') },
    available(context) {
      const offer = personAvailability(context)
      if (offer !== true) return offer
      if (!isAllowed(context, 'auth', 'write')) return describeMissingAccess(context, 'auth', 'write')
      return refuseWithoutAccounts(context.deployment) ?? true
    },
    effect: 'change',
    confirm: 'many',
    undo: 'inverse',
    preview: ({ people: list }) =>
      isOn
        ? `Lets ${formatTargetNames(list)} sign in again.`
        : `Ends the sessions of ${formatTargetNames(list)} and prevents further sign-ins.`,
    verb: ({ people: list }) => `Turn ${isOn ? 'on' : 'off'} ${formatCount(list.length, 'account')}`,
    run: runs((module) => (isOn ? module.enableAccounts : module.disableAccounts)),
  })
}
