import { DatabaseError, type Queryable } from '../../data/db/db'
import { toJsonText, sql } from '../../data/db/sql'
import { HttpError } from '../../http/errors'

/** Fields of an account that another user can change. */
type AccountChange = { firstName?: string; lastName?: string; email?: string; active?: boolean }

/** Traits of an identity. */
type AccountTraits = { email: string; name: { first: string; last: string } }

type Identity = { id: string; traits: Partial<AccountTraits> | null }

/** Notifies the owner of the old address that messages no longer go there. */
export type NotifyAddressChange = (tx: Queryable, before: string, after: string) => Promise<void>

/**
 * Changes the traits of a person and whether the person may sign in. The traits of a person without an account are
 * stored with the person.
 * @returns the traits afterwards; undefined when the person does not exist.
 * @throws {HttpError} 400 when a person without an account is to be activated or deactivated, 409 when the e-mail
 * address is in use.
 */
export async function changeAccount(
  tx: Queryable,
  id: string,
  change: AccountChange,
  actorId: string,
  addressChanged?: NotifyAddressChange
): Promise<AccountTraits | undefined> {
  const [person] = await tx.query<{ name: string; email: string | null }>(
    sql`select name, email from people where id = ${id} and deleted_at is null for update`
  )
  if (!person) return undefined
  const [identity] = await tx.query<Identity>(
    sql`select id, traits from identity.identities where id = ${id} for update`
  )
  const [first = '', ...rest] = person.name.split(' ')
  const traits: AccountTraits = {
    email: change.email ?? identity?.traits?.email ?? person.email ?? '',
    name: {
      first: change.firstName ?? identity?.traits?.name?.first ?? first,
      last: change.lastName ?? identity?.traits?.name?.last ?? rest.join(' '),
    },
  }
  if (identity) await refuseUsedAddress(changeIdentity(tx, identity, traits, change, actorId, addressChanged))
  else if (change.active === undefined) await refuseUsedAddress(changePerson(tx, id, traits))
  else throw new HttpError(400, `${person.name} has no account to sign in with.`)
  return traits
}

async function refuseUsedAddress(change: Promise<void>): Promise<void> {
  try {
    await change
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== '23505') throw error
    throw new HttpError(409, 'This e-mail address is already in use.')
  }
}

async function changePerson(tx: Queryable, id: string, { name, email }: AccountTraits): Promise<void> {
  const full = [name.first, name.last].filter(Boolean).join(' ')
  await tx.run(sql`update people set name = ${full}, email = ${email || null}, updated_at = now() where id = ${id}`)
}

async function changeIdentity(
  tx: Queryable,
  { id, traits: before }: Identity,
  traits: AccountTraits,
  { active }: AccountChange,
  actorId: string,
  addressChanged?: NotifyAddressChange
): Promise<void> {
  const now = sql`now() at time zone 'UTC'`
  await tx.run(sql`
    update identity.identities
    set traits = coalesce(traits, '{}') || ${toJsonText(traits)}::jsonb, updated_at = ${now}
    where id = ${id}`)
  if (active !== undefined) {
    const state = active ? 'active' : 'inactive'
    const changed = await tx.run(sql`
      update identity.identities set state = ${state}, state_changed_at = ${now} where id = ${id} and state <> ${state}`)
    if (changed > 0) await writeAccountEvent(tx, active ? 'identity.enabled' : 'identity.disabled', { id, actorId })
  }
  if (active === false) await endSessions(tx, id)
  if (normaliseEmail(traits.email) !== normaliseEmail(before?.email ?? '')) {
    await changeAddress(tx, id, before?.email, traits.email)
    await writeAccountEvent(tx, 'email.changed', { id, actorId })
    if (before?.email) await addressChanged?.(tx, before.email, traits.email)
  }
}

/** Ends all sessions of this person. */
const endSessions = (tx: Queryable, id: string): Promise<number> =>
  tx.run(sql`update identity.sessions set revoked_at = now() where identity_id = ${id} and revoked_at is null`)

/** Revokes all access tokens of this person. */
export const revokeAllTokens = (tx: Queryable, id: string): Promise<number> =>
  tx.run(sql`update access_tokens set expires_at = now() where person_id = ${id} and expires_at > now()`)

/** The new address is unverified, and codes sent to the old address become void. */
async function changeAddress(tx: Queryable, id: string, before: string | undefined, after: string): Promise<void> {
  const [old, value] = [normaliseEmail(before ?? ''), normaliseEmail(after)]
  await endSessions(tx, id)
  await tx.run(sql`update identity.codes set used_at = now() where identity_id = ${id} and used_at is null`)
  await tx.run(sql`delete from identity.identifiers where identity_id = ${id} and value = ${old}`)
  await tx.run(sql`delete from identity.addresses where identity_id = ${id} and value = ${old}`)
  await tx.run(sql`insert into identity.identifiers (value, identity_id) values (${value}, ${id})`)
  await tx.run(sql`
    insert into identity.addresses (identity_id, kind, value, created_at, updated_at)
    select ${id}, kind, ${value}, now(), now() from unnest(array['verification', 'recovery']) as kind`)
}

/**
 * Normalises an e-mail address for comparison: letter case, surrounding spaces, full-width and composed letters make no
 * difference.
 */
export const normaliseEmail = (email: string): string =>
  // Lowercasing can reintroduce characters that the first normalisation removed.
  email.normalize('NFKC').trim().toLowerCase().normalize('NFKC')

type AccountEvent =
  | 'identity.enabled'
  | 'identity.disabled'
  | 'identity.deleted'
  | 'email.changed'
  | 'roles.changed'
  | 'token.made'
  | 'token.revoked'

/** Writes an account event to the audit log. */
export async function writeAccountEvent(
  tx: Queryable,
  event: AccountEvent,
  who: { id: string; actorId: string },
  details: object = {}
): Promise<void> {
  await tx.run(sql`
    insert into identity.audit (at, event, identity_id, actor_id, details)
    values (now(), ${event}, ${who.id}, ${who.actorId}, ${toJsonText(details)})`)
}

/** @returns false when the person does not exist. */
export async function removeAccount(tx: Queryable, id: string, actorId: string): Promise<boolean> {
  const [person] = await tx.query(sql`select from people where id = ${id} and deleted_at is null for update`)
  if (!person) return false
  await revokeAllTokens(tx, id)
  // A trigger removes the person with the account; a person without an account is removed here.
  const removed = await tx.run(sql`delete from identity.identities where id = ${id}`)
  await writeAccountEvent(tx, 'identity.deleted', { id, actorId })
  if (removed === 0) await tx.query(sql`select delete_person(${id})`)
  return true
}
