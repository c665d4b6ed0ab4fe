import { z } from 'zod'
import type { DatabaseRow, PersonReader } from '../data/db/db'
import { ident, sql } from '../data/db/sql'
import { HttpError } from '../http/errors'

/** The tables of the resources that messages are about, by the beginning of the event. */
const tables = new Map([
  ['config', 'config_items'],
  ['component', 'components'],
  ['check', 'checks'],
  ['canary', 'canaries'],
])

/** The members of a resource. Specs and documents are left out, because they can contain secrets. */
const members = (
  'id agent_id canary_id name namespace description type config_class icon labels tags status health ' +
  'last_transition_time created_at updated_at deleted_at'
).split(' ')

/**
 * A message with its resource. Members without a value are left out.
 * @param mayRead whether the caller may read a table; without it, the resource is left out.
 * @throws {HttpError} 400 for an invalid id and 404 for an unknown one.
 */
export async function readMessage(
  db: PersonReader,
  id: string,
  mayRead: (table: string) => boolean
): Promise<Record<string, unknown>> {
  if (!z.guid().safeParse(id).success) throw new HttpError(400, `This is not the id of a message: ${id.slice(0, 100)}`)
  const [row] = await db.query(sql`select * from notification_send_history where id = ${id}`)
  if (!row) throw new HttpError(404, `There is no message with this id: ${id}`)
  const [kind = ''] = String(row['source_event']).split('.')
  const table = tables.get(kind)
  const isReadable = table !== undefined && mayRead(table)
  const resource = isReadable ? await readResource(db, table, String(row['resource_id'])) : undefined
  return withoutNulls({
    ...row,
    resource,
    resource_kind: table === undefined ? null : kind,
    resource_type: resource?.['type'],
    // The text of a message is Markdown.
    body_markdown: row['body'],
  })
}

async function readResource(db: PersonReader, table: string, id: string): Promise<DatabaseRow | undefined> {
  const [found] = await db.query<{ resource: DatabaseRow }>(sql`
    select (
      select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(found))
      where key = any(${members}::text[]) and value <> 'null'
    ) as resource
    from ${ident(table)} as found where id = ${id}`)
  return found?.resource
}

const withoutNulls = (row: DatabaseRow): DatabaseRow =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined))
