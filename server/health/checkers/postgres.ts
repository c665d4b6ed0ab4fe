import { type Client, Query } from 'pg'
import { z } from 'zod'
import { withPostgres } from '../../outside/postgres'
import { step } from '../../outside/trace'
import { judged, type Rule, rule } from '../outcome'
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

/** Asks a Postgres one query and counts its rows. */
export const postgres = checker<Spec>({
  parse: (value) => spec.parse(value),
  timeoutMs: (wanted) => wanted.timeout ?? QUERY_TIMEOUT_MS,
  run: async ({ target, username, password, query, results, markFailOnEmpty }, signal) => {
    const rows = await withPostgres({ url: target, username, password }, signal, (client) =>
      step(() => countRows(client, query), { asked: () => query, answered: (found) => `${found} rows` })
    )
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
  },
})

/** Counts while the rows come in: a query with a million of them must not fill the memory. */
function countRows(client: Client, text: string): Promise<number> {
  return new Promise((settle, reject) => {
    let rows = 0
    const query = new Query(text)
    query.on('row', () => void rows++)
    query.on('end', () => settle(rows))
    query.on('error', reject)
    client.once('end', () => reject(new Error('the server closed the connection')))
    client.query(query)
  })
}
