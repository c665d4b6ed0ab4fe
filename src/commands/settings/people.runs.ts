import { ApiError } from '@/api/http'
import { invitations, type PendingInvitation } from '@/api/settings/invitations'
import { toPersonChange, type Invitation, type NewPerson, people, type Person } from '@/api/settings/people'
import { formatNames } from '@/shared/format'
import type { assignableRoles } from '@/shared/access/policy'
import { callTo } from '../call-to'
import { type BulkResult, runForEach } from '../bulk'
import { bulkOutcome } from '../bulk-outcome'
import { type Effects, type Reveal, CommandError, type Outcome, type Target } from '../command'
import { formatTargetNames } from '../target-names'
import { fullName } from './people.commands'

type One = { person: readonly Target[] }
type Several = { people: readonly Target<'person'>[] }
type Fields = Pick<NewPerson, 'firstName' | 'email' | 'role'> & { lastName?: string | undefined }

export async function invitePerson(
  { firstName, lastName = '', email, role }: Fields,
  effects: Effects
): Promise<Outcome> {
  const name = fullName(firstName, lastName)
  try {
    const made = await effects.mutate(people.invite(), { firstName, lastName, email, role })
    // Earlier releases create the account, and a code that signs in.
    return made.code
      ? { message: `Invited ${name} as ${role}.`, reveal: signInLink(name, made) }
      : { message: `Invited ${name} to create an account as ${role}.`, reveal: invitationOf(name, made) }
  } catch (error) {
    // Mission Control stores the invitation before it sends the mail, so that a mail failure leaves one.
    if (!(error instanceof ApiError) || (error.status !== 409 && error.status !== 500)) throw error
    const pending = await findPending(email, effects)
    if (!pending) throw error
    return {
      message:
        error.status === 409
          ? `${email} already has a pending invitation with the role ${pending.role}. Withdraw it to invite again.`
          : `The invitation of ${email} is stored, but the server reported an error: ${error.message}`,
      isFailure: true,
      next: [
        { title: 'Copy the link', call: callTo('invitation.copyLink', { invitation: [targetOf(pending)] }) },
        { title: 'Withdraw invitation', call: callTo('invitation.withdraw', { invitations: [targetOf(pending)] }) },
      ],
    }
  }
}

const targetOf = ({ id, email }: PendingInvitation): Target<'invitation'> => ({ kind: 'invitation', id, label: email })

/** The pending invitation of an address; undefined also if the invitations cannot be read. */
async function findPending(email: string, effects: Effects): Promise<PendingInvitation | undefined> {
  const list = await effects.fetch({ ...invitations.pending(), staleTime: 0 }).catch(() => [])
  return list.find((one) => one.email.toLowerCase() === email.trim().toLowerCase())
}

/** A link for the administrator to pass on. */
const invitationOf = (name: string, { link, mail_sent }: Invitation): Reveal => ({
  title: `Invitation for ${name}`,
  description: 'Anyone with this link can create the account, with the invited e-mail address. It works once.',
  items: [{ label: 'Invitation link', text: link }],
  notes: [
    mail_sent === true
      ? 'A message with the link was sent to their address.'
      : mail_sent === false
        ? 'No mail was sent because no mail server is configured. Send the link yourself. It is also in the outbox.'
        : 'The server did not report whether mail was sent. Send the link yourself to be sure.',
    'Until the account exists, the invitation is listed under Invitations, where it can be withdrawn.',
  ],
})

export async function createSignInLink({ person: [one] }: One, { mutate }: Effects): Promise<Outcome | void> {
  if (!one) return undefined
  const made = await mutate(people.inviteAgain(), one.id)
  return { message: `Created a sign-in link for ${one.label}.`, reveal: signInLink(one.label, made) }
}

type Changed = One & { firstName: string } & { [N in 'lastName' | 'email' | 'role']: string | undefined }

export async function editPerson(
  { person: [one], firstName, lastName = '', email = '', role: chosen }: Changed,
  effects: Effects
): Promise<Outcome> {
  const role = chosen || undefined
  const before = one && (await refetchPeople(effects)).get(one.id)
  if (!before) throw new CommandError('This person no longer exists: another user deleted them.')
  await effects.mutate(people.update(), toPersonChange({ ...before, firstName, lastName, email }, role))
  const undo = async () => {
    await restorePerson(role === undefined ? { ...before, roles: [] } : before, effects)
    const kept = role !== undefined && !before.roles?.length ? `, but keeps the role ${role}` : ''
    return { message: `Restored ${before.name}${kept}.` }
  }
  return { message: `${fullName(firstName, lastName)} updated successfully`, undo }
}

