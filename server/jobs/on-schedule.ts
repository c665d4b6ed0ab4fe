import { repeat } from './repeat'
import { nextDue, parseSchedule, ScheduleError } from './schedule'

/** Something that people write and that is run: a scraper, a topology. */
export type Written = {
  id: string
  /** As `parseSchedule` reads it. */
  schedule: unknown
  /** What it is made of, as text: when that changes, it is run at once. */
  text: string
}

export type OnSchedule<R> = {
  /** Runs it now; a run that is going already is waited for instead. @returns undefined when there is none of that id. */
  runNow(id: string): Promise<R | undefined>
  start(): void
  /** Aborts what is running, and waits for it. Things may still be run on demand afterwards. */
  stop(): Promise<void>
}

type Deps<T extends Written, R> = {
  /** All there is now. */
  list(): Promise<readonly T[]>
  /** Those that are not run by themselves, but on demand. */
  isManual?(one: T): boolean
  /** Keeps a record of itself, of failures, too. */
  run(one: T, signal: AbortSignal): Promise<R>
  now(): Date
  /** When the list cannot be read. */
  onError(error: unknown): void
}

const LOOK_EVERY_MS = 1500
/** What has a schedule that cannot be read is run as often, so that its record goes on telling why. */
const REMIND_EVERY_MS = 3_600_000

/** Runs things when they are written, when it starts, on their schedules, and on demand, each once at a time. */
export function onSchedule<T extends Written, R>({ list, isManual, run, now, onError }: Deps<T, R>): OnSchedule<R> {
  const running = new Map<string, Promise<R>>()
  /** When each is due, with the text that says so. */
  let due = new Map<string, { text: string; at: number | undefined }>()
  let abort = new AbortController()
  let stopLooking: (() => Promise<void>) | undefined

  const begin = (one: T): Promise<R> => {
    const going = running.get(one.id)
    if (going) return going
    const begun = run(one, abort.signal).finally(() => running.delete(one.id))
    running.set(one.id, begun)
    return begun
  }

  const look = async () => {
    const next: typeof due = new Map()
    const nowMs = now().getTime()
    for (const one of await list()) {
      if (isManual?.(one)) continue
      const { id, text } = one
      const known = due.get(id)
      // What was written anew shows what it finds at once.
      const isNew = known?.text !== text
      if (isNew || (known.at !== undefined && known.at <= nowMs)) {
        // When it fails, its record tells why.
        begin(one).catch(() => {})
        next.set(id, { text, at: nextOf(one, nowMs) })
      } else next.set(id, known)
    }
    due = next
  }

  return {
    runNow: async (id) => {
      const one = (await list()).find((candidate) => candidate.id === id.toLowerCase())
      return one && begin(one)
    },
    start: () => {
      stopLooking = repeat(LOOK_EVERY_MS, look, onError, { isAtOnce: true })
    },
    stop: async () => {
      abort.abort()
      await stopLooking?.()
      await Promise.allSettled(running.values())
      due = new Map()
      abort = new AbortController()
    },
  }
}

/** When something is due after a moment; both in epoch milliseconds. */
function nextOf({ id, schedule }: Written, afterMs: number): number | undefined {
  try {
    return nextDue(parseSchedule({ schedule }), id, afterMs)
  } catch (error) {
    if (!(error instanceof ScheduleError)) throw error
    return afterMs + REMIND_EVERY_MS
  }
}
