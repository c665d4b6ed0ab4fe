import { MASK } from '@/shared/connections/secret-parts'
import { QueryError } from './errors'
import type { SchemaColumn, SchemaRelation, SchemaCache } from './schema-cache'

/** Whether reads return a mask instead of a column's value, or instead of its secret parts. */
export type Secrecy = 'none' | 'partly' | 'whole'

/** In addresses and properties only the secret parts are hidden (`server/data/secrets/secret-parts.ts`). */
const secretColumns = new Map([
  [
    'connections',
    new Map<string, Secrecy>([
      ['password', 'whole'],
      ['certificate', 'whole'],
      ['url', 'partly'],
      ['properties', 'partly'],
    ]),
  ],
])

/** Relations that clients can neither read nor embed. */
export const hiddenRelations: ReadonlySet<string> = new Set(['access_tokens'])

export const columnSecrecy = (relation: string | undefined, column: string): Secrecy =>
  (relation !== undefined && secretColumns.get(relation)?.get(column)) || 'none'

/**
 * Refuses a write that would replace a stored secret by its mask.
 * @param text the rows of a write as JSON.
 */
export function refuseMasks({ keepsMasks }: SchemaCache, relation: string, text: string): void {
  const secrets = secretColumns.get(relation)
  if (keepsMasks || !secrets) return
  for (const row of JSON.parse(text) as Record<string, unknown>[]) {
    for (const name of secrets.keys()) {
      if (!JSON.stringify(row[name] ?? null).includes(MASK)) continue
      throw new QueryError(
        '22023',
        `This database does not keep masked secrets: enter the secret of '${name}' again, or leave it out`
      )
    }
  }
}

/**
 * The relation with the e-mail addresses of all accounts. Only callers who may read it see addresses in other
 * relations.
 */
export const ADDRESS_RELATION = 'identities'

/** Contact data of people, which is hidden unless the caller may read it. */
const addresses: Record<string, Record<string, NonNullable<SchemaColumn['hidden']>>> = {
  people: { email: 'value', phone: 'value' },
  integrations_with_status: { creator_email: 'value' },
  permissions_summary: { person: { member: 'email' } },
}

/** The same relations, with people's addresses as null. */
export function hideAddresses(cache: SchemaCache): SchemaCache {
  const relations = new Map([...cache.relations].map(([name, relation]) => [name, hiddenIn(relation)]))
  return { ...cache, relations }
}

function hiddenIn(relation: SchemaRelation): SchemaRelation {
  const hidden = addresses[relation.name]
  if (!hidden) return relation
  const columns = new Map(
    [...relation.columns].map(([name, column]) => [name, { ...column, ...(hidden[name] && { hidden: hidden[name] }) }])
  )
  return { ...relation, columns }
}
