import { z } from 'zod'
import { parseDatemath } from '../../src/lib/datemath'
import type { Db, Reader } from '../db/db'
import { sql } from '../db/sql'
import type { Engine } from '../engine'
import { readBody } from '../http/body'
import { AT_A_TIME, createTurns, MOST_WAITING } from '../http/turns'
import { having, route, signedIn } from '../http/route'
import type { KeptLine, LogReader, LogSelector } from '../log-reader'
import { errorText, refusalsIn } from '../outside/error-text'
import { backendsFor, labels, Refused, selectorsOf } from './backends'
import { aroundEntry, type Found, MOST_LINES, readCursor, searchLogs } from './search'
import type { Entry } from './source'
import { stampedLine } from './stamp'

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

const isId = (text: string) => z.guid().safeParse(text).success

/** The selector of a component by its name, as the caller may read it. */
async function selectorOf(reader: Reader, { id, name }: Body): Promise<LogSelector> {
  if (id === '') throw new Refused(400, 'Component ID is required', 'ID field is required')
  const [component] = isId(id)
    ? await reader.query<{ log_selectors: unknown }>(
        sql`select log_selectors from components where id = ${id} and deleted_at is null`
      )
    : []
  if (!component) throw new Refused(404, 'There is no such component, or you may not see it.')
  const known = selectorsOf(component.log_selectors)
  const found = name === '' ? known[0] : known.find((one) => one.name === name)
  if (found) return found
  throw new Refused(
    400,
    `Log selector with the name '${name.slice(0, 100)}' was not found. Available names: [${known.map((one) => one.name).join(' ')}]`,
    'Log selector was not found'
  )
}

/** Asks the log backends. */
export function createLogEngine({ db, now }: { db: Db; now: () => Date }): Engine & LogReader {
  const turn = createTurns(() =>
    Response.json(
      { error: `More than ${MOST_WAITING} of your requests wait to be answered: ask for ${AT_A_TIME} at a time.` },
      { status: 429 }
    )
  )

  const momentOf = (text: string | undefined, usual: Date, name: string): number => {
    if (text === undefined) return usual.getTime()
    const found = parseDatemath(text, now())
    if (found) return found.getTime()
    throw new Refused(400, `The ${name} "${text.slice(0, 50)}" is neither a time nor such as now-1h`)
  }

  async function answer(reader: Reader, asked: Body, signal: AbortSignal) {
    const selector = await selectorOf(reader, asked)
    const { backends, notes, budget } = await backendsFor(db, selector, now)
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
    selectorsOf,
    async newest(selector, { start, end, limit }, signal) {
      const { backends, notes, budget } = await backendsFor(db, selector, now)
      const wanted = { start: start.getTime(), end: end.getTime(), search: '', limit, labels: selector.labels ?? {} }
      const found = await searchLogs(backends, wanted, undefined, { budget, signal })
      return {
        lines: found.entries.toReversed().map(kept),
        isAll: found.older === undefined,
        notes: [...notes, ...found.notes],
      }
    },
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

/** Most lines have their time in front already. */
function kept({ time, message, labels: of }: Entry): KeptLine {
  const timestamp = new Date(time).toISOString()
  const text = stampedLine(message, time)?.time === time ? message : `${timestamp} ${message}`
  return { timestamp, message, labels: of, text }
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
