import type { Queryable } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import { issueCode, voidRecoveryCodes } from '../credentials/codes'
import { storeFlow } from '../flows/flow-store'
import type { IdentityService } from '../types'

/** Long enough to use the link the next morning. */
export const LINK_HOURS = 24
const LINK_LIFE_MS = LINK_HOURS * 3_600_000

/** A link and code that sign in once, for the terminal or an administrator to show. */
export type SignInLink = { flowId: string; code: string; expiresAt: Date }

/** Creates a link for an existing account. Earlier ones become void. */
export async function issueLink(
  tx: Queryable,
  service: IdentityService,
  { identityId, email }: { identityId: string; email: string }
): Promise<SignInLink> {
  await tx.run(sql`
    delete from identity.flows where kind = 'recovery' and identity_id = ${identityId} and csrf_hash is null`)
  await voidRecoveryCodes(tx, identityId, service.now())
  const flow = await storeFlow(
    service,
    {
      kind: 'recovery',
      state: 'sent_email',
      payload: { request_url: service.config.publicUrl?.href ?? 'http://localhost/' },
      identityId,
      csrfHash: null,
      lifeMs: LINK_LIFE_MS,
    },
    tx
  )
  const owner = { identityId, address: email }
  const code = await issueCode(tx, service, { flowId: flow.id, owner, lifetimeMs: LINK_LIFE_MS })
  return { flowId: flow.id, code, expiresAt: flow.expiresAt }
}
