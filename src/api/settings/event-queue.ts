import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call, callPage } from '../http'
import { rowNames } from '../names'
import { readPart } from '../parts'
import { eq, limit, order, select } from '../postgrest'
import { timestamp } from '../time'

const text = z.nullish(z.string())

const summaryRow = z.object({
  name: z.string(),
  /** The subject of the events. Backends that have it count the events of each subject by themselves. */
  event_id: text,
  pending: z.number(),
  failed: z.number(),
  average_attempts: z.nullish(z.number()),
  first_failure: z.nullish(timestamp),
  last_failure: z.nullish(timestamp),
  most_common_error: text,
})

/** The waiting events with one name. */
export type QueuedEvents = z.infer<typeof summaryRow> & {
  id: string
  /** When the oldest of them was created; undefined if it could not be read. */
  oldest?: string | undefined
  /** The parts that could not be read, as sentences. */
  missing?: readonly string[]
}

const event = z.object({
  id: z.guid(),
  name: z.string(),
  properties: z.nullish(z.record(z.string(), z.unknown())),
  error: text,
  created_at: timestamp,
  last_attempt: z.nullish(timestamp),
  attempts: z.nullish(z.number()),
})
/** A waiting event. */
export type QueuedEvent = z.infer<typeof event>

/** Maximum number of rows in a response of the server. */
const MOST = 2000
/** Maximum number of events to show, those with an error first. */
const MOST_SHOWN = 100
const all = ['event-queue'] as const

/** The oldest waiting event by name. The oldest come first, so that names are found before the limit of a response. */
async function readOldest(signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const rows = await call({
    path: '/api/db/event_queue',
    query: [select('name', 'created_at'), order('created_at.asc'), limit(MOST)],
    schema: z.array(z.object({ name: z.string(), created_at: timestamp })),
    signal,
  })
  return new Map(rows.toReversed().map(({ name, created_at: at }) => [name, at]))
}

export const eventQueue = {
  all,

  /** The waiting events counted by name, those that failed most first. */
  summary: () =>
    queryOptions({
      queryKey: [...all, 'summary'],
      meta: { names: rowNames<QueuedEvents>('queuedevent', ({ name }) => name) },
      async queryFn({ signal }): Promise<readonly QueuedEvents[]> {
        const missing: string[] = []
        const [rows, oldest] = await Promise.all([
          call({
            path: '/api/db/event_queue_summary',
            query: [order('last_failure.desc.nullslast', 'name.asc')],
            schema: z.array(summaryRow),
            signal,
          }),
          readPart('The oldest events', readOldest(signal), missing),
        ])
        return rows
          .map((row) => ({
            ...row,
            id: row.event_id ? `${row.name}:${row.event_id}` : row.name,
            ...(row.event_id ? {} : { oldest: oldest?.get(row.name) }),
            ...(missing.length > 0 && { missing }),
          }))
          .toSorted((a, b) => b.failed - a.failed)
      },
    }),

  /** The waiting events with a name, those with an error first, and their total number. */
  byName: (name: string) =>
    queryOptions({
      queryKey: [...all, 'byName', name],
      queryFn: ({ signal }) =>
        callPage({
          path: '/api/db/event_queue',
          query: [
            select(...Object.keys(event.shape)),
            eq('name', name),
            order('error.asc.nullslast', 'created_at.asc'),
            limit(MOST_SHOWN),
          ],
          schema: event,
          signal,
        }),
    }),
}

/** The name of the events of a row, by the id of the row. */
export const queuedEventName = (id: string): string => id.split(':')[0] ?? id
