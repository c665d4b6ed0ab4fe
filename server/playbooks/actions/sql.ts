import { z } from 'zod'
import { countRows, withPostgres } from '../../platform/outside/postgres'
import { findActionConnection } from '../connection'
import { fillInStatement } from '../statement'
import { fillInSignedAddress } from '../request-values'
import type { ActionRunner } from './action'
import { refuseUnsupportedMembers } from './unsupported-members'

const spec = z.object({
  connection: z.string().optional(),
  url: z.string().optional(),
  driver: z.string().optional(),
  query: z.string().trim().min(1),
})

/** Further rows are counted, not stored. */
const MOST_ROWS = 500

/** Runs a query on Postgres and stores the rows; other databases are refused. */
export const runSqlAction: ActionRunner = async (written, env, signal, tools) => {
  refuseUnsupportedMembers('sql', written, Object.keys(spec.shape))
  const { connection, url, driver, query } = spec.parse(written)
  const stored = await findActionConnection('postgres', connection, env, tools.openConnection)
  const given = fillInSignedAddress(url ?? '', env)
  const address = given || stored?.url || ''
  const protocol = URL.canParse(address) ? new URL(address).protocol.replace(':', '') : ''
  const database = driver ?? protocol
  if (!['postgres', 'postgresql'].includes(database) || !protocol.startsWith('postgres'))
    throw new Error(
      database === ''
        ? 'sql actions need a url or a connection.'
        : `The embedded backend runs sql actions on Postgres only, not on ${database}.`
    )
  // The credentials of a connection are sent to its own address only.
  const target = given ? { url: given } : { ...stored, url: address }
  const statement = fillInStatement(query, env)
  const { rows, count } = await withPostgres(target, signal, async (client) => {
    // Otherwise a backslash could end a literal, and so could a value.
    await client.query('set standard_conforming_strings = on')
    const kept: unknown[] = []
    const all = await countRows(client, { text: statement }, (row) => {
      if (kept.length < MOST_ROWS) kept.push(row)
    })
    return { rows: kept, count: all }
  })
  return { result: count > 0 ? { rows, count } : {} }
}
