import { z } from 'zod/mini'
import { hideSecrets, isReference, MASK } from '@/shared/connections/secret-parts'
import { timestamp } from '../time'
import { personEmbed, settingsTable } from './settings-table'

/**
 * A secret column. Some backends return the stored secret: it becomes a mask, so that no part of the console holds it.
 * References to secrets are not secret.
 */
const secret = z.pipe(
  z.nullish(z.string()),
  z.transform((text) => (text ? (isReference(text) ? text : MASK) : null))
)

const listed = z.object({
  id: z.guid(),
  name: z.string(),
  namespace: z.nullish(z.string()),
  type: z.string(),
  source: z.nullish(z.string()),
  created_by: personEmbed,
  created_at: z.nullish(timestamp),
  updated_at: z.nullish(timestamp),
})

const stored = z.object({
  ...listed.shape,
  url: z.nullish(z.string()),
  username: z.nullish(z.string()),
  password: secret,
  certificate: secret,
  properties: z.nullish(z.record(z.string(), z.unknown())),
  insecure_tls: z.nullish(z.boolean()),
})

const maskAddress = (url: string) => String(hideSecrets('url', url, () => MASK))

/** A connection with the secrets in its address masked. `isMaskedHere`: the backend does not mask them itself. */
const whole = z.pipe(
  stored,
  z.transform(({ url, ...row }) => {
    const masked = url ? maskAddress(url) : null
    return { ...row, url: masked, isMaskedHere: masked !== (url || null) }
  })
)

export type Connection = z.infer<typeof listed>
export type WholeConnection = z.infer<typeof whole>

export const connections = settingsTable<Connection, WholeConnection>('connection', {
  table: 'connections',
  made: { source: 'UI' },
  columns: Object.keys(listed.shape).filter((name) => name !== 'created_by'),
  row: listed,
  whole: { columns: Object.keys(stored.shape).filter((name) => name !== 'created_by'), row: whole },
})
