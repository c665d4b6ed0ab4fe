import type { SchemaColumn, SchemaRelation, SchemaCache } from './schema-cache'

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
