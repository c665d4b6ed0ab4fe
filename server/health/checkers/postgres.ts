import { type Client, Query, types } from 'pg'
import { z } from 'zod'
import { withPostgres } from '../../outside/postgres'
import { step } from '../../outside/trace'
import { type Finding, judged, type Rule, rule } from '../outcome'
import { checker } from './checker'
import { secret } from '../../outside/secret'
import { timeout, url } from './fields'

const address = url('postgres:', 'postgresql:')

/** canary-checker's own default for queries. */
const QUERY_TIMEOUT_MS = 60_000

const spec = z
  .object({
    url: address.optional(),
    /** The older name of `url` in canary-checker. */
    connection: address.optional(),
    username: secret.optional(),
    password: secret.optional(),
    auth: z.object({ username: secret.optional(), password: secret.optional() }).optional(),
    query: z.string().trim().min(1).default('select 1'),
    /** How many rows the query must give at least. */
    results: z.int().min(0).optional(),
    /** A query without rows fails. */
    markFailOnEmpty: z.boolean().default(false),
    timeout,
  })
  .transform(({ url: first, connection, auth, ...rest }, context) => {
    const target = first ?? connection
    if (target !== undefined)
      return { ...rest, target, username: rest.username ?? auth?.username, password: rest.password ?? auth?.password }
    context.addIssue({ code: 'custom', path: ['url'], message: 'is missing' })
    return z.NEVER
  })
type Spec = z.infer<typeof spec>

/** Asks a Postgres one query and counts its rows, of which expressions may read the first. */
export const postgres = checker<Spec>({
  parse: (value) => spec.parse(value),
  timeoutMs: (wanted) => wanted.timeout ?? QUERY_TIMEOUT_MS,
  run: async ({ target, username, password, query, results, markFailOnEmpty }, signal) => {
    const found = await withPostgres({ url: target, username, password }, signal, (client) =>
      step(() => rowsOf(client, query), { asked: () => query, answered: (answer) => `${answer.count} rows` })
    )
    return { ...judge(found.count, results, markFailOnEmpty), given: givenBy(found) }
  },
})

function judge(rows: number, results: number | undefined, markFailOnEmpty: boolean): Finding {
  const count = `${rows} ${rows === 1 ? 'row' : 'rows'}`
  const rules: Rule[] = []
  if (markFailOnEmpty) rules.push(rule('markFailOnEmpty', rows === 0 ? 'the query gave no rows' : undefined, count))
  if (results !== undefined) {
    const isShort = rows < results
    rules.push(
      rule('results', isShort ? `the query gave ${rows} rows, expected at least ${results}` : undefined, count)
    )
  }
  return judged(rules, count, { rows })
}

type Row = Readonly<Record<string, unknown>>
type Found = {
  count: number
  /** All of them; undefined when they are too many or too large to be kept. */
  rows: readonly Row[] | undefined
}

/** What expressions may read: of rows that were not kept, nothing may be concluded. */
const givenBy = ({ count, rows }: Found) =>
  rows ? { variables: { results: { rows, count: BigInt(count) } } } : { variables: {}, elsewhere: ['results'] }

/** Rows that are kept for expressions, and their size as JSON. */
const MOST_ROWS = 1000
const LARGEST_ROWS = 1_000_000

/** Whole numbers as expressions have them; what JavaScript cannot hold would be a text otherwise. */
const integers = new Set<number>([types.builtins.INT2, types.builtins.INT4, types.builtins.INT8])
const parsers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    integers.has(oid) ? (text: string) => BigInt(text) : types.getTypeParser(oid, format as 'text'),
}

/** Counts while the rows come in: a query with a million of them must not fill the memory. */
function rowsOf(client: Client, text: string): Promise<Found> {
  return new Promise((settle, reject) => {
    let count = 0
    let size = 0
    let rows: Row[] | undefined = []
    const query = new Query({ text, types: parsers })
    query.on('row', (row: Row) => {
      count++
      if (!rows) return
      size += sizeOf(row)
      if (count > MOST_ROWS || size > LARGEST_ROWS) rows = undefined
      else rows.push(row)
    })
    query.on('end', () => settle({ count, rows }))
    query.on('error', reject)
    client.once('end', () => reject(new Error('the server closed the connection')))
    client.query(query)
  })
}

const sizeOf = (row: Row) =>
  JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)).length
