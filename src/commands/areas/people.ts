import { z } from 'zod/mini'
import { changeOf, type Invitation, people, type Person } from '../../api/people'
import { may } from '../../lib/access'
import { accessNeeded } from '../../lib/access-needed'
import { formatCount, formatNames } from '../../lib/format'
import { failureMessage } from '../../lib/outcome'
import { paths } from '../../lib/paths'
import { givenRoles } from '../../lib/policy'
import { type Bulk, partly, toEach } from '../bulk'
import { command, type Effects, type HandOver, NotDone, type Offer, type Outcome, type Target } from '../command'
import { type Context, mayLookAt } from '../context'
import { oneOf, oneTarget, targets, textField } from '../slots'

const feature = 'settings.users'
const group = 'People'

const firstName = textField(
  'First name',
  z.string().check(z.trim(), z.minLength(1, 'A first name is needed'), z.maxLength(100, 'At most 100 characters'))
)
const lastName = textField('Last name', z.string().check(z.trim(), z.maxLength(100, 'At most 100 characters')), {
  isOptional: true,
})
// As browsers check it: a mailbox of this very machine, `admin@local`, is one.
const address = z.email({ pattern: z.regexes.html5Email, error: 'An address such as ada@example.org is needed' })

export const peopleCommands = [
  command({
    id: 'person.invite',
    title: 'Invite a person',
    group,
    keywords: 'user new add create account colleague member',
    feature,
    slots: {
      firstName,
      lastName,
      email: textField('E-mail', z.pipe(z.string().check(z.trim()), address)),
      role: textField('Role', z.string().check(z.minLength(1, 'A role is needed'))),
    },
    available: toGiveAccounts,
    effect: 'change',
    opens: 'form',
    preview: ({ email, role }) => `Makes an account for ${email} with the role ${role}, and a link to sign in with.`,
    async run({ firstName: first, lastName: last = '', email, role }, { mutate }) {
      const made = await mutate(people.invite(), { firstName: first, lastName: last, email, role })
      const name = fullName(first, last)
      return { said: `Invited ${name} as ${role}.`, handOver: signInLink(name, made) }
    },
  }),
  command({
    id: 'person.inviteAgain',
    title: 'Make a new sign-in link',
    group,
    keywords: 'user invitation resend invite again copy lost password recover one-time',
    feature,
    slots: { person: oneTarget('person') },
    available: (context) => context.deployment?.backend !== 'gateway' && toGiveAccounts(context),
    effect: 'change',
    confirm: 'always',
    verb: () => 'Make link',
    preview: ({ person: [one] }) =>
      `Makes a link with which ${one?.label} can choose a password. Links made before stop working.`,
    async run({ person: [one] }, { mutate }) {
      if (!one) return undefined
      const made = await mutate(people.inviteAgain(), one.id)
      return { said: `Made a sign-in link for ${one.label}.`, handOver: signInLink(one.label, made) }
    },
  }),
  command({
    id: 'person.edit',
    title: 'Edit person',
    group,
    keywords: 'user change rename name e-mail address account update',
    feature,
    slots: {
      person: oneTarget('person'),
      firstName,
      lastName,
      // What they never had may stay absent.
      email: textField('E-mail', z.pipe(z.string().check(z.trim()), z.union([z.literal(''), address])), {
        isOptional: true,
      }),
      role: textField('Role', z.string(), { isOptional: true }),
    },
    available: toChange,
    effect: 'change',
    opens: 'form',
    undoable: true,
    preview: ({ person: [one], firstName: first, lastName: last = '' }) =>
      `Changes ${one?.label} to ${fullName(first, last)}.`,
    async run({ person: [one], firstName: first, lastName: last = '', email = '', role: chosen }, effects) {
      const role = chosen || undefined
      const before = one && (await readAgain(effects)).get(one.id)
      if (!before) throw new NotDone('This person is gone: somebody has deleted them since.')
      await effects.mutate(people.update(), changeOf({ ...before, firstName: first, lastName: last, email }, role))
      const [only, ...others] = before.roles
      // Roles can be replaced, but neither several be given nor all be taken away.
      const canUndo = role === undefined || (only !== undefined && others.length === 0)
      const undo = async () => {
        await effects.mutate(people.update(), changeOf(before, role === undefined ? undefined : only))
        return { said: `${before.name} is as before.` }
      }
      return { said: `${fullName(first, last)} updated successfully.`, ...(canUndo ? { undo } : {}) }
    },
  }),
  command({
    id: 'person.setRole',
    title: ({ role }) => (role === undefined ? 'Change role' : `Change role to ${role}`),
    group,
    keywords: 'user rights permission access admin editor viewer promote',
    feature,
    slots: { people: targets('person'), role: oneOf('Role', givenRoles) },
    available(context) {
      const offer = toChange(context)
      return offer === true ? may(context, 'rbac', 'write') || accessNeeded('rbac', 'write') : offer
    },
    effect: 'change',
    confirm: 'many',
    preview: ({ people: list, role }) => `Gives ${names(list)} the role ${role}, in place of other roles.`,
    verb: ({ people: list }) => `Change ${formatCount(list.length, 'person')}`,
    async run({ people: list, role }, effects) {
      const before = await readAgain(effects)
      const bulk = await toEach(list, effects, async ({ id }) => {
        const known = before.get(id)
        await effects.mutate(people.update(), known ? changeOf(known, role) : { id, role })
        return known
      })
      const undo = () => giveBack(bulk, effects)
      // Roles can be replaced, but not all be taken away.
      const canUndo = bulk.done.length > 0 && bulk.done.every(({ value }) => value && value.roles.length > 0)
      const outcome = tell(bulk, list, (who) => `${who} now ${list.length === 1 ? 'has' : 'have'} the role ${role}.`, {
        notDone: 'Not changed',
        retry: `person.setRole?role=${role}&people=`,
      })
      return { ...outcome, ...(canUndo ? { undo } : {}) }
    },
  }),
  stateCommand('person.enable', 'Turn on account', 'active', 'unlock allow activate'),
  stateCommand('person.disable', 'Turn off account', 'inactive', 'lock block suspend deactivate'),
  command({
    id: 'person.delete',
    title: 'Delete person',
    group,
    keywords: 'user remove account withdraw invitation',
    feature,
    slots: { people: targets('person') },
    available: toChange,
    effect: 'change',
    confirm: 'always',
    preview: ({ people: list }) =>
      `Deletes ${names(list)}: account, sessions, roles and access tokens end. It cannot be undone.`,
    verb: ({ people: list }) => `Delete ${formatCount(list.length, 'person')}`,
    async run({ people: list }, effects) {
      const bulk = await toEach(list, effects, ({ id }) => effects.mutate(people.remove(), id))
      return tell(bulk, list, (who) => `Deleted ${who}.`, { notDone: 'Not deleted', retry: 'person.delete?people=' })
    },
  }),
  command({
    id: 'go.people',
    title: 'Go to people',
    group: 'Go',
    keywords: 'users accounts roles members settings',
    feature,
    available: (context) =>
      !context.isReadOnly && (mayLookAt(context, 'identities') || accessNeeded('identities', 'read')),
    effect: 'view',
    run: (_args, { navigate }) => navigate(paths.people),
  }),
]

