import type { Queryable } from '../../data/db/db'
import { toJsonText, sql } from '../../data/db/sql'
import { endpointAddress, type Exchange } from '../http/exchange'
import { normaliseIdentifier } from './traits'
import type { IdentityAddress, Identity } from '../types'

/**
 * SQL for an identity as JSON, for a row of `identity.identities` named `i`. Its times are texts: see `parseIdentity`.
 */
export const identityColumn = sql`json_build_object(
  'id', i.id, 'state', i.state, 'stateChangedAt', i.state_changed_at, 'traits', i.traits,
  'metadataPublic', i.metadata_public, 'createdAt', i.created_at, 'updatedAt', i.updated_at,
  'addresses', coalesce((
    select json_agg(json_build_object(
      'id', a.id, 'kind', a.kind, 'value', a.value, 'verified', a.verified, 'status', a.status,
      'verifiedAt', a.verified_at, 'createdAt', a.created_at, 'updatedAt', a.updated_at) order by a.created_at, a.id)
    from identity.addresses a where a.identity_id = i.id), '[]'),
  'secondFactors', coalesce((
    select json_agg(c.type order by c.type desc) from identity.credentials c
    where c.identity_id = i.id and c.type in ('totp', 'lookup_secret', 'webauthn')), '[]')
)`

type Dated<T, K extends keyof T> = Omit<T, K> & Record<K, string>
type AddressRow = Dated<IdentityAddress, 'createdAt' | 'updatedAt'> & { verifiedAt: string | null }
export type IdentityRow = Dated<Omit<Identity, 'addresses' | 'stateChangedAt'>, 'createdAt' | 'updatedAt'> & {
  stateChangedAt: string | null
  addresses: AddressRow[]
}

/** Times of identities have no zone; they are in UTC. */
const utc = (text: string) => new Date(/Z|[+-]\d\d(:?\d\d)?$/.test(text.slice(10)) ? text : `${text}Z`)

export const parseIdentity = (row: IdentityRow): Identity => ({
  ...row,
  stateChangedAt: row.stateChangedAt === null ? null : utc(row.stateChangedAt),
  createdAt: utc(row.createdAt),
  updatedAt: utc(row.updatedAt),
  addresses: row.addresses.map((address) => ({
    ...address,
    verifiedAt: address.verifiedAt === null ? null : utc(address.verifiedAt),
    createdAt: utc(address.createdAt),
    updatedAt: utc(address.updatedAt),
  })),
})

export async function findIdentity(tx: Queryable, id: string): Promise<Identity | undefined> {
  const [row] = await tx.query<{ identity: IdentityRow }>(
    sql`select ${identityColumn} as identity from identity.identities i where i.id = ${id}`
  )
  return row && parseIdentity(row.identity)
}

type NewIdentity = {
  /** The id of an existing person, if there is one. */
  id: string
  traits: Identity['traits']
}

/**
 * Creates an identity without credentials. A trigger creates the person with the same id.
 * @throws {DatabaseError} 23505 when the address is in use.
 */
export async function createIdentity(tx: Queryable, { id, traits }: NewIdentity, now: Date): Promise<void> {
  const address = normaliseIdentifier(traits.email)
  await tx.run(sql`
    insert into identity.identities (id, schema_id, traits, state, state_changed_at, created_at, updated_at)
    select ${id}, 'default', ${toJsonText(traits)}, 'active', utc, utc, utc
    from (select ${now}::timestamptz at time zone 'UTC' as utc) as moment`)
  await tx.run(sql`insert into identity.identifiers (value, identity_id) values (${address}, ${id})`)
  await tx.run(sql`
    insert into identity.addresses (identity_id, kind, value, created_at, updated_at)
    select ${id}, kind, ${address}, ${now}, ${now} from unnest(array['verification', 'recovery']) as kind`)
}

const shared = ({ id, value, createdAt, updatedAt }: IdentityAddress) => ({
  id,
  value,
  via: 'email',
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
})

/** The response body for an identity. */
export function identityBody(exchange: Exchange, identity: Identity) {
  const of = (wanted: IdentityAddress['kind']) => identity.addresses.filter(({ kind }) => kind === wanted)
  return {
    id: identity.id,
    schema_id: 'default',
    schema_url: endpointAddress(exchange, '/schemas/default'),
    state: identity.state,
    ...(identity.stateChangedAt && { state_changed_at: identity.stateChangedAt.toISOString() }),
    traits: identity.traits,
    verifiable_addresses: of('verification').map((address) => ({
      ...shared(address),
      verified: address.verified,
      status: address.status,
      ...(address.verifiedAt && { verified_at: address.verifiedAt.toISOString() }),
    })),
    recovery_addresses: of('recovery').map(shared),
    metadata_public: identity.metadataPublic,
    created_at: identity.createdAt.toISOString(),
    updated_at: identity.updatedAt.toISOString(),
  }
}
