import type { Queryable } from '../db/db'
import { sql } from '../db/sql'
import type { SealBox } from './vault'

/** The keys of a server. @see Keys in identity/keys.ts */
type Keys = SealBox & { has(version: string): boolean }

const KNOWN = 'the keys of this database'
const BELONGS_TO = 'console.key_proofs'

/**
 * Whether the keys match those that this database was written with, for the versions that both have. Stores a proof of
 * the newest key if there is none yet.
 */
export async function matchDatabaseKeys(db: Queryable, keys: Keys): Promise<boolean> {
  await db.run(sql`
    insert into console.key_proofs (version, proof) values (${keys.newest}, ${keys.seal(KNOWN, BELONGS_TO)})
    on conflict do nothing`)
  const proofs = await db.query<{ version: string; proof: string }>(sql`select version, proof from console.key_proofs`)
  return proofs.every(({ version, proof }) => !keys.has(version) || opens(keys, proof))
}

function opens(keys: Keys, proof: string): boolean {
  try {
    return keys.open(proof, BELONGS_TO) === KNOWN
  } catch {
    return false
  }
}