const fullName = (first: string, last: string) => `${first} ${last}`.trim()

/** What an administrator hands on to somebody who can choose a password with it. */
const signInLink = (name: string, { link, code, mail_sent }: Invitation): HandOver => ({
  title: `Sign-in link for ${name}`,
  description: 'Whoever opens it can choose a password and sign in as this person. It works once, for a day.',
  items: [
    // Behind the #, which browsers send to nobody: no server or proxy logs the code.
    { label: 'One-time link', text: code ? `${link}#code=${code}` : link },
    ...(code ? [{ label: 'Code, should the page ask for it', text: code }] : []),
  ],
  notes: [
    mail_sent === true
      ? 'A message with both is on its way to their address.'
      : mail_sent === false
        ? 'No mail was sent, because no mail server is set up: hand the link on yourself. It is in the outbox, too.'
        : 'The server does not say whether mail was sent: hand the link on yourself to be sure.',
  ],
})

export const NO_ACCOUNTS = 'Nobody has an account here: the console was started without --auth self.'

/** To give somebody a way to sign in is to give away whatever they may do. */
export function toGiveAccounts(context: Context): Offer {
  if (context.isReadOnly) return false
  if (!may(context, 'auth', 'write')) return accessNeeded('auth', 'write')
  if (!may(context, 'rbac', 'write')) return accessNeeded('rbac', 'write')
  if (!hasAccounts(context)) return NO_ACCOUNTS
  return context.online || 'You are offline.'
}

