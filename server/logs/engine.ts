import { z } from 'zod'
import { parseDatemath } from '../../src/shared/datemath'
import type { Db, PersonReader } from '../data/db/db'
import { sql } from '../data/db/sql'
import type { Engine } from '../platform/jobs/engine'
import { readBody } from '../http/body'
import { MOST_RUNNING, createRequestQueue } from '../http/request-queue'
import { withRights, defineRoute, requireCaller } from '../http/route'
import type { StoredLogLine, LogReader, LogSelector } from '../platform/log-reader'
import { formatError, describeSpecErrors } from '../platform/outside/error-text'
import { findLogBackends, logLabelsSchema, LogRequestError, parseLogSelectors } from './backends'
import { findSurroundingEntries, type LogSearchResult, MAX_RESPONSE_LINES, parseLogCursor, searchLogs } from './search'
import type { LogEntry } from './source'
import { parseTimedLine } from './timed-line'

const body = z.object({
  id: z.string().default(''),
  /** The component's log selector; defaults to its first one. */
  name: z.string().max(500).default(''),
  labels: logLabelsSchema.nullish(),
  query: z.string().max(2000).default(''),
  start: z.string().max(100).optional(),
  end: z.string().max(100).optional(),
  limit: z.int().min(1).max(MAX_RESPONSE_LINES).default(1000),
  cursor: z.string().optional(),
  /** Requests the lines around this line, regardless of the query. */
  around: z.string().max(200).optional(),
  lines: z.int().min(1).max(500).default(10),
})
type Body = z.infer<typeof body>

const DEFAULT_START = 'now-1h'

const isId = (text: string) => z.guid().safeParse(text).success

/** Returns a component's selector by its name, with the caller's permissions. */
async function findLogSelector(reader: PersonReader, { id, name }: Body): Promise<LogSelector> {
  if (id === '') throw new LogRequestError(400, 'Component ID is required', 'ID field is required')
  const [component] = isId(id)
    ? await reader.query<{ log_selectors: unknown }>(
        sql`select log_selectors from components where id = ${id} and deleted_at is null`
      )
    : []
  if (!component) throw new LogRequestError(404, 'Component not found, or you have no access to it.')
  const known = parseLogSelectors(component.log_selectors)
  const found = name === '' ? known[0] : known.find((one) => one.name === name)
  if (found) return found
  throw new LogRequestError(
    400,
    `Log selector with the name '${name.slice(0, 100)}' was not found. Available names: [${known.map((one) => one.name).join(' ')}]`,
    'Log selector was not found'
  )
}

/** Serves logs from the log backends. */
export function createLogEngine({
  db,
  now,
  serviceDeadlineMs,
}: {
  db: Db
  now: () => Date
  serviceDeadlineMs?: number
}): Engine & LogReader {
  /** Separate from the queue of the database, because a search may wait for other services. */
  const enqueue = createRequestQueue()

  const momentOf = (text: string | undefined, usual: Date, name: string): number => {
    if (text === undefined) return usual.getTime()
    const found = parseDatemath(text, now())
    if (found) return found.getTime()
    throw new LogRequestError(400, `The ${name} "${text.slice(0, 50)}" is neither a time nor an offset such as now-1h`)
  }

  async function answer(reader: PersonReader, request: Body, signal: AbortSignal) {
    const selector = await findLogSelector(reader, request)
    const { backends, notes, budget } = await findLogBackends(db, selector, now, serviceDeadlineMs)
    if (request.around !== undefined) {
      const entries = await findSurroundingEntries(backends, request.around, request.lines, signal)
      if (!entries) throw new LogRequestError(404, 'This line no longer exists.')
      return { results: entries.map(written) }
    }
    const cursor = request.cursor === undefined ? undefined : parseLogCursor(request.cursor)
    if (request.cursor !== undefined && !cursor) throw new LogRequestError(400, 'The cursor is invalid.')
    const search = {
      start: momentOf(request.start, momentFrom(DEFAULT_START), 'start'),
      end: momentOf(request.end, now(), 'end'),
      search: request.query,
      limit: request.limit,
      // A line whose own labels contradict the selector belongs to another source.
      labels: { ...selector.labels, ...request.labels },
    }
    const found = await searchLogs(backends, search, cursor, { budget, signal }).catch((error: unknown) => {
      if (signal.aborted) throw error
      throw new LogRequestError(500, `The logs could not be searched: ${formatError(error)}`)
    })
    return toLogResponse(found, notes, cursor === undefined)
  }

  const momentFrom = (text: string) => parseDatemath(text, now()) ?? now()

  return {
    name: 'logs',
    parseSelectors: parseLogSelectors,
    async readNewest(selector, { start, end, limit }, signal) {
      const { backends, notes, budget } = await findLogBackends(db, selector, now, serviceDeadlineMs)
      const search = { start: start.getTime(), end: end.getTime(), search: '', limit, labels: selector.labels ?? {} }
      const found = await searchLogs(backends, search, undefined, { budget, signal })
      return {
        lines: found.entries.toReversed().map(kept),
        isAll: found.older === undefined,
        notes: [...notes, ...found.notes],
      }
    },
    routes: [
      defineRoute(
        'POST',
        '/api/logs',
        withRights(['read', 'logs']),
        async (context) => {
          const { data: request, error } = await readBody(context, body)
          if (!request) return context.json({ error: 'Bad request', message: describeSpecErrors(error) }, 400)
          try {
            const { signal } = context.req.raw
            return await enqueue(
              requireCaller(context).id,
              signal,
              async () => context.json(await answer(context.get('reader'), request, signal)),
              ({ status, message }) =>
                context.json({ error: `${message}. Send at most ${MOST_RUNNING} at a time.` }, status)
            )
          } catch (failure) {
            if (!(failure instanceof LogRequestError)) throw failure
            return context.json({ error: failure.error, message: failure.message }, failure.status)
          }
        },
        { waitsFor: 'others' }
      ),
    ],
  }
}

/** Most lines already begin with their time. */
function kept({ time, isUndated, message, labels: of }: LogEntry): StoredLogLine {
  const timestamp = new Date(time).toISOString()
  if (isUndated) return { timestamp, message, labels: of, text: message }
  const text = parseTimedLine(message, time)?.time === time ? message : `${timestamp} ${message}`
  return { timestamp, message, labels: of, text }
}

const written = ({ id, time, isUndated, message, labels: of }: LogEntry) => ({
  id,
  timestamp: new Date(time).toISOString(),
  // The protocol requires a time of each line.
  ...(isUndated && { undated: true }),
  message,
  labels: of,
})

const toLogResponse = (
  { entries, older, newer, notes }: LogSearchResult,
  before: readonly string[],
  isFirst: boolean
) => ({
  // The total is known only when these are all entries.
  ...(isFirst && older === undefined && { total: entries.length }),
  results: entries.map(written),
  ...(older !== undefined && { older }),
  ...(newer !== undefined && { newer }),
  ...(before.length + notes.length > 0 && { notes: [...before, ...notes] }),
})
