import type { DatabaseRow, PersonReader } from '../../data/db/db'
import { ident, sql } from '../../data/db/sql'

/** Where connections are referred to: the kind of the resource, its table, and its documents. */
const places = [
  { kind: 'canary', table: 'canaries', documents: ['spec'], hasNamespace: true },
  { kind: 'scraper', table: 'config_scrapers', documents: ['spec'], hasNamespace: true },
  { kind: 'topology', table: 'topologies', documents: ['spec'], hasNamespace: true },
  { kind: 'playbook', table: 'playbooks', documents: ['spec'], hasNamespace: true },
  {
    kind: 'notification',
    table: 'notifications',
    documents: ['custom_services', 'fallback_custom_services'],
    hasNamespace: true,
  },
  { kind: 'team', table: 'teams', documents: ['spec'], hasNamespace: false },
  { kind: 'logbackend', table: 'logging_backends', documents: ['spec'], hasNamespace: false },
  { kind: 'connection', table: 'connections', documents: ['properties'], hasNamespace: true },
] as const

/** Rows of each kind that are read. */
const MOST_ROWS = 500
/** Names of parts that are listed. */
const MOST_PARTS = 10

type Identity = { id: string; name: string; namespace: string; type: string }

export type ConnectionUse = {
  kind: (typeof places)[number]['kind']
  id: string
  name: string
  namespace: string | null
  /** The named parts of the resource that use the connection, such as checks of a canary and actions of a playbook. */
  parts: string[]
  at: string
}

/**
 * The resources that use a connection and that the caller may read.
 * @returns also the tables that the caller may not read, whose resources may use the connection, too
 */
export async function listUses(
  connection: Identity,
  reader: PersonReader,
  mayRead: (table: string) => boolean
): Promise<{ uses: ConnectionUse[]; unread: string[] }> {
  const uses: ConnectionUse[] = []
  const unread: string[] = []
  for (const { kind, table, documents, hasNamespace } of places) {
    if (!mayRead(table)) {
      unread.push(kind)
      continue
    }
    for (const document of documents)
      for (const row of await listMentions(reader, connection, { table, document, hasNamespace })) {
        const parts = findParts(row.document, connection, row.namespace ?? 'default')
        if (!parts || uses.some(({ id }) => id === row.id)) continue
        const { id, name, namespace, at } = row
        uses.push({ kind, id, name, namespace, parts: parts.slice(0, MOST_PARTS), at: at.toISOString() })
      }
  }
  return { uses, unread }
}

type Mention = DatabaseRow & { id: string; name: string; namespace: string | null; at: Date; document: unknown }

/** Rows whose document contains the name or the id anywhere. */
const listMentions = (
  reader: PersonReader,
  { id, name }: Identity,
  { table, document, hasNamespace }: { table: string; document: string; hasNamespace: boolean }
) =>
  reader.query<Mention>(sql`
    select id::text, name, ${hasNamespace ? sql`namespace` : sql`null::text`} as namespace,
      coalesce(updated_at, created_at, now()) as at, ${ident(document)} as document
    from ${ident(table)}
    where deleted_at is null and id::text <> ${id} and (
      strpos(${ident(document)}::text, ${JSON.stringify(name).slice(1, -1)}) > 0
      or strpos(${ident(document)}::text, ${id}) > 0
    )
    order by name, id limit ${MOST_ROWS}`)

/** The names of the parts that use the connection; undefined if none does. */
function findParts(document: unknown, connection: Identity, namespace: string): string[] | undefined {
  const found = new Set<string>()
  let isUsed = false
  const visit = (value: unknown, key: string, part: string | undefined): void => {
    if (typeof value === 'string') {
      if (!refersTo(value, key, connection, namespace)) return
      isUsed = true
      if (part !== undefined) found.add(part)
    } else if (Array.isArray(value)) for (const item of value) visit(item, key, part)
    else if (typeof value === 'object' && value !== null) {
      const own = 'name' in value && typeof value.name === 'string' && value.name !== '' ? value.name : part
      for (const [name, member] of Object.entries(value)) visit(member, name, own)
    }
  }
  visit(document, '', undefined)
  return isUsed ? [...found] : undefined
}

/** As a reference is resolved (`findConnectionByReference`). A name alone counts only in a member for connections. */
function refersTo(text: string, key: string, { id, name, namespace, type }: Identity, own: string): boolean {
  const [, scheme, first, last] = /^(connection:\/\/)?(?:([^/]+)\/)?([^/]+)$/.exec(text) ?? []
  if (last === undefined || (scheme === undefined && !/connection/i.test(key))) return false
  if (first === undefined && last.toLowerCase() === id) return true
  if (last !== name) return false
  return namespace === (first ?? own) || (type === first && [own, 'default'].includes(namespace))
}
