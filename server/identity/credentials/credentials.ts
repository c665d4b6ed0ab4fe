import { z } from 'zod'
import type { Queryable } from '../../data/db/db'
import { toJsonText, sql } from '../../data/db/sql'
import type { BackupCode } from '../flows/nodes'
import { normaliseIdentifier } from '../accounts/traits'
import type { IdentityService } from '../types'

type Type = 'password' | 'totp' | 'lookup_secret' | 'webauthn'

const passwordConfig = z.object({ hash: z.string() })
const totpConfig = z.object({ sealed: z.string(), lastStep: z.int().nullable() })
const lookupConfig = z.object({ sealed: z.string() })
const webauthnConfig = z.object({
  keys: z.array(
    z.object({
      /** Credential id in base64url. */
      id: z.string(),
      name: z.string(),
      /** COSE key in base64url. */
      publicKey: z.string(),
      /** Number of signatures that the key reports. Some keys always report 0. */
      counter: z.int(),
      transports: z.array(z.string()),
      addedAt: z.coerce.date(),
    })
  ),
})
export type SecurityKey = z.infer<typeof webauthnConfig>['keys'][number]
const backupCodes = z.array(z.object({ code: z.string(), usedAt: z.coerce.date().nullable() }))

type Totp = { secret: string; lastStep: number | null }

/**
 * Locks the row until the transaction ends, so that two parallel requests cannot use the same code.
 * @returns undefined when the identity has no such credential.
 */
async function read<T>(tx: Queryable, identityId: string, type: Type, schema: z.ZodType<T>): Promise<T | undefined> {
  const [row] = await tx.query<{ config: unknown }>(sql`
    select config from identity.credentials where identity_id = ${identityId} and type = ${type} for update`)
  return row && schema.parse(row.config)
}

const write = (
  { now }: IdentityService,
  tx: Queryable,
  identityId: string,
  type: Type,
  config: unknown
): Promise<number> =>
  tx.run(sql`
    insert into identity.credentials (identity_id, type, config, created_at, updated_at)
    values (${identityId}, ${type}, ${toJsonText(config)}, ${now()}, ${now()})
    on conflict (identity_id, type) do update set config = excluded.config, updated_at = excluded.updated_at`)

export const removeCredential = (tx: Queryable, identityId: string, type: Type): Promise<number> =>
  tx.run(sql`delete from identity.credentials where identity_id = ${identityId} and type = ${type}`)

/** @returns the password hash. */
export const readPassword = async (tx: Queryable, identityId: string): Promise<string | undefined> =>
  (await read(tx, identityId, 'password', passwordConfig))?.hash

/**
 * The identity of an identifier and its password hash, each null if missing. The query does the same work either way,
 * so response times reveal nothing.
 * @param identifier as typed.
 */
export async function findPassword(tx: Queryable, identifier: string) {
  const [row] = await tx.query<{ identityId: string | null; hash: string | null }>(sql`
    select n.identity_id as "identityId", c.config ->> 'hash' as hash
    from (select ${normaliseIdentifier(identifier)} as value) as typed
      left join identity.identifiers n on n.value = typed.value
      left join identity.credentials c on c.identity_id = n.identity_id and c.type = 'password'`)
  return row ?? { identityId: null, hash: null }
}

export const savePassword = (
  service: IdentityService,
  tx: Queryable,
  identityId: string,
  hash: string
): Promise<number> => write(service, tx, identityId, 'password', { hash })

/** Binds a sealed text to its account and use: it cannot be opened for another. */
const placeOf = (identityId: string, type: Type) => `${type} of ${identityId}`

export async function readTotp(
  { keys }: IdentityService,
  tx: Queryable,
  identityId: string
): Promise<Totp | undefined> {
  const config = await read(tx, identityId, 'totp', totpConfig)
  return config && { secret: keys.open(config.sealed, placeOf(identityId, 'totp')), lastStep: config.lastStep }
}

export const saveTotp = (service: IdentityService, tx: Queryable, identityId: string, { secret, lastStep }: Totp) =>
  write(service, tx, identityId, 'totp', {
    sealed: service.keys.seal(secret, placeOf(identityId, 'totp')),
    lastStep,
  })

export async function readBackupCodes(
  { keys }: IdentityService,
  tx: Queryable,
  identityId: string
): Promise<BackupCode[] | undefined> {
  const config = await read(tx, identityId, 'lookup_secret', lookupConfig)
  return config && backupCodes.parse(JSON.parse(keys.open(config.sealed, placeOf(identityId, 'lookup_secret'))))
}

export const saveBackupCodes = (
  service: IdentityService,
  tx: Queryable,
  identityId: string,
  codes: readonly BackupCode[]
) =>
  write(service, tx, identityId, 'lookup_secret', {
    sealed: service.keys.seal(toJsonText(codes), placeOf(identityId, 'lookup_secret')),
  })

/** The security keys of an identity, oldest first. Public keys are not secret, so they are stored unencrypted. */
export const readSecurityKeys = async (tx: Queryable, identityId: string): Promise<SecurityKey[]> =>
  (await read(tx, identityId, 'webauthn', webauthnConfig))?.keys ?? []

export const saveSecurityKeys = (
  service: IdentityService,
  tx: Queryable,
  identityId: string,
  keys: readonly SecurityKey[]
) =>
  keys.length === 0
    ? removeCredential(tx, identityId, 'webauthn')
    : write(service, tx, identityId, 'webauthn', { keys })

/** Whether any account has a key with this id. */
export async function isKeyKnown(tx: Queryable, id: string): Promise<boolean> {
  const [row] = await tx.query<{ found: boolean }>(sql`
    select exists (
      select from identity.credentials
      where type = 'webauthn' and config -> 'keys' @> ${toJsonText([{ id }])}::jsonb) as found`)
  return row?.found ?? false
}
