import { type Client, Query, types } from 'pg'
import { formatCount } from '../../../src/lib/format'
import { withPostgres } from '../../outside/postgres'
import type { OnRow, Row } from '../../outside/sql-address'
import { step } from '../../outside/trace'
import { url } from './fields'
import { sqlChecker } from './sql'

export const postgres = sqlChecker(
  url('postgres:', 'postgresql:'),
  ({ target, username, password, query }, signal, onRow) =>
    withPostgres({ url: target, username, password }, signal, (client) =>
      step(() => rowsOf(client, query, onRow), { asked: () => query, answered: (count) => formatCount(count, 'row') })
    )
)

/** Whole numbers as expressions have them; what JavaScript cannot hold would be a text otherwise. */
const integers = new Set<number>([types.builtins.INT2, types.builtins.INT4, types.builtins.INT8])
const parsers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    integers.has(oid) ? (text: string) => BigInt(text) : types.getTypeParser(oid, format as 'text'),
}

function rowsOf(client: Client, text: string, onRow: OnRow): Promise<number> {
  return new Promise((settle, reject) => {
    let count = 0
    const query = new Query({ text, types: parsers })
    query.on('row', (row: Row) => {
      count++
      onRow(row)
    })
    query.on('end', () => settle(count))
    query.on('error', reject)
    client.once('end', () => reject(new Error('the server closed the connection')))
    client.query(query)
  })
}
