import { DatabaseError, type Queryable } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import { audit } from '../audit'
import { uiPaths } from '../config'
import { queueMail } from '../mail/courier'
import { findIdentity } from './identities'
import { invitationMail } from '../mail/mails'
import type { IdentityTraits } from '../flows/nodes'
import { createAccount } from './people'
import { issueLink, LINK_HOURS } from './sign-in-link'
import type { IdentityService } from '../types'

/** The inviter, and the origin of the console in browsers. */
export type InvitationContext = { service: IdentityService; inviter: { id: string; name: string }; origin: string }

/** An invitation for an administrator to pass on. `mail_sent`: it is also sent by mail. */
export type Invitation = { link: string; code: string; mail_sent: boolean }

/**
 * Creates an account that signs in once with a link and a code, to set its password.
 * @returns undefined when the address has an account.
 */
export async function inviteUser(
  inviting: InvitationContext,
  { traits, role }: { traits: IdentityTraits; role: string }
): Promise<Invitation | undefined> {
  const { service, inviter } = inviting
  try {
    return await service.db.transaction(async (tx) => {
      const known = await personWithoutAccount(tx, traits.email)
      const id = await createAccount(tx, traits, service.now(), known)
      await tx.run(sql`
        insert into casbin_rule (ptype, v0, v1) select 'g', ${id}, ${role}
        where not exists (select from casbin_rule where ptype = 'g' and v0 = ${id} and v1 = ${role})`)
      await audit(service, { event: 'identity.invited', identityId: id, actorId: inviter.id, details: { role } }, tx)
      return sendInvitation(tx, inviting, { identityId: id, email: traits.email })
    })
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '23505') return undefined
    throw error
  }
}

/**
 * Creates another link and code for an existing account, for example when the first expired or the password is lost and
 * there is no mail server. Earlier ones become void.
 * @returns undefined when no active account has this id.
 */
export const resendInvitation = (inviting: InvitationContext, identityId: string): Promise<Invitation | undefined> =>
  inviting.service.db.transaction(async (tx) => {
    const { service, inviter } = inviting
    const identity = await findIdentity(tx, identityId)
    if (identity?.state !== 'active') return undefined
    const details = { again: true }
    await audit(service, { event: 'identity.invited', identityId, actorId: inviter.id, details }, tx)
    return sendInvitation(tx, inviting, { identityId, email: identity.traits.email })
  })

/** The id of a person with this address who has no account yet. */
async function personWithoutAccount(tx: Queryable, email: string): Promise<string | undefined> {
  const [person] = await tx.query<{ id: string }>(sql`
    select id from people
    where lower(email) = ${email} and deleted_at is null and type is distinct from 'agent'
      and not exists (select from identity.identities i where i.id = people.id)`)
  return person?.id
}

async function sendInvitation(
  tx: Queryable,
  { service, inviter, origin }: InvitationContext,
  account: { identityId: string; email: string }
): Promise<Invitation> {
  const { flowId, code } = await issueLink(tx, service, account)
  const link = `${origin}${uiPaths.recovery}?flow=${flowId}`
  const mail = invitationMail({ code, link, inviter: inviter.name, hours: LINK_HOURS })
  await queueMail(tx, service.now(), account.email, mail)
  return { link, code, mail_sent: service.config.smtp !== undefined }
}
