import type { Column, Relation, SchemaCache } from './schema-cache'

/** The relation with the addresses of everybody: whoever may read it knows them, and nobody else is told them elsewhere. */
export const KNOWS_ADDRESSES = 'identities'

/** How to reach people, beside the names that everybody is shown. */
const addresses: Record<string, Record<string, NonNullable<Column['hidden']>>> = {
  people: { email: 'value', phone: 'value' },
  integrations_with_status: { creator_email: 'value' },
  permissions_summary: { person: { member: 'email' } },
}

/** The same relations, in which addresses of people read as null. */
export function withoutAddresses(cache: SchemaCache): SchemaCache {
  const relations = new Map([...cache.relations].map(([name, relation]) => [name, hiddenIn(relation)]))
  return { ...cache, relations }
}

function hiddenIn(relation: Relation): Relation {
  const hidden = addresses[relation.name]
  if (!hidden) return relation
  const columns = new Map(
    [...relation.columns].map(([name, column]) => [name, { ...column, ...(hidden[name] && { hidden: hidden[name] }) }])
  )
  return { ...relation, columns }
}
