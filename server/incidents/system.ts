import type { Db, Queryable } from '../data/db/db'
import { sql } from '../data/db/sql'

/** Runs work in a transaction whose changes the history attributes to the system instead of the creator of the rows. */
export const asSystem = <T>(db: Db, work: (tx: Queryable, systemId: string) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    const [row] = await tx.query<{ id: string }>(sql`
      select id::text, set_config('console.person', id::text, true)
      from people where name = 'System' and email is null order by created_at limit 1`)
    if (!row) throw new Error('The migrations create a person named System')
    return work(tx, row.id)
  })
