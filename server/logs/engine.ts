import { z } from 'zod'
import { parseDatemath } from '../../src/lib/datemath'
import type { Db, Reader } from '../db/db'
import { sql } from '../db/sql'
import type { Engine } from '../engine'
import { readBody } from '../http/body'
import { AT_A_TIME, createTurns, MOST_WAITING } from '../http/turns'
import { having, route, signedIn } from '../http/route'
import { LOCAL_AGENT } from '../jobs/job-history'
import { errorText, refusalsIn } from '../outside/error-text'
import { fileBackend } from './files'
import type { Budget } from './read-lines'
import { aroundEntry, type Found, MOST_LINES, readCursor, searchLogs } from './search'
import { serviceBackend } from './service'
import type { Backend, Entry } from './source'
import { readBackend } from './spec'

const labels = z.record(z.string().max(200), z.string().max(1000))

const body = z.object({
  id: z.string().default(''),
  /** Of the component's log selector; without it, its first one is meant. */
  name: z.string().max(500).default(''),
  labels: labels.nullish(),
  query: z.string().max(2000).default(''),
  start: z.string().max(100).optional(),
  end: z.string().max(100).optional(),
  limit: z.int().min(1).max(MOST_LINES).default(1000),
  cursor: z.string().optional(),
  /** What stands around this line is asked for, whatever is looked for. */
  around: z.string().max(200).optional(),
  lines: z.int().min(1).max(500).default(10),
})
type Body = z.infer<typeof body>

const DEFAULT_START = 'now-1h'
/** What one question may read, and how long. */
const MOST_BYTES = 256 * 1024 * 1024
const LONGEST_MS = 8000

const isId = (text: string) => z.guid().safeParse(text).success

/** Why nothing is answered, as the protocol says it. */
class Refused extends Error {
  constructor(
    readonly status: 400 | 404 | 500,
    message: string,
    /** Its title, where the protocol has one; the console shows it. */
    readonly error: string = message
  ) {
    super(message)
  }
}

const selectors = z.array(z.object({ name: z.string(), labels: labels.nullish() }))
type Selector = z.infer<typeof selectors>[number]

/** The selector of a component by its name, as the caller may read it. */
async function selectorOf(reader: Reader, { id, name }: Body): Promise<Selector> {
  if (id === '') throw new Refused(400, 'Component ID is required', 'ID field is required')
  const [component] = isId(id)
    ? await reader.query<{ log_selectors: unknown }>(
        sql`select log_selectors from components where id = ${id} and deleted_at is null`
      )
    : []
  if (!component) throw new Refused(404, 'There is no such component, or you may not see it.')
  const known = selectors.safeParse(component.log_selectors ?? []).data ?? []
  const found = name === '' ? known[0] : known.find((one) => one.name === name)
  if (found) return found
  throw new Refused(
    400,
    `Log selector with the name '${name.slice(0, 100)}' was not found. Available names: [${known.map((one) => one.name).join(' ')}]`,
    'Log selector was not found'
  )
}

