import { z } from 'zod'
import { matchesLineSearch, parseLineSearch } from '../../src/shared/logs/search'
import { formatError } from '../platform/outside/error-text'
import { type ReadBudget, isBudgetSpent } from './read-lines'
import type { LogBackendReader, LogEntry, LogPosition, LogSource, LogRange } from './source'

/** The largest number of lines in one response. */
export const MAX_RESPONSE_LINES = 20_000
const MOST_CHARACTERS = 8 * 1024 * 1024

const position = z.union([
  z.int().min(0),
  z.strictObject({ time: z.number(), seen: z.array(z.string().max(200)).max(2000) }),
])
const cursor = z.strictObject({
  /** The direction: older lines, or lines added since. */
  to: z.enum(['older', 'newer']),
  at: z.record(z.string().max(100), position),
  /** The end of the range at the first request, so that all pages are of the same moment. */
  end: z.number().optional(),
})
type LogCursor = z.infer<typeof cursor>

const LONGEST_CURSOR = 256 * 1024

const write = (value: LogCursor): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** @returns undefined for an invalid cursor. A forged cursor can only point into the same files. */
export function parseLogCursor(text: string): LogCursor | undefined {
  if (text.length > LONGEST_CURSOR) return undefined
  try {
    return cursor.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data
  } catch {
    return undefined
  }
}

export type LogSearchResult = {
  entries: LogEntry[]
  /** The cursor for older lines; absent when there are none. */
  older?: string
  /** The cursor for lines added since. */
  newer?: string
  /** Omissions with their reasons, as sentences. */
  notes: string[]
}

/** A source with the name of its backend. */
type NamedSource = LogSource & { name: string }

type LogSearch = LogRange & { limit: number; labels: Readonly<Record<string, string>> }

/** Returns a test for requested entries. */
const createMatcher = ({ search, labels }: LogSearch) => {
  const read = parseLineSearch(search)
  const required = Object.entries(labels)
  return (entry: LogEntry) =>
    required.every(([name, value]) => (entry.labels[name] ?? value) === value) && matchesLineSearch(read, entry.message)
}

/**
 * Returns the newest lines of some backends together, or the lines after a cursor.
 * @param budget limits reading: when it is spent, the entries so far are returned with a cursor to continue.
 * @throws the error of the only backend, or of the first when all of them fail.
 */
export async function searchLogs(
  backends: readonly LogBackendReader[],
  search: LogSearch,
  from: LogCursor | undefined,
  { budget, signal }: { budget: ReadBudget; signal: AbortSignal }
): Promise<LogSearchResult> {
  if (from?.to === 'newer') return searchNews(backends, search, from, signal)
  const range = { ...search, end: from?.end ?? search.end }
  const opened: NamedSource[] = []
  const newest: Record<string, LogPosition> = {}
  const notes: string[] = []
  try {
    await forEachBackend(backends, notes, async (backend) => {
      const { sources, newest: places } = await backend.open(range, signal)
      opened.push(...sources.map((source) => ({ ...source, name: backend.name })))
      Object.assign(newest, places)
    })
    // A cursor names the sources that are not exhausted.
    const sources = from ? opened.filter(({ key }) => key in from.at) : opened
    const { entries, at, failures } = await mergeSources(sources, from, search, budget, signal)
    notes.push(...failures)
    if (isBudgetSpent(budget) && at) notes.push('The search has reached its limit. Load older lines to continue.')
    return {
      entries,
      notes,
      ...(at && { older: write({ to: 'older', at, end: range.end }) }),
      ...(!from && { newer: write({ to: 'newer', at: newest }) }),
    }
  } finally {
    for (const source of opened) await source.close()
  }
}

/** Calls `act` for each backend and notes errors, unless all of them fail. */
async function forEachBackend(
  backends: readonly LogBackendReader[],
  notes: string[],
  act: (backend: LogBackendReader) => Promise<void>
) {
  const failures: unknown[] = []
  await Promise.all(
    backends.map(async (backend) => {
      try {
        await act(backend)
      } catch (error) {
        failures.push(error)
        notes.push(`${backend.name}: ${formatError(error)}`)
      }
    })
  )
  if (failures.length > 0 && failures.length === backends.length) throw failures[0]
}

