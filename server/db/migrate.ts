import type { Db, Transaction } from './db'
import { sql } from './sql'

/** A numbered SQL file, e.g. `0001_people.sql`. */
export type Migration = { name: string; text: string }

/** The migrations, bundled with the server so that it runs from any folder. */
export const migrations: Migration[] = Object.entries(
  import.meta.glob<string>('./migrations/*.sql', { query: '?raw', import: 'default', eager: true })
)
  .map(([path, text]) => ({ name: path.replace('./migrations/', ''), text }))
  .toSorted((a, b) => (a.name < b.name ? -1 : 1))

/** Its own schema, so that the relational API, which shows `public`, never shows it. */
const bookkeeping = `
  create schema if not exists console;
  create table if not exists console.migrations (
    name text primary key,
    applied_at timestamptz not null default now()
  );
  comment on table console.migrations is 'Which migrations this database has seen.';
  create table if not exists console.milestones (
    name text primary key,
    reached_at timestamptz not null default now()
  );
  comment on table console.milestones is 'What has been done once and must not be done again, such as loading the sample.';
`

/**
 * Applies what is missing, in order, each in its own transaction.
 * @returns the names applied now.
 * @throws when the database has a migration this build does not know: it was written by a newer version.
 */
export async function migrate(db: Db, list: readonly Migration[] = migrations): Promise<string[]> {
  await db.script(bookkeeping)
  const applied = new Set(
    (await db.query<{ name: string }>(sql`select name from console.migrations`)).map(({ name }) => name)
  )
  const unknown = [...applied].find((name) => !list.some((migration) => migration.name === name))
  if (unknown) {
    throw new Error(`The database was written by a newer version of the console (it has the migration ${unknown}).`)
  }
  const missing = list.filter(({ name }) => !applied.has(name))
  for (const { name, text } of missing) {
    await db.transaction(async (tx) => {
      await tx.script(text)
      await tx.run(sql`insert into console.migrations (name) values (${name})`)
    })
  }
  return missing.map(({ name }) => name)
}

/** Does `work` once in the life of the database, in one transaction with the note that it is done. */
export async function runOnce(db: Db, milestone: string, work: (tx: Transaction) => Promise<void>): Promise<void> {
  await db.transaction(async (tx) => {
    const isFirst = await tx.run(
      sql`insert into console.milestones (name) values (${milestone}) on conflict do nothing`
    )
    if (isFirst) await work(tx)
  })
}

export const isMilestoneReached = async (db: Db, milestone: string): Promise<boolean> =>
  (await db.query(sql`select from console.milestones where name = ${milestone}`)).length > 0
