import { z } from 'zod'
import type { Db, Queryable } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import type { ResolvedConnection } from '../outside/resolve-connection'
import { registerSecret } from '../outside/redaction'
import { hideSecrets, isReference } from '@/shared/connections/secret-parts'
import type { SecretColumn, Vault } from '../../data/secrets/vault'

/** A stored connection ready for use, with its placeholders filled in. */
export type OpenedConnection = ResolvedConnection

/** Why a connection does not work, as a sentence for users. */
export class ConnectionFailure extends Error {
  override readonly name = 'ConnectionFailure'
}

type Text = 'url' | 'username' | 'password' | 'certificate'
export type StoredConnection = {
  id: string
  name: string
  namespace: string
  type: string
  isInsecure: boolean
} & Record<Text | 'properties', string | null>

const everyStored = sql`
  select id::text, name, namespace, type, url, username, password, certificate, properties::text as properties,
    coalesce(insecure_tls, false) as "isInsecure"
  from connections`

export async function findStoredConnection(db: Db, id: string): Promise<StoredConnection | undefined> {
  const [found] = await db.query<StoredConnection>(sql`${everyStored} where id = ${id} and deleted_at is null`)
  return found
}

/**
 * Finds a connection by reference: `connection://namespace/name`, the older form `connection://type/name`, a name, or
 * an id.
 */
export async function findConnectionByReference(
  db: Queryable,
  reference: string,
  namespace: string
): Promise<StoredConnection | undefined> {
  const [, first, name] = /^(?:connection:\/\/)?(?:([^/]+)\/)?([^/]+)$/.exec(reference) ?? []
  const [found] = await db.query<StoredConnection>(sql`
    ${everyStored}
    where deleted_at is null and (
      name = ${name ?? ''} and (
        namespace = ${first ?? namespace} or type = ${first ?? null} and namespace in (${namespace}, 'default')
      ) or id::text = ${first === undefined ? (name ?? '').toLowerCase() : null}
    )
    order by namespace = ${first ?? namespace} desc, namespace = ${namespace} desc, id limit 1`)
  return found
}

/**
 * Opens sealed values and fills in placeholders. All secrets are registered for redaction in the current trace.
 * @throws {ConnectionFailure} when a value is stored where this server has no access.
 */
export function openConnection(stored: StoredConnection, vault: Vault): OpenedConnection {
  const reveal = (column: SecretColumn, text: string) => {
    try {
      return vault.reveal(stored.id, column, text, registerSecret)
    } catch {
      throw new ConnectionFailure(`The ${column} cannot be decrypted, because its key is missing. Enter it again.`)
    }
  }
  const username = stored.username ?? ''
  const password = reveal('password', stored.password ?? '')
  const certificate = reveal('certificate', stored.certificate ?? '')
  const properties = Object.fromEntries(
    Object.entries(readProperties(stored.properties)).map(([name, value]) => [name, reveal('properties', value)])
  )
  const address = reveal('url', stored.url ?? '')
  refuseReferences({ url: address, username, password, certificate, ...properties })
  const { name, namespace } = stored
  const url = fillIn(address, { name, namespace, username, password })
  for (const [column, value] of Object.entries({ url, password, certificate, properties }))
    hideSecrets(column, value, concealed)
  return { type: stored.type, url, username, password, certificate, properties, isInsecure: stored.isInsecure }
}

const concealed = (secret: string) => {
  registerSecret(secret)
  return ''
}

const propertiesOf = z.record(z.string(), z.unknown()).catch({})

const readProperties = (text: string | null): Record<string, string> =>
  Object.fromEntries(
    Object.entries(propertiesOf.parse(text === null ? {} : JSON.parse(text))).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ])
  )

/** Secrets and config maps require a backend that runs in a cluster. */
function refuseReferences(parts: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(parts)) {
    if (!isReference(value)) continue
    const kind = value.slice(0, value.indexOf('://'))
    throw new ConnectionFailure(
      `The ${name} is stored in a cluster (${kind}://…), which requires a Mission Control backend.`
    )
  }
}

const fillIn = (url: string, values: Readonly<Record<string, string>>) =>
  url.replace(/\$\((\w+)\)/g, (placeholder, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) throw new ConnectionFailure(`The placeholder ${placeholder} in the address is unknown.`)
    return encodeURIComponent(value)
  })