/** Merges the newest entries of several sources, each of which starts with its newest. */
async function mergeSources(
  sources: readonly NamedSource[],
  from: LogCursor | undefined,
  search: LogSearch,
  budget: ReadBudget,
  signal: AbortSignal
): Promise<{ entries: LogEntry[]; at: LogCursor['at'] | undefined; failures: string[] }> {
  const matches = createMatcher(search)
  const runs = sources.map((source) => ({
    source,
    iterator: source.entries(from?.at[source.key]),
    head: undefined as LogEntry | undefined,
    place: from?.at[source.key] as LogPosition | undefined,
    isDone: false,
  }))
  const errors: unknown[] = []
  const failures: string[] = []
  const advance = async (run: (typeof runs)[number]) => {
    try {
      const next = await run.iterator.next()
      run.head = next.done ? undefined : next.value
      // A source that exceeded the budget is not at its end.
      run.isDone = next.done === true && !isBudgetSpent(budget)
    } catch (error) {
      if (signal.aborted) throw error
      errors.push(error)
      failures.push(`${run.source.name}: ${formatError(error)}`)
      // A cursor for older lines tries the source again.
      run.head = undefined
      run.isDone = false
    }
  }
  const entries: LogEntry[] = []
  let characters = 0
  try {
    await Promise.all(runs.map(advance))
    if (errors.length > 0 && errors.length === runs.length) throw errors[0]
    while (entries.length < search.limit && characters < MOST_CHARACTERS && !isBudgetSpent(budget)) {
      signal.throwIfAborted()
      let latest: (typeof runs)[number] | undefined
      for (const run of runs) if (run.head && (!latest?.head || run.head.time > latest.head.time)) latest = run
      if (!latest?.head) break
      const entry = latest.head
      latest.place = entry.position
      if (matches(entry)) {
        entries.push(entry)
        characters += entry.message.length
      }
      await advance(latest)
    }
  } finally {
    for (const { iterator } of runs) await iterator.return(undefined)
  }
  const left = runs.filter((run) => !run.isDone)
  if (left.length === 0) return { entries, at: undefined, failures }
  return {
    entries,
    failures,
    at: Object.fromEntries(left.map(({ source, place }) => [source.key, place ?? Number.MAX_SAFE_INTEGER])),
  }
}

async function searchNews(
  backends: readonly LogBackendReader[],
  search: LogSearch,
  { at }: LogCursor,
  signal: AbortSignal
): Promise<LogSearchResult> {
  const entries: LogEntry[] = []
  const places: Record<string, LogPosition> = {}
  const notes: string[] = []
  let isCut = false
  await forEachBackend(backends, notes, async (backend) => {
    const news = await backend.news(at, search, signal)
    entries.push(...news.entries)
    Object.assign(places, news.positions)
    isCut ||= news.isCut
  })
  const found = entries.filter(createMatcher(search)).toSorted((a, b) => b.time - a.time)
  let characters = 0
  const end = found.findIndex(
    (one, index) => index >= search.limit || (characters += one.message.length) > MOST_CHARACTERS
  )
  const kept = found.slice(0, end < 0 ? found.length : Math.max(1, end))
  if (isCut || kept.length < found.length) notes.push('Too many new lines: some lines in between are omitted.')
  return { entries: kept, notes, newer: write({ to: 'newer', at: places }) }
}

/** Returns the entries around an entry; undefined when it no longer exists. */
export async function findSurroundingEntries(
  backends: readonly LogBackendReader[],
  id: string,
  count: number,
  signal: AbortSignal
): Promise<LogEntry[] | undefined> {
  for (const backend of backends) {
    const found = await backend.around(id, count, signal).catch(() => undefined)
    if (found) return found
  }
  return undefined
}