function toChange(context: Context): Offer {
  if (context.isReadOnly) return false
  return may(context, 'identities', 'write')
    ? context.online || 'You are offline.'
    : accessNeeded('identities', 'write')
}

const hasAccounts = ({ deployment }: Context) => deployment === undefined || deployment.signIn === 'kratos'

/** Whether somebody may sign in. Off, their sessions end; what can be taken back is that, not the sessions. */
function stateCommand(id: string, title: string, state: 'active' | 'inactive', keywords: string) {
  const isOn = state === 'active'
  return command({
    id,
    title,
    group,
    keywords: `user sign-in ${keywords}`,
    feature,
    slots: { people: targets('person') },
    available(context) {
      const offer = toChange(context)
      if (offer !== true) return offer
      if (!may(context, 'auth', 'write')) return accessNeeded('auth', 'write')
      return hasAccounts(context) || NO_ACCOUNTS
    },
    effect: 'change',
    confirm: 'many',
    undoable: true,
    preview: ({ people: list }) =>
      isOn ? `Lets ${names(list)} sign in again.` : `Ends the sessions of ${names(list)}, who can no longer sign in.`,
    verb: ({ people: list }) => `Turn ${isOn ? 'on' : 'off'} ${formatCount(list.length, 'account')}`,
    async run({ people: list }, effects) {
      const bulk = await setState(list, state, effects)
      const outcome = tell(
        bulk,
        list,
        (who) => (isOn ? `${who} can sign in again.` : `${who} can no longer sign in.`),
        {
          notDone: 'Not changed',
          retry: `${id}?people=`,
        }
      )
      const done = bulk.done.map(({ item }) => item)
      const undo = async () => {
        const back = await setState(done, isOn ? 'inactive' : 'active', effects)
        if (back.failed[0]) throw back.failed[0].error
        return { said: isOn ? `${names(done)} can no longer sign in.` : `${names(done)} can sign in again.` }
      }
      return { ...outcome, ...(done.length > 0 ? { undo } : {}) }
    },
  })
}

const setState = (list: readonly Target[], state: 'active' | 'inactive', effects: Effects) =>
  toEach(list, effects, ({ id }) => effects.mutate(people.setState(), { id, state }))

const names = (list: readonly Target[]) => formatNames(list.map(({ label }) => label))

/** Everybody as they are now: what is known may be minutes old. */
async function readAgain(effects: Effects): Promise<ReadonlyMap<string, Person>> {
  const list = await effects.fetch({ ...people.list(), staleTime: 0 })
  return new Map(list.map((one) => [one.id, one]))
}

/** The roles that everybody had. */
async function giveBack(bulk: Bulk<Person | undefined>, effects: Effects): Promise<Outcome> {
  const done = bulk.done.flatMap(({ value }) => value ?? [])
  for (const one of done) {
    const [first, ...others] = one.roles
    await effects.mutate(people.update(), changeOf(one, first))
    if (others.length > 0) await effects.mutate(people.addRoles(), { id: one.id, roles: others })
  }
  return {
    said: `${formatNames(done.map(({ name }) => name))} ${done.length === 1 ? 'has' : 'have'} the roles of before.`,
  }
}

/** What came of it, in a sentence; the only one that failed fails with the server's words. */
function tell(
  bulk: Bulk<unknown>,
  list: readonly Target[],
  all: (who: string) => string,
  { notDone, retry }: { notDone: string; retry: string }
): Outcome {
  if (list.length === 1 && bulk.failed[0]) throw bulk.failed[0].error
  const done = bulk.done.map(({ item }) => item)
  if (bulk.failed.length === 0) return { said: all(names(done)) }
  const outcome = partly(bulk, done.length === 0 ? 'Nothing was changed.' : all(names(done)), notDone, retry)
  return { ...outcome, said: `${outcome.said} ${failureMessage(bulk.failed[0]?.error)}` }
}
