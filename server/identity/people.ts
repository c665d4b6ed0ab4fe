import type { Queryable } from '../db/db'
import { sql } from '../db/sql'
import type { Traits } from './nodes'
import { personName } from './traits'

/**
 * The person of an identity: with the same id, called by its traits.
 * @throws {DatabaseError} 23505 when another person has the address.
 */
export const savePerson = (tx: Queryable, { id, traits }: { id: string; traits: Traits }): Promise<number> =>
  tx.run(sql`
    insert into people (id, name, email) values (${id}, ${personName(traits)}, ${traits.email})
    on conflict (id) do update set name = excluded.name, email = excluded.email, updated_at = now(), deleted_at = null`)