/** Asks the log backends. */
export function createLogEngine({ db, now }: { db: Db; now: () => Date }): Engine {
  const turn = createTurns(() =>
    Response.json(
      { error: `More than ${MOST_WAITING} of your requests wait to be answered: ask for ${AT_A_TIME} at a time.` },
      { status: 429 }
    )
  )

  /** Those that answer for a selector: all of their labels are among its. */
  async function backendsFor(selector: Selector, budget: Budget): Promise<{ backends: Backend[]; notes: string[] }> {
    const rows = await db.query<{ id: string; name: string; labels: Record<string, string> | null; spec: unknown }>(sql`
      select id::text, name, labels, spec from logging_backends
      where deleted_at is null and coalesce(agent_id, ${LOCAL_AGENT}) = ${LOCAL_AGENT} order by name, id`)
    const own = selector.labels ?? {}
    const fitting = rows.filter((row) => Object.entries(row.labels ?? {}).every(([key, value]) => own[key] === value))
    const notes: string[] = []
    const backends = fitting.flatMap(({ id, name, labels: answersFor, spec }): Backend[] => {
      try {
        const { file, http } = readBackend(spec)
        const labelled = { ...answersFor }
        return [
          ...(file
            ? [
                fileBackend(name, { ...file, labels: { ...labelled, ...file.labels } }, own, {
                  now: () => now().getTime(),
                  budget,
                }),
              ]
            : []),
          ...(http ? [serviceBackend(id, http, { name, selector: selector.name, labels: own })] : []),
        ]
      } catch (error) {
        notes.push(`${name}: ${errorText(error)}`)
        return []
      }
    })
    if (backends.length > 0) return { backends, notes }
    const why = notes.length > 0 ? `${notes.join('; ')}.` : 'Add one among the log backends of the settings.'
    throw new Refused(500, `No log backend answers for ${selector.name}: ${why}`)
  }

  const momentOf = (text: string | undefined, usual: Date, name: string): number => {
    if (text === undefined) return usual.getTime()
    const found = parseDatemath(text, now())
    if (found) return found.getTime()
    throw new Refused(400, `The ${name} "${text.slice(0, 50)}" is neither a time nor such as now-1h`)
  }

  async function answer(reader: Reader, asked: Body, signal: AbortSignal) {
    const selector = await selectorOf(reader, asked)
    const budget = { bytes: MOST_BYTES, until: performance.now() + LONGEST_MS }
    const { backends, notes } = await backendsFor(selector, budget)
    if (asked.around !== undefined) {
      const entries = await aroundEntry(backends, asked.around, asked.lines, signal)
      if (!entries) throw new Refused(404, 'This line is not there any more.')
      return { results: entries.map(written) }
    }
    const cursor = asked.cursor === undefined ? undefined : readCursor(asked.cursor)
    if (asked.cursor !== undefined && !cursor) throw new Refused(400, 'The cursor is none that this server has given.')
    const wanted = {
      start: momentOf(asked.start, momentFrom(DEFAULT_START), 'start'),
      end: momentOf(asked.end, now(), 'end'),
      search: asked.query,
      limit: asked.limit,
      // What a line says of itself and the selector denies is another's.
      labels: { ...selector.labels, ...asked.labels },
    }
    const found = await searchLogs(backends, wanted, cursor, { budget, signal }).catch((error: unknown) => {
      if (signal.aborted) throw error
      throw new Refused(500, `The logs could not be searched: ${errorText(error)}`)
    })
    return answered(found, notes, cursor === undefined)
  }

  const momentFrom = (text: string) => parseDatemath(text, now()) ?? now()

  return {
    name: 'logs',
    routes: [
      route('POST', '/api/logs', having(['read', 'logs']), async (context) => {
        const { data: asked, error } = await readBody(context, body)
        if (!asked) return context.json({ error: 'Bad request', message: refusalsIn(error) }, 400)
        try {
          const { signal } = context.req.raw
          return await turn(signedIn(context).id, signal, async () =>
            context.json(await answer(context.get('reader'), asked, signal))
          )
        } catch (failure) {
          if (!(failure instanceof Refused)) throw failure
          return context.json({ error: failure.error, message: failure.message }, failure.status)
        }
      }),
    ],
  }
}

const written = ({ id, time, message, labels: of }: Entry) => ({
  id,
  timestamp: new Date(time).toISOString(),
  message,
  labels: of,
})

const answered = ({ entries, older, newer, notes }: Found, before: readonly string[], isFirst: boolean) => ({
  // How many there are is known only where these are all.
  ...(isFirst && older === undefined && { total: entries.length }),
  results: entries.map(written),
  ...(older !== undefined && { older }),
  ...(newer !== undefined && { newer }),
  ...(before.length + notes.length > 0 && { notes: [...before, ...notes] }),
})
