import type { Db, Queryable } from '../db/db'
import { sql } from '../db/sql'

/** Works in a transaction whose changes the history ascribes to the system, and not to whoever created the rows. */
export const asSystem = <T>(db: Db, work: (tx: Queryable, systemId: string) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    const [row] = await tx.query<{ id: string }>(sql`
      select id::text, set_config('console.person', id::text, true)
      from people where name = 'System' and email is null order by created_at limit 1`)
    if (!row) throw new Error('The migrations create a person named System')
    return work(tx, row.id)
  })
