import type { Queryable } from '../data/db/db'
import { toJsonText, sql } from '../data/db/sql'
import type { Client } from './http/exchange'
import type { IdentityService } from './types'

type AuditEvent =
  | 'login.succeeded'
  | 'login.failed'
  | 'login.refused'
  | 'logout'
  | 'session.revoked'
  | 'second-factor.failed'
  | 'second-factor.added'
  | 'second-factor.removed'
  | 'password.changed'
  | 'email.changed'
  | 'recovery.requested'
  | 'recovery.succeeded'
  | 'recovery.failed'
  | 'address.verified'
  | 'identity.created'
  | 'identity.invited'
  | 'identity.enabled'
  | 'identity.disabled'
  | 'identity.deleted'

type Entry = {
  event: AuditEvent
  identityId?: string
  /** The person who acted, if that is not the identity itself. */
  actorId?: string
  client?: Client
  /** Never contains secrets or typed values: users sometimes type a password into another field. */
  details?: Readonly<Record<string, unknown>>
}

/** Writes an account event to the audit log. */
export async function audit({ db, now }: IdentityService, entry: Entry, tx: Queryable = db): Promise<void> {
  await tx.run(sql`
    insert into identity.audit (at, event, identity_id, actor_id, client, details)
    values (
      ${now()}, ${entry.event}, ${entry.identityId ?? null}, ${entry.actorId ?? entry.identityId ?? null},
      ${entry.client?.address ?? null}, ${toJsonText(entry.details ?? {})}
    )`)
}
