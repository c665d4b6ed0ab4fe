import type { Queryable } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import { audit } from '../audit'
import { savePassword } from '../credentials/credentials'
import { createIdentity, findIdentity } from './identities'
import { refusePassword } from '../credentials/password-rules'
import { revokeSessions } from '../sessions/sessions'
import { issueLink, type SignInLink } from './sign-in-link'
import type { IdentityService } from '../types'

/** Whether there is an administrator who can sign in: an active account with a password and the role. */
export async function hasAdministrator({ db }: IdentityService): Promise<boolean> {
  const [row] = await db.query<{ found: boolean }>(sql`
    select exists (
      select from identity.identities i
        join identity.credentials c on c.identity_id = i.id and c.type = 'password'
        join people p on p.id = i.id and p.deleted_at is null
        join casbin_rule r on r.ptype = 'g' and r.v0 = i.id::text and r.v1 = 'admin'
      where i.state = 'active'
    ) as found`)
  return row?.found ?? false
}

type Person = { id: string; name: string; email: string }

/**
 * Creates a sign-in link for the administrator, and the account if it is missing. The link works like an invitation, so
 * there is never a password that another person could know.
 */
export async function createAdministratorLink(service: IdentityService, person: Person): Promise<SignInLink> {
  return service.db.transaction(async (tx) => {
    await ensureAccount(service, tx, person)
    return issueLink(tx, service, { identityId: person.id, email: person.email })
  })
}

async function ensureAccount(service: IdentityService, tx: Queryable, { id, name, email }: Person): Promise<void> {
  if (await findIdentity(tx, id)) return
  await createIdentity(tx, { id, traits: { email, name: { first: name, last: '' } } }, service.now())
  await audit(service, { event: 'identity.created', identityId: id, details: { by: 'terminal' } }, tx)
}

/**
 * Sets the administrator's first password, given by the owner of this machine.
 * @returns why the password rules refuse it; undefined when it is set.
 */
export async function setFirstPassword(
  service: IdentityService,
  person: Person,
  password: string
): Promise<string | undefined> {
  const refusal = refusePassword(password, person.email)
  if (refusal) return refusal.text
  const hash = await service.passwords.hash(password)
  await service.db.transaction(async (tx) => {
    await ensureAccount(service, tx, person)
    await savePassword(service, tx, person.id, hash)
    await audit(service, { event: 'password.changed', identityId: person.id, details: { by: 'environment' } }, tx)
  })
  return undefined
}

/**
 * Resets the administrator's account. Removes all its credentials and ends its sessions, because the owner may have
 * lost the phone as well as the password.
 */
export async function resetAdministrator(service: IdentityService, id: string): Promise<void> {
  await service.db.transaction(async (tx) => {
    await tx.run(sql`delete from identity.credentials where identity_id = ${id}`)
    await tx.run(sql`update identity.identities set state = 'active' where id = ${id}`)
    await revokeSessions(service, id, undefined, tx)
    await audit(service, { event: 'second-factor.removed', identityId: id, details: { by: 'terminal' } }, tx)
  })
}

/** The path of the page that a link opens. The code is in the fragment, which browsers do not send to servers. */
export const formatLinkPath = ({ flowId, code }: SignInLink): string => `/recovery?flow=${flowId}#code=${code}`
