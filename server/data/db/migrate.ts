import { UsageError } from '../../platform/usage'
import type { Db, Transaction } from './db'
import { sql } from './sql'

/** A numbered SQL file, e.g. `0002_tags.sql`. */
type Migration = { name: string; text: string }

const readSql = (files: Record<string, string>): Migration[] =>
  Object.entries(files)
    .map(([path, text]) => ({ name: path.replace(/^.*\//, ''), text }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))

/** The files of the first schema in order: the number of each is its place. They are one migration, and no longer change. */
export const schemaFiles = readSql(
  import.meta.glob<string>('./schema/*.sql', { query: '?raw', import: 'default', eager: true })
)

const FIRST_SCHEMA = '0001_schema.sql'

/** The migrations, bundled with the server so that it runs from any folder. Forward only. */
export const migrations: Migration[] = [
  { name: FIRST_SCHEMA, text: schemaFiles.map(({ text }) => text).join('\n') },
  ...readSql(import.meta.glob<string>('./migrations/*.sql', { query: '?raw', import: 'default', eager: true })),
]

/** A separate schema, so that the relational API, which exposes `public`, never shows it. */
const bookkeeping = `
  create schema if not exists console;
  create table if not exists console.migrations (
    name text primary key,
    applied_at timestamptz not null default now()
  );
  comment on table console.migrations is 'The migrations that were applied to this database.';
  create table if not exists console.milestones (
    name text primary key,
    reached_at timestamptz not null default now()
  );
  comment on table console.milestones is 'One-time tasks that are done, such as loading the sample.';
`

/**
 * Applies missing migrations in order, each in its own transaction.
 * @returns the names of the migrations applied now.
 * @throws {UsageError} when another build created the database and this one cannot open it.
 */
export async function migrate(db: Db, list: readonly Migration[] = migrations): Promise<string[]> {
  await db.script(bookkeeping)
  const applied = new Set(
    (await db.query<{ name: string }>(sql`select name from console.migrations`)).map(({ name }) => name)
  )
  if (applied.size > 0 && !applied.has(FIRST_SCHEMA)) {
    throw new UsageError(
      'The database was created by an earlier build of the console, and this build cannot upgrade it. ' +
        'Use an empty data folder (--data FOLDER) or, with DATABASE_URL, an empty database.'
    )
  }
  const unknown = [...applied].find((name) => !list.some((migration) => migration.name === name))
  if (unknown) {
    throw new UsageError(
      `The database was written by a newer version of the console (it has the migration ${unknown}). ` +
        'Use that version, or an empty data folder (--data FOLDER).'
    )
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

/** Runs `work` once in the life of the database, in one transaction with the record that it is done. */
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
