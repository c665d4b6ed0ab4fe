import { z } from 'zod'
import { formatCount } from '@/shared/format'
import { plainValue, secretValue } from '../../platform/outside/value-fields'
import { type OnRow, type ReadAddress, type SqlRow, type SqlTarget, toSqlTls } from '../../platform/outside/sql-address'
import { type CheckFinding, evaluateRules, type CheckRule, createRule } from '../outcome'
import { type Checker, defineChecker } from './checker'
import { timeoutField, tlsConfigField, toTlsOptions } from './fields'

/** canary-checker's own default for queries. */
const QUERY_TIMEOUT_MS = 60_000

const sqlSpecSchema = (address: z.ZodType<string>) =>
  z
    .object({
      url: address.optional(),
      /** The older name of `url` in canary-checker. */
      connection: address.optional(),
      username: plainValue.optional(),
      password: secretValue.optional(),
      auth: z.object({ username: plainValue.optional(), password: secretValue.optional() }).optional(),
      query: z.string().trim().min(1).default('select 1'),
      /** Minimum number of rows that the query must return. */
      results: z.int().min(0).optional(),
      /** A query without rows fails. */
      markFailOnEmpty: z.boolean().default(false),
      tlsConfig: tlsConfigField.unwrap().extend({ enable: z.boolean().optional() }).optional(),
      timeout: timeoutField,
    })
    .transform(({ url: first, connection, auth, ...rest }, context) => {
      const target = first ?? connection
      if (target !== undefined)
        return { ...rest, target, username: rest.username ?? auth?.username, password: rest.password ?? auth?.password }
      context.addIssue({ code: 'custom', path: ['url'], message: 'is missing' })
      return z.NEVER
    })
type Spec = z.infer<ReturnType<typeof sqlSpecSchema>>

/**
 * Runs one query on a database and counts its rows. Expressions may read the first rows.
 * @param ask returns the number of rows.
 */
export function createSqlChecker(
  address: z.ZodType<string>,
  ask: (spec: Spec, signal: AbortSignal, onRow: OnRow) => Promise<number>
): Checker {
  const spec = sqlSpecSchema(address)
  return defineChecker<Spec>({
    parse: (value) => spec.parse(value),
    timeoutMs: (config) => config.timeout ?? QUERY_TIMEOUT_MS,
    run: async (config, signal) => {
      const kept = firstRows()
      const count = await ask(config, signal, kept.add)
      return { ...evaluateRows(count, config), given: expressionInput(count, kept.rows()) }
    },
  })
}

/** The same checker for a database whose address is a text in its own format. */
export const createAddressedSqlChecker = (
  read: ReadAddress,
  ask: (target: SqlTarget, query: string, signal: AbortSignal, onRow: OnRow) => Promise<number>
): Checker =>
  createSqlChecker(readableBy(read), ({ target, tlsConfig: config, query, username, password }, signal, onRow) => {
    const address = read(target, { username, password })
    // Any TLS setting enables TLS unless it disables it.
    const isAsked = config !== undefined && config.enable !== false
    const tls = isAsked ? toTlsOptions(config) : toSqlTls(address, config?.insecureSkipVerify === true)
    return ask({ address, tls }, query, signal, onRow)
  })

const readableBy = (read: ReadAddress) =>
  z
    .string()
    .trim()
    .superRefine((text, context) => {
      try {
        read(text)
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message })
      }
    })

function evaluateRows(rows: number, { results, markFailOnEmpty }: Spec): CheckFinding {
  const count = formatCount(rows, 'row')
  const rules: CheckRule[] = []
  if (markFailOnEmpty)
    rules.push(createRule('markFailOnEmpty', rows === 0 ? 'the query returned no rows' : undefined, count))
  if (results !== undefined) {
    const isShort = rows < results
    rules.push(
      createRule(
        'results',
        isShort ? `the query returned ${rows} rows, expected at least ${results}` : undefined,
        count
      )
    )
  }
  return evaluateRules(rules, count, { rows })
}

/** The variables that expressions may read. Rows that were not stored allow no conclusion. */
const expressionInput = (count: number, rows: readonly SqlRow[] | undefined) =>
  rows ? { variables: { results: { rows, count: BigInt(count) } } } : { variables: {}, unsupported: ['results'] }

/** Limits of the rows stored for expressions: their number, and their size as JSON. */
const MOST_ROWS = 1000
const LARGEST_ROWS = 1_000_000

/** Stores rows as they arrive: a query with a million rows must not fill the memory. */
function firstRows() {
  let size = 0
  let rows: SqlRow[] | undefined = []
  return {
    add: (row: SqlRow | undefined) => {
      if (!rows) return
      size += row ? sizeOf(row) : 0
      if (!row || rows.length === MOST_ROWS || size > LARGEST_ROWS) rows = undefined
      else rows.push(row)
    },
    /** All rows; undefined when they are too many or too large, or when one of them cannot be read unchanged. */
    rows: (): readonly SqlRow[] | undefined => rows,
  }
}

const sizeOf = (row: SqlRow) =>
  JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)).length
