import { createHash } from 'node:crypto'
import { tryParseJson } from '../platform/documents/try-parse-json'
import { sendRequest, type HttpRequest } from '../platform/outside/http-request'
import { basicAuthIfGiven, requestHeaders } from '../platform/outside/request-headers'
import { readJsonPath } from '../platform/selection/json-path'
import type { LogBackendReader, LogEntry, LogPosition } from './source'
import { type LogHttpSpec, LogBackendError } from './spec'
import { parseLogTime } from './timed-line'

/** The number of lines per request, and the size limit of a response in bytes. */
const PAGE = 1000
const LARGEST_ANSWER = 8 * 1024 * 1024
/** The time range around a line in which its surrounding lines are searched. */
const AROUND_MS = 10 * 60_000

type Given = {
  name: string
  selector: string
  labels: Readonly<Record<string, string>>
  /** Milliseconds in which the service must answer all requests of a search. */
  deadlineMs: number
}

/** The position after the entry at this index. */
const positionAfter = (entries: readonly LogEntry[], at: number): LogPosition => {
  const { time = 0 } = entries[at] ?? {}
  return { time, seen: entries.slice(0, at + 1).flatMap((one) => (one.time === time ? [one.id] : [])) }
}

/** Creates the backend for a service that returns JSON. */
export function createServiceBackend(
  id: string,
  spec: LogHttpSpec,
  { name, selector, labels, deadlineMs }: Given
): LogBackendReader {
  // A reader serves one request of a client.
  const late = AbortSignal.timeout(deadlineMs)
  const key = `h${id.replaceAll('-', '').slice(-12)}`

  /** Returns a page of entries, the newest first, as many as the service returns. */
  async function page(span: { start: number; end: number }, query: string, signal: AbortSignal): Promise<LogEntry[]> {
    const parameters = {
      name: selector,
      query,
      start: new Date(span.start).toISOString(),
      end: new Date(span.end).toISOString(),
      limit: PAGE,
      labels,
    }
    const request = { ...buildLogRequest(spec, parameters), mostBytes: LARGEST_ANSWER }
    const answer = await sendRequest(request, AbortSignal.any([signal, late])).catch((error: unknown) => {
      throw late.aborted && !signal.aborted
        ? new LogBackendError(`did not answer within ${deadlineMs / 1000} seconds`)
        : error
    })
    if (answer.status < 200 || answer.status > 299)
      throw new LogBackendError(`response code ${answer.status}, expected 2xx`)
    if (answer.isTooLong) throw new LogBackendError('the response is too long to be read completely')
    if (answer.unread !== undefined) throw new LogBackendError(`the response cannot be read: ${answer.unread}`)
    const entries = parseEntries(tryParseJson(answer.body), spec).filter(
      ({ time }) => time >= span.start && time <= span.end
    )
    const seen = new Map<string, number>()
    return entries
      .toSorted((a, b) => b.time - a.time)
      .map((entry) => {
        const base = `${key}.${entry.time.toString(36)}.${digestEntry(entry)}`
        const count = (seen.get(base) ?? 0) + 1
        seen.set(base, count)
        return { ...entry, id: count === 1 ? base : `${base}.${count}`, labels: { ...spec.labels, ...entry.labels } }
      })
  }

  return {
    name,

    async open(range, signal) {
      const source = {
        key,
        close: async () => {},
        async *entries(from: LogPosition | undefined): AsyncGenerator<LogEntry> {
          let before: LogPosition | undefined = from
          for (;;) {
            const { time: end, seen } = typeof before === 'object' ? before : { time: range.end, seen: [] as string[] }
            const all = await page({ start: range.start, end: Math.min(end, range.end) }, range.search, signal)
            const entries = all.filter((one) => !seen.includes(one.id))
            if (entries.length === 0) return
            for (const [at, entry] of entries.entries()) {
              const place = positionAfter(entries, at)
              const same = typeof place === 'object' && place.time === end ? [...seen, ...place.seen] : undefined
              before = same ? { time: end, seen: same } : place
              yield { ...entry, position: before }
            }
            // The service may return fewer than requested; only a page without new entries is the end.
          }
        },
      }
      return { sources: [source], newest: { [key]: { time: range.end, seen: [] } } }
    },

    async news(since, range, signal) {
      const before = since[key]
      const { time, seen } = typeof before === 'object' ? before : { time: range.end, seen: [] as string[] }
      const end = Date.now()
      const all = await page({ start: Math.max(range.start, time), end }, range.search, signal)
      const entries = all.filter((one) => !seen.includes(one.id))
      const last = all[0]?.time ?? time
      const known = all.filter((one) => one.time === last).map((one) => one.id)
      return { entries, positions: { [key]: { time: last, seen: known } }, isCut: all.length >= PAGE }
    },

    async around(of, count, signal) {
      const [owner, at = ''] = of.split('.')
      const time = Number.parseInt(at, 36)
      if (owner !== key || !Number.isSafeInteger(time)) return undefined
      const entries = await page({ start: time - AROUND_MS, end: time + AROUND_MS }, '', signal)
      const index = entries.findIndex((one) => one.id === of)
      return index < 0 ? undefined : entries.slice(Math.max(0, index - count), index + count + 1)
    },
  }
}

