import { changeOf, people, type Person } from '../../api/people'
import { may } from '../../lib/access'
import { accessNeeded } from '../../lib/access-needed'
import { formatCount, formatNames } from '../../lib/format'
import { failureMessage } from '../../lib/outcome'
import { paths } from '../../lib/paths'
import { givenRoles } from '../../lib/policy'
import { type Bulk, partly, toEach } from '../bulk'
import { command, type Effects, type Offer, type Outcome, type Target } from '../command'
import { type Context, mayLookAt } from '../context'
import { dialogs } from '../dialogs'
import { oneOf, oneTarget, targets } from '../slots'

const feature = 'settings.users'
const group = 'People'

export const peopleCommands = [
  command({
    id: 'person.invite',
    title: 'Invite a person',
    group,
    keywords: 'user new add create account colleague member',
    feature,
    available: toGiveAccounts,
    // It asks whom; inviting from there is what changes something.
    effect: 'view',
    preview: () => 'Asks for a name, an address and a role.',
    run: () => dialogs.set({ is: 'invite' }),
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
      dialogs.set({ is: 'invitation', name: one.label, made })
      return { said: `Made a sign-in link for ${one.label}.` }
    },
  }),
  command({
    id: 'person.edit',
    title: 'Edit person',
    group,
    keywords: 'user change rename name e-mail address account update',
    feature,
    slots: { person: oneTarget('person') },
    available: toChange,
    effect: 'view',
    preview: ({ person: [one] }) => `Opens the name, address and role of ${one?.label}.`,
    run({ person: [one] }) {
      if (one) dialogs.set({ is: 'person', person: one })
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
