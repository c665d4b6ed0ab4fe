import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { type LogLine, parseLogLines } from '@/lib/logs/line'
import { call } from '../http'
import { eq, ilike, isNotNull, isNull, limit, order, select } from '../postgrest'

const component = z.object({
  id: z.guid(),
  name: z.string(),
  type: z.nullish(z.string()),
})
type ComponentWithLogs = z.infer<typeof component>

const judged = z.extend(component, {
  health: z.nullish(z.string()),
  status: z.nullish(z.string()),
  status_reason: z.nullish(z.string()),
})
/** A component with logs, and its health. */
export type LoggedComponent = z.infer<typeof judged>

const selected = z.object({
  id: z.guid(),
  name: z.string(),
  log_selectors: z.catch(z.nullish(z.array(z.object({ name: z.string() }))), null),
})

/** A component with the names of its log selectors. */
export type LogSubject = { id: string; name: string; selectors: readonly string[] }

/** A request for log lines. Times are ISO 8601; without an end, up to now. */
export type LogQuery = {
  id: string
  name: string
  query: string
  start?: string | undefined
  end?: string | undefined
}

export type LogPage = {
  lines: LogLine[]
  /** Cursors of the adjoining pages; undefined if there are none, or if the backend does not page. */
  older: string | undefined
  newer: string | undefined
  /** What was left out, and why. */
  notes: readonly string[]
}

/** Lines without an id are identified by their response and their index in it. */
let pages = 0

const page = z.object({
  // Parsed by hand, because there can be thousands of lines.
  results: z.pipe(
    z.unknown(),
    z.transform((written, context) => {
      const lines = parseLogLines(written, `p${(pages += 1)}.`)
      if (lines) return lines
      context.issues.push({ code: 'custom', message: 'Expected lines with messages', input: written })
      return z.NEVER
    })
  ),
  older: z.optional(z.string()),
  newer: z.optional(z.string()),
  notes: z._default(z.array(z.string()), []),
})

const MOST_FOUND = 50
const MOST_LISTED = 500

/** Log lines, the newest first. @param more `cursor` or `around`, which only the embedded backend supports */
async function ask(question: LogQuery, more: object, signal: AbortSignal | undefined): Promise<LogPage> {
  const { results: lines, ...rest } = await call({
    method: 'post',
    path: '/api/logs',
    body: { ...question, ...more },
    schema: page,
    signal,
  })
  const isSorted = lines.every((line, at) => at === 0 || !(line.time > (lines[at - 1]?.time ?? NaN)))
  return {
    lines: isSorted ? lines : lines.toSorted((a, b) => b.time - a.time),
    older: rest.older,
    newer: rest.newer,
    notes: rest.notes,
  }
}

export const logs = {
  all: ['logs'] as const,

  /** Components with logs, sorted by name. */
  async components(text: string, signal?: AbortSignal): Promise<ComponentWithLogs[]> {
    return call({
      path: '/api/db/components_with_logs',
      query: [
        select('id', 'name', 'type'),
        ...(text === '' ? [] : [ilike('name', text)]),
        order('name.asc'),
        limit(MOST_FOUND),
      ],
      schema: z.array(component),
      signal,
    })
  },

  /** The first components with logs by name, with their health. `components_with_logs` has no health. */
  overview: () =>
    queryOptions({
      queryKey: [...logs.all, 'overview'],
      queryFn: async ({ signal }): Promise<readonly LoggedComponent[]> =>
        call({
          path: '/api/db/components',
          query: [
            select('id', 'name', 'type', 'health', 'status', 'status_reason'),
            isNotNull('log_selectors'),
            isNull('deleted_at'),
            order('name.asc', 'id.asc'),
            limit(MOST_LISTED),
          ],
          schema: z.array(judged),
          signal,
        }),
    }),

  /** A component; null if it does not exist. */
  subject: (id: string) =>
    queryOptions({
      queryKey: [...logs.all, 'subject', id],
      queryFn: async ({ signal }): Promise<LogSubject | null> => {
        const [found] = await call({
          path: '/api/db/components',
          query: [eq('id', id), isNull('deleted_at'), select('id', 'name', 'log_selectors')],
          schema: z.array(selected),
          signal,
        })
        if (!found) return null
        return { id: found.id, name: found.name, selectors: (found.log_selectors ?? []).map(({ name }) => name) }
      },
      staleTime: 60_000,
    }),

  /** The newest lines: those on screen and some more. */
  newest: (question: LogQuery, size: number, signal?: AbortSignal) => ask(question, { limit: size }, signal),

  /** The lines that continue at a cursor. */
  at: (question: LogQuery, cursor: string, size: number, signal?: AbortSignal) =>
    ask(question, { cursor, limit: size }, signal),

  /** The given number of lines before and after a line. */
  around: async (question: LogQuery, id: string, lines: number, signal?: AbortSignal): Promise<LogLine[]> =>
    (await ask(question, { around: id, lines }, signal)).lines,
}
