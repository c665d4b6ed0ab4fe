import { DatabaseError, type Queryable } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import { audit } from '../audit'
import { uiPaths } from '../config'
import { queueMail } from '../mail/courier'
import { findIdentity } from './identities'
import { invitationMail, signInLinkMail } from '../mail/mails'
import type { IdentityTraits } from '../flows/nodes'
import { createAccount } from './people'
import { issueLink, LINK_HOURS } from './sign-in-link'
import type { IdentityService } from '../types'

/** The inviter, and the origin of the console in browsers. */
export type InvitationContext = { service: IdentityService; inviter: { id: string; name: string }; origin: string }

/** A link for an administrator to pass on. `mail_sent`: it is also sent by mail. */
export type Invitation = { link: string; mail_sent: boolean }

/** A link and a code that sign in once. */
export type SignInLink = Invitation & { code: string }

/** An invitation ends after a week, and can then be repeated. */
const INVITATION_DAYS = 7

/** The account or the invitation that the address already has. */
export type Taken = 'account' | 'invitation'

/**
 * Stores an invitation to create an account. The person chooses name and password when registering, and gets the role.
 * @returns what the address already has, instead of an invitation
 */
export async function inviteUser(
  { service, inviter, origin }: InvitationContext,
  { email, role }: { email: string; role: string }
): Promise<Invitation | Taken> {
  try {
    return await service.db.transaction(async (tx) => {
      const taken = await tx.query(sql`select from identity.identifiers where value = ${email}`)
      if (taken.length > 0) return 'account'
      await tx.run(sql`
        delete from invites where lower(email) = ${email} and accepted_at is null and not ${isUsable(service)}`)
      const [row] = await tx.query<{ id: string }>(sql`
        insert into invites (email, role, invited_at, invited_by)
        values (${email}, ${role}, ${service.now()}, ${inviter.id}) returning id`)
      if (!row) throw new Error('The invitation could not be stored')
      const link = `${origin}${uiPaths.login}?invite=${row.id}`
      await audit(service, { event: 'identity.invited', actorId: inviter.id, details: { role } }, tx)
      const mail = invitationMail({ link, inviter: inviter.name, days: INVITATION_DAYS })
      await queueMail(tx, service.now(), email, mail)
      return { link, mail_sent: service.config.smtp !== undefined }
    })
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '23505') return 'invitation'
    throw error
  }
}

const isUsable = ({ now }: Pick<IdentityService, 'now'>) =>
  sql`(invited_at > ${new Date(now().getTime() - INVITATION_DAYS * 86_400_000)})`

/** The address of a pending invitation; undefined for an invitation that cannot be accepted, or is none. */
export async function findInvitedAddress(service: IdentityService, id: string): Promise<string | undefined> {
  const [found] = await service.db.query<{ email: string }>(sql`
    select email from invites where id = console.as_uuid(${id}) and accepted_at is null and ${isUsable(service)}`)
  return found?.email
}

/**
 * Creates the account of an invited person and accepts the invitation. The address must be that of the invitation.
 * @returns undefined when the invitation cannot be accepted any more
 * @throws {DatabaseError} 23505 when the address is in use.
 */
export async function acceptInvitation(
  tx: Queryable,
  service: IdentityService,
  { id, traits }: { id: string; traits: IdentityTraits }
): Promise<string | undefined> {
  const [accepted] = await tx.query<{ role: string }>(sql`
    update invites set accepted_at = ${service.now()}
    where id = console.as_uuid(${id}) and lower(email) = ${traits.email} and accepted_at is null and ${isUsable(service)}
    returning role`)
  if (!accepted) return undefined
  const person = await createAccount(tx, traits, service.now(), await personWithoutAccount(tx, traits.email))
  await tx.run(sql`
    insert into casbin_rule (ptype, v0, v1) select 'g', ${person}, ${accepted.role}
    where not exists (select from casbin_rule where ptype = 'g' and v0 = ${person} and v1 = ${accepted.role})`)
  return person
}

/**
 * Creates a link and code for an existing account, for example when the password is lost and there is no mail server.
 * Earlier ones become void.
 * @returns undefined when no active account has this id.
 */
export const createSignInLink = (inviting: InvitationContext, identityId: string): Promise<SignInLink | undefined> =>
  inviting.service.db.transaction(async (tx) => {
    const { service, inviter } = inviting
    const identity = await findIdentity(tx, identityId)
    if (identity?.state !== 'active') return undefined
    const details = { again: true }
    await audit(service, { event: 'identity.invited', identityId, actorId: inviter.id, details }, tx)
    return sendSignInLink(tx, inviting, { identityId, email: identity.traits.email })
  })

/** The id of a person with this address who has no account yet. */
async function personWithoutAccount(tx: Queryable, email: string): Promise<string | undefined> {
  const [person] = await tx.query<{ id: string }>(sql`
    select id from people
    where lower(email) = ${email} and deleted_at is null and type is distinct from 'agent'
      and not exists (select from identity.identities i where i.id = people.id)`)
  return person?.id
}

async function sendSignInLink(
  tx: Queryable,
  { service, inviter, origin }: InvitationContext,
  account: { identityId: string; email: string }
): Promise<SignInLink> {
  const { flowId, code } = await issueLink(tx, service, account)
  const link = `${origin}${uiPaths.recovery}?flow=${flowId}`
  const mail = signInLinkMail({ code, link, sender: inviter.name, hours: LINK_HOURS })
  await queueMail(tx, service.now(), account.email, mail)
  return { link, code, mail_sent: service.config.smtp !== undefined }
}
