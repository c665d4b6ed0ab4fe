import { z } from 'zod'
import { sendRequest } from '../../platform/outside/http-request'
import { plainValue, secretValue } from '../../platform/outside/value-fields'
import { type CheckFinding, evaluateRules, createRule } from '../outcome'
import { defineChecker } from './checker'
import { timeoutField, tlsConfigField, urlField } from './fields'
import { tryParseJson } from '../../platform/documents/try-parse-json'
import { buildHttpRequest } from './http.checker'

const address = urlField('http:', 'https:')

const spec = z
  .object({
    url: address.optional(),
    /** The older name of `url`. */
    host: address.optional(),
    /** The name of a stored connection, which `resolve-connection.ts` has replaced by `url` and the credentials. */
    connection: z.never().optional(),
    query: z.string().trim().min(1),
    /** A query without results fails. */
    markFailOnEmpty: z.boolean().default(false),
    username: plainValue.optional(),
    password: secretValue.optional(),
    tlsConfig: tlsConfigField,
    timeout: timeoutField,
  })
  .transform(({ url: given, host, ...rest }, context) => {
    const target = given ?? host
    if (target !== undefined && (given === undefined || host === undefined)) return { ...rest, target }
    const message = target === undefined ? 'is missing' : 'is given twice, as url and as host'
    context.addIssue({ code: 'custom', path: ['url'], message })
    return z.NEVER
  })
type Spec = z.infer<typeof spec>

/** Runs one instant query against a Prometheus server. */
export default defineChecker<Spec>({
  parse: (value) => spec.parse(value),
  timeoutMs: (given) => given.timeout,
  run: async ({ target, query, markFailOnEmpty, ...access }, signal) => {
    const place = new URL(target)
    place.pathname = `${place.pathname.replace(/\/$/, '')}/api/v1/query`
    const headers = [{ name: 'Content-Type', value: 'application/x-www-form-urlencoded' }]
    const body = new URLSearchParams({ query }).toString()
    const request = buildHttpRequest({ ...access, target: place.href, method: 'POST', headers, body })
    const { status, body: text, isTooLong, unread } = await sendRequest(request, signal)
    if (isTooLong) throw new Error('the results are more than 1 MB')
    if (unread !== undefined) throw new Error(`the results cannot be read: ${unread}`)
    const rows = readAnswer(tryParseJson(text), status)
    return { ...judge(rows, markFailOnEmpty), given: { variables: { results: rows } } }
  },
})

const labels = z.record(z.string(), z.string())
/** A time in seconds, and a number as text. */
const sample = z.tuple([z.number(), z.string()])
const data = z.discriminatedUnion('resultType', [
  z.object({ resultType: z.literal('vector'), result: z.array(z.object({ metric: labels, value: sample })) }),
  z.object({ resultType: z.literal('matrix'), result: z.array(z.object({ metric: labels, values: z.array(sample) })) }),
  z.object({ resultType: z.enum(['scalar', 'string']), result: sample }),
])
const answer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('success'), data }),
  z.object({ status: z.literal('error'), error: z.string() }),
])

/** The labels of one result, and its `value`: a number, or text for values that JSON cannot express (`NaN`, `+Inf`). */
type Row = Readonly<Record<string, string | number>>

/** @throws when the query failed or the response is not from a Prometheus server. */
function readAnswer(document: unknown, status: number): Row[] {
  const found = answer.safeParse(document).data
  if (!found) throw new Error(`this is not a Prometheus response: response code ${status}`)
  if (found.status === 'error') throw new Error(`the query failed: ${found.error}`)
  const { resultType, result } = found.data
  switch (resultType) {
    case 'vector':
      return result.map(({ metric, value }) => ({ ...metric, value: numberOf(value) }))
    case 'matrix':
      return result.flatMap(({ metric, values }) => values.map((value) => ({ ...metric, value: numberOf(value) })))
    case 'scalar':
      return [{ value: numberOf(result) }]
    case 'string':
      return [{ value: result[1] }]
  }
}

const numberOf = ([, text]: z.infer<typeof sample>) => (Number.isFinite(Number(text)) ? Number(text) : text)

/** Further results are counted, not stored. */
const MOST_KEPT = 100

function judge(rows: readonly Row[], markFailOnEmpty: boolean): CheckFinding {
  const count = `${rows.length} ${rows.length === 1 ? 'result' : 'results'}`
  const rules = markFailOnEmpty
    ? [createRule('markFailOnEmpty', rows.length === 0 ? 'the query returned no results' : undefined, count)]
    : []
  return evaluateRules(rules, count, { count: rows.length, results: rows.slice(0, MOST_KEPT) })
}
