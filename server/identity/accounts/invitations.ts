import { DatabaseError, type Queryable } from '../../db/db'
import { sql } from '../../db/sql'
import { audit } from '../audit'
import { uiPaths } from '../config'
import { queueMail } from '../mail/courier'
import { findIdentity } from './identities'
import { invitationMail } from '../mail/mails'
import type { Traits } from '../flows/nodes'
import { createAccount } from './people'
import { issueLink, LINK_HOURS } from './sign-in-link'
import type { Service } from '../types'

/** Who invites, and where browsers see the console. */
export type Inviting = { service: Service; inviter: { id: string; name: string }; origin: string }

/** What an administrator hands on. `mail_sent`: whether a message with both is on its way as well. */
export type Invitation = { link: string; code: string; mail_sent: boolean }

/**
 * Makes an account that signs in with a link and a code, once, to set its password.
 * @returns undefined when somebody has an account with this address.
 */
export async function inviteUser(
  inviting: Inviting,
  { traits, role }: { traits: Traits; role: string }
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
      return handOver(tx, inviting, { identityId: id, email: traits.email })
    })
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '23505') return undefined
    throw error
  }
}

/**
 * Another link and code for an account that there is: the first came too late, or the password is lost and there is no
 * mail. Earlier ones become void.
 * @returns undefined when there is no such account that may sign in.
 */
export const inviteAgain = (inviting: Inviting, identityId: string): Promise<Invitation | undefined> =>
  inviting.service.db.transaction(async (tx) => {
    const { service, inviter } = inviting
    const identity = await findIdentity(tx, identityId)
    if (identity?.state !== 'active') return undefined
    const details = { again: true }
    await audit(service, { event: 'identity.invited', identityId, actorId: inviter.id, details }, tx)
    return handOver(tx, inviting, { identityId, email: identity.traits.email })
  })

/** A person without an account, who gets one. */
async function personWithoutAccount(tx: Queryable, email: string): Promise<string | undefined> {
  const [person] = await tx.query<{ id: string }>(sql`
    select id from people
    where lower(email) = ${email} and deleted_at is null and type is distinct from 'agent'
      and not exists (select from identity.identities i where i.id = people.id)`)
  return person?.id
}

async function handOver(
  tx: Queryable,
  { service, inviter, origin }: Inviting,
  account: { identityId: string; email: string }
): Promise<Invitation> {
  const { flowId, code } = await issueLink(tx, service, account)
  const link = `${origin}${uiPaths.recovery}?flow=${flowId}`
  const mail = invitationMail({ code, link, inviter: inviter.name, hours: LINK_HOURS })
  await queueMail(tx, service.now(), account.email, mail)
  return { link, code, mail_sent: service.config.smtp !== undefined }
}
