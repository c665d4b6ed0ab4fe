import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Db, Queryable } from '../db/db'
import { toJsonText, sql } from '../db/sql'
import { hideSecrets } from '@/shared/connections/secret-parts'

/** Authenticated encryption. A text is bound to `belongsTo` and cannot be opened with another one. */
export type SealBox = {
  /** The version of the sealing key, which is the prefix of sealed texts. */
  readonly newest: string
  seal(text: string, belongsTo: string): string
  /** @throws when the text was changed, belongs to something else, or its key is missing. */
  open(sealed: string, belongsTo: string): string
}

/**
 * Encrypts the secrets of connections. Each secret is stored as an envelope, `sealed:` and the output of the box
 * (`sealed:1.nonce.body.tag`), in its place within the column; `console.mask_sealed` shows envelopes as a mask.
 */
export type Vault = {
  /**
   * Replaces the secrets in rows before they are written, so that the database never sees them. The ids of the rows are
   * known only afterwards: `seal` then stores the secrets, sealed for their rows, in the same transaction. `seal` is
   * undefined when there are no secrets.
   */
  hide(relation: string, rows: string): { rows: string; seal?: (tx: Queryable) => Promise<void> }
  /**
   * Opens the envelopes in a value of a connection and passes each secret to `onSecret`. @throws when an envelope cannot be
   * opened.
   */
  reveal(id: string, column: SecretColumn, value: string, onSecret?: (secret: string) => void): string
}

const secretColumns = ['url', 'password', 'certificate', 'properties'] as const
export type SecretColumn = (typeof secretColumns)[number]

const envelopes = /sealed:(\d+(?:\.[\w-]+){3})/g
const isEnvelope = (text: string) => /^sealed:\d+(?:\.[\w-]+){3}$/.test(text)
const placeOf = (id: string, column: SecretColumn) => `connections/${id}/${column}`

/** Placeholder for a secret until its row is known; readers mask it like any envelope. No key has version 0. */
const ticketOf = (batch: string, index: number) => `sealed:0.${batch}.${index}.0`

export function createVault(box: SealBox): Vault {
  return {
    hide(relation, text) {
      if (relation !== 'connections') return { rows: text }
      const batch = randomUUID()
      const secrets: string[] = []
      const take = (secret: string) => ticketOf(batch, secrets.push(secret) - 1)
      const rows = (JSON.parse(text) as Record<string, unknown>[]).map((row) =>
        Object.fromEntries(Object.entries(row).map(([column, value]) => [column, hideSecrets(column, value, take)]))
      )
      if (secrets.length === 0) return { rows: text }
      return { rows: JSON.stringify(rows), seal: (tx) => redeem(tx, box, batch, secrets) }
    },
    reveal: (id, column, value, onSecret) =>
      value.replaceAll(envelopes, (_, sealed: string) => {
        const secret = box.open(sealed, placeOf(id, column))
        onSecret?.(secret)
        return secret
      }),
  }
}

type Stored = { id: string } & Record<SecretColumn, string | null>

const columns = sql`id::text, url, password, certificate, properties::text as properties`

async function redeem(tx: Queryable, box: SealBox, batch: string, secrets: readonly string[]): Promise<void> {
  const rows = await tx.query<Stored>(sql`
    select ${columns} from connections
    where concat_ws(' ', url, password, certificate, properties::text) like ${`%sealed:0.${batch}.%`} for update`)
  const ticket = RegExp(`sealed:0\\.${batch}\\.(\\d+)\\.0`, 'g')
  for (const row of rows) {
    await store(tx, row, (column, value) =>
      value.replaceAll(ticket, (_, index: string) => seal(box, row.id, column, secrets[Number(index)] ?? ''))
    )
  }
}

const seal = (box: SealBox, id: string, column: SecretColumn, secret: string) =>
  `sealed:${box.seal(secret, placeOf(id, column))}`

/** @returns whether any column changed. */
async function store(
  tx: Queryable,
  row: Stored,
  change: (column: SecretColumn, value: string) => string
): Promise<boolean> {
  const next: Stored = { ...row }
  for (const column of secretColumns) {
    const value = row[column]
    if (value !== null) next[column] = change(column, value)
  }
  if (secretColumns.every((column) => next[column] === row[column])) return false
  await tx.run(sql`
    update connections set url = ${next.url}, password = ${next.password}, certificate = ${next.certificate},
      properties = ${next.properties}::jsonb
    where id = ${row.id}`)
  return true
}

/**
 * Seals secrets that are still unencrypted, and reseals those of an older key, so that the older key can be removed.
 * Secrets that cannot be opened are left unchanged. Idempotent.
 * @returns the number of connections changed.
 */
export async function sealStored({ db, box, log }: { db: Db; box: SealBox; log: Logger }): Promise<number> {
  return db.transaction(async (tx) => {
    let changed = 0
    // Triggers must not treat this as a changed address: only the encryption differs.
    await tx.query(sql`select set_config('console.sealing', 'on', true)`)
    for (const row of await tx.query<Stored>(sql`select ${columns} from connections for update`)) {
      const renew = (column: SecretColumn) => (whole: string, sealed: string) => {
        if (sealed.startsWith(`${box.newest}.`)) return whole
        try {
          return seal(box, row.id, column, box.open(sealed, placeOf(row.id, column)))
        } catch (error) {
          log.warn({ err: error, connection: row.id, column }, 'a secret cannot be opened: its key is missing')
          return whole
        }
      }
      const isChanged = await store(tx, row, (column, value) => {
        const hide = (secret: string) => (isEnvelope(secret) ? secret : seal(box, row.id, column, secret))
        return sealedText(column, value, hide).replaceAll(envelopes, renew(column))
      })
      if (isChanged) changed++
    }
    return changed
  })
}

function sealedText(column: SecretColumn, text: string, hide: (secret: string) => string): string {
  if (column !== 'properties') return String(hideSecrets(column, text, hide))
  const before: unknown = JSON.parse(text)
  const after = toJsonText(hideSecrets(column, before, hide))
  // The stored text is unchanged unless it contains a secret: rewriting would change the white space.
  return after === toJsonText(before) ? text : after
}