type LogRequestParameters = Record<'name' | 'query' | 'start' | 'end', string> & {
  limit: number
  labels: Given['labels']
}

function buildLogRequest(
  { url, method, headers, username, password }: LogHttpSpec,
  parameters: LogRequestParameters
): HttpRequest {
  const address = new URL(url)
  const body = method === 'POST' ? JSON.stringify(parameters) : undefined
  if (method === 'GET') {
    const { labels, ...rest } = parameters
    for (const [name, value] of Object.entries(rest)) address.searchParams.set(name, String(value))
    for (const [name, value] of Object.entries(labels)) address.searchParams.append('label', `${name}=${value}`)
  }
  return {
    method,
    url: address,
    body,
    headers: requestHeaders(
      body,
      { Accept: 'application/json', ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      basicAuthIfGiven(username, password),
      Object.fromEntries(headers.map(({ name, value }) => [name, value]))
    ),
    tls: { rejectUnauthorized: true },
  }
}

type Read = Omit<LogEntry, 'id' | 'position'> & { id: string; position: number }

/** @throws {LogBackendError} for a response without lines at the configured path. */
function parseEntries(answer: unknown, spec: LogHttpSpec): Read[] {
  if (answer === undefined) throw new LogBackendError('the response is not JSON')
  const found = readJsonPath(answer, spec.results)
  const list = found.length === 1 && Array.isArray(found[0]) ? (found[0] as unknown[]) : found
  // Many services return null for no results.
  const lines = list.filter((one) => one !== null)
  if (found.length === 0) throw new LogBackendError('the response has no lines at the path in results')
  return lines.flatMap((one): Read[] => {
    const [time] = readJsonPath(one, spec.timestamp).map(parseLogTime)
    const [message] = readJsonPath(one, spec.message)
    if (time === undefined || message === undefined) return []
    const [labels] = readJsonPath(one, spec.lineLabels)
    return [{ id: '', position: 0, time, message: toText(message), labels: readLabels(labels) }]
  })
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const MOST_LABELS = 50

const readLabels = (value: unknown): Record<string, string> =>
  typeof value !== 'object' || value === null
    ? {}
    : Object.fromEntries(
        Object.entries(value)
          .slice(0, MOST_LABELS)
          .map(([name, one]) => [name, toText(one)])
      )

const digestEntry = ({ message, labels }: Pick<LogEntry, 'message' | 'labels'>): string =>
  createHash('sha256')
    .update(JSON.stringify([message, labels]))
    .digest()
    .readUIntBE(0, 5)
    .toString(36)
