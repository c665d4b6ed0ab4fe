import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../data/db/db'
import { createIdentity } from './identities'
import type { IdentityTraits } from '../flows/nodes'

/**
 * Creates an account without credentials. A trigger creates its person with the same id.
 * @param personId an existing person without an account.
 * @throws {DatabaseError} 23505 when the address is in use.
 */
export async function createAccount(
  tx: Queryable,
  traits: IdentityTraits,
  at: Date,
  personId?: string
): Promise<string> {
  const id = personId ?? randomUUID()
  await createIdentity(tx, { id, traits }, at)
  return id
}