export async function setPersonRole(
  { people: list, role }: Several & { role: (typeof assignableRoles)[number] },
  effects: Effects
): Promise<Outcome> {
  const before = await refetchPeople(effects)
  const bulk = await runForEach(list, effects, async ({ id }) => {
    const known = before.get(id)
    await effects.mutate(people.update(), known ? toPersonChange(known, role) : { id, role })
    return known
  })
  const undo = () => restoreRoles(bulk, effects)
  // Roles can be replaced, but not all of them can be removed.
  const canUndo = bulk.done.length > 0 && bulk.done.every(({ value }) => value?.roles && value.roles.length > 0)
  const outcome = bulkOutcome(
    bulk,
    list,
    (who) => `${who} now ${list.length === 1 ? 'has' : 'have'} the role ${role}.`,
    {
      notDone: 'Not changed',
      retry: (failed) => callTo('person.setRole', { role, people: failed }),
    }
  )
  return { ...outcome, ...(canUndo ? { undo } : {}) }
}

export async function deletePeople({ people: list }: Several, effects: Effects): Promise<Outcome> {
  const bulk = await runForEach(list, effects, ({ id }) => effects.mutate(people.remove(), id))
  return bulkOutcome(bulk, list, (who) => `Deleted ${who}.`, {
    notDone: 'Not deleted',
    retry: (failed) => callTo('person.delete', { people: failed }),
  })
}

const on = (who: string) => `${who} can sign in again.`
const off = (who: string) => `${who} can no longer sign in.`

export const enableAccounts = ({ people: list }: Several, effects: Effects) => switchAccounts(list, true, effects)
export const disableAccounts = ({ people: list }: Several, effects: Effects) => switchAccounts(list, false, effects)

async function switchAccounts(list: Several['people'], isOn: boolean, effects: Effects): Promise<Outcome> {
  const known = await refetchPeople(effects)
  const isSo = ({ id }: Target) => {
    const account = known.get(id)?.account ?? 'none'
    return account !== 'none' && (account !== 'off') === isOn
  }
  const wanted = list.filter((one) => !isSo(one))
  // Undo must not change accounts that already had this state.
  if (wanted.length === 0)
    return { message: `${formatTargetNames(list)} ${isOn ? 'can already sign in' : 'already cannot sign in'}.` }
  const bulk = await setState(wanted, isOn, effects)
  const outcome = bulkOutcome(bulk, wanted, isOn ? on : off, {
    notDone: 'Not changed',
    retry: (failed) => ({ id: isOn ? 'person.enable' : 'person.disable', args: { people: failed } }),
  })
  const done = bulk.done.map(({ item }) => item)
  const undo = async () => {
    const back = await setState(done, !isOn, effects)
    if (back.failed[0]) throw back.failed[0].error
    return { message: (isOn ? off : on)(formatTargetNames(done)) }
  }
  return { ...outcome, ...(done.length > 0 ? { undo } : {}) }
}

const setState = (list: Several['people'], isOn: boolean, effects: Effects) =>
  runForEach(list, effects, ({ id }) => effects.mutate(people.setState(), { id, state: accountState(isOn) }))

const accountState = (isOn: boolean) => (isOn ? 'active' : 'inactive')

/** A secret for the administrator to pass on. It lets the person choose a password. */
const signInLink = (name: string, { link, code, mail_sent }: Invitation): Reveal => ({
  title: `Sign-in link for ${name}`,
  description:
    'Anyone with this link can choose a password and sign in as this person. It works once and expires after a day.',
  items: [
    // The code is in the fragment, which browsers do not send, so that no server or proxy logs it.
    { label: 'One-time link', text: code ? `${link}#code=${code}` : link },
    ...(code ? [{ label: 'Code, if the page prompts for it', text: code }] : []),
  ],
  notes: [
    mail_sent === true
      ? 'A message with the link and the code was sent to their address.'
      : mail_sent === false
        ? 'No mail was sent because no mail server is configured. Send the link yourself. It is also in the outbox.'
        : 'The server did not report whether mail was sent. Send the link yourself to be sure.',
  ],
})

/** Reads all people again, since cached data may be minutes old. */
async function refetchPeople(effects: Effects): Promise<ReadonlyMap<string, Person>> {
  const list = await effects.fetch({ ...people.list(), staleTime: 0 })
  return new Map(list.map((one) => [one.id, one]))
}

/** Restores the previous roles. */
async function restoreRoles(bulk: BulkResult<Person | undefined>, effects: Effects): Promise<Outcome> {
  const done = bulk.done.flatMap(({ value }) => value ?? [])
  for (const one of done) await restorePerson(one, effects)
  return {
    message: `Restored the roles of ${formatNames(done.map(({ name }) => name))}.`,
  }
}

/** Restores a person. Roles can be replaced, but not all of them can be removed. */
async function restorePerson(before: Person, effects: Effects): Promise<void> {
  const [first, ...others] = before.roles ?? []
  await effects.mutate(people.update(), toPersonChange(before, first))
  if (others.length > 0) await effects.mutate(people.addRoles(), { id: before.id, roles: others })
}
