import { randomUUID } from 'node:crypto'
import type { Queryable } from '../../db/db'
import { createIdentity } from './identities'
import type { Traits } from '../flows/nodes'

/**
 * An account that cannot sign in yet. A trigger creates its person with the same id.
 * @param personId that of somebody who is known already and has no account.
 * @throws {DatabaseError} 23505 when somebody else has the address.
 */
export async function createAccount(tx: Queryable, traits: Traits, at: Date, personId?: string): Promise<string> {
  const id = personId ?? randomUUID()
  await createIdentity(tx, { id, traits }, at)
  return id
}
