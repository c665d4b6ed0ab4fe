import type { Logger } from 'pino'
import type { Db, Queryable } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import type { Engine } from './engine'
import { repeat } from './repeat'

/** An event that the triggers of the database recorded. */
export type QueuedEvent = { name: string; properties: Readonly<Record<string, string>>; createdAt: Date }

/** Handles events with some names. */
export type EventHandler = {
  names: readonly string[]
  /** Returns the names that are currently of use; other events are deleted from the queue. */
  activeNames(): Promise<ReadonlySet<string>>
  /**
   * Prepares the handling of an event.
   * @returns the work to do in the transaction that deletes the event from the queue: both happen, or neither.
   */
  handle(event: QueuedEvent): Promise<((tx: Queryable) => Promise<void>) | undefined>
  /** Called after events were deleted from the queue. */
  handled?(): void
}

const POLL_EVERY_MS = 1000
const AT_ONCE = 200
/** After this number of attempts, an event stays in the queue with its error, for administrators to see. */
const MOST_TRIES = 5
/** Doubles with each attempt. */
const FIRST_WAIT_MS = 15_000

type Row = { id: string; name: string; properties: Record<string, string> | null; created_at: Date; moment: string }

/** Passes events to their handlers, in one process. Events without a handler stay in the queue. */
export function createEventQueue({
  db,
  log,
  now,
  handlers,
}: {
  db: Db
  log: Logger
  now: () => Date
  handlers: readonly EventHandler[]
}): Engine & { poll(): Promise<void> } {
  const names = [...new Set(handlers.flatMap((handler) => handler.names))]
  let stop: (() => Promise<void>) | undefined
  let isStopped = false

  const poll = async () => {
    while (await pollOnce());
  }

  /**
   * Asks the handlers before each batch: a playbook that triggers itself would otherwise go on after its deletion.
   * @returns whether there may be more.
   */
  const pollOnce = async () => {
    const active = await Promise.all(handlers.map(async (handler) => ({ handler, of: await handler.activeNames() })))
    const useful = [...new Set(active.flatMap(({ of }) => [...of]))]
    await db.run(sql`
      delete from event_queue where name = any(${names}::text[]) and name <> all(${useful}::text[])`)
    const handlersFor = (name: string) => active.flatMap(({ handler, of }) => (of.has(name) ? [handler] : []))
    return takeSome(useful, handlersFor)
  }

  /** @returns whether there may be more. */
  const takeSome = async (useful: readonly string[], handlersFor: (name: string) => EventHandler[]) => {
    const rows = await db.query<Row>(sql`
      select id::text, name, properties, created_at, created_at::text as moment from event_queue
      where name = any(${useful}::text[]) and coalesce(attempts, 0) < ${MOST_TRIES}
        and created_at + coalesce(delay, 0) / 1000 * interval '1 microsecond' <= ${now()}
        and (last_attempt is null or last_attempt
          + power(2, coalesce(attempts, 0)) * ${FIRST_WAIT_MS / 2} * interval '1 millisecond' <= ${now()})
      order by created_at, id limit ${AT_ONCE}`)
    for (const row of rows) {
      if (isStopped) return false
      await take(row, handlersFor(row.name))
    }
    if (rows.length > 0) for (const { handled } of handlers) handled?.()
    return rows.length === AT_ONCE
  }

  const take = async ({ id, name, properties, created_at, moment }: Row, matching: readonly EventHandler[]) => {
    try {
      const event = { name, properties: properties ?? {}, createdAt: created_at }
      const done = await Promise.all(matching.map((handler) => handler.handle(event)))
      await db.transaction(async (tx) => {
        // The same event may have arrived again meanwhile, and is then handled again.
        const taken = await tx.run(sql`
          delete from event_queue where id = ${id} and created_at = ${moment}::timestamptz`)
        if (taken === 1) for (const act of done) await act?.(tx)
      })
    } catch (error) {
      log.warn({ err: error, event: name, id }, 'an event could not be handled')
      await db.run(sql`
        update event_queue set attempts = coalesce(attempts, 0) + 1, last_attempt = ${now()},
          error = ${(error instanceof Error ? error.message : String(error)).replaceAll('\0', '')}
        where id = ${id}`)
    }
  }

  return {
    name: 'event queue',
    poll,
    start: async () => {
      isStopped = false
      stop = repeat(POLL_EVERY_MS, poll, (error) => log.error({ err: error }, 'the event queue cannot be read'))
    },
    stop: async () => {
      isStopped = true
      await stop?.()
    },
  }
}
