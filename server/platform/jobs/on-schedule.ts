import { repeat } from './repeat'
import { nextDue, parseSchedule, ScheduleError } from './schedule'

/** A user-defined resource that is run: a scraper, a topology. */
export type ScheduledResource = {
  id: string
  /** In a form that `parseSchedule` accepts. */
  schedule: unknown
  /** Its content as text: a change runs it at once. */
  text: string
}

type ScheduledRuns<R> = {
  /** Runs it now, or waits for the run in progress. @returns undefined when there is none with that id. */
  runNow(id: string): Promise<R | undefined>
  start(): void
  /** Aborts the runs in progress and waits for them. Resources may still be run on demand afterwards. */
  stop(): Promise<void>
}

type Deps<T extends ScheduledResource, R> = {
  /** Returns all current resources. */
  list(): Promise<readonly T[]>
  /** Whether a resource is run on demand only. */
  isManual?(one: T): boolean
  /** Records its own runs, including failures. */
  run(one: T, signal: AbortSignal): Promise<R>
  now(): Date
  /** Called when the list cannot be read. */
  onError(error: unknown): void
}

const POLL_EVERY_MS = 1500
/** A resource with an invalid schedule is run at this interval, so that its history keeps showing the reason. */
const REMIND_EVERY_MS = 3_600_000

/** Runs resources when they are saved, at the start, on their schedules, and on demand, one run each at a time. */
export function runOnSchedule<T extends ScheduledResource, R>({
  list,
  isManual,
  run,
  now,
  onError,
}: Deps<T, R>): ScheduledRuns<R> {
  const running = new Map<string, Promise<R>>()
  /** When each is due, with the text it was planned for. */
  let due = new Map<string, { text: string; at: number | undefined }>()
  let abort = new AbortController()
  let stopPolling: (() => Promise<void>) | undefined

  const begin = (one: T): Promise<R> => {
    const going = running.get(one.id)
    if (going) return going
    const result = run(one, abort.signal).finally(() => running.delete(one.id))
    running.set(one.id, result)
    return result
  }

  const poll = async () => {
    const next: typeof due = new Map()
    const nowMs = now().getTime()
    for (const one of await list()) {
      if (isManual?.(one)) continue
      const { id, text } = one
      const known = due.get(id)
      // A new or changed resource shows its results at once.
      const isNew = known?.text !== text
      if (isNew || (known.at !== undefined && known.at <= nowMs)) {
        // A failure is in its own history.
        begin(one).catch(() => {})
        next.set(id, { text, at: nextDueOf(one, nowMs) })
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
      stopPolling = repeat(POLL_EVERY_MS, poll, onError, { isAtOnce: true })
    },
    stop: async () => {
      abort.abort()
      await stopPolling?.()
      await Promise.allSettled(running.values())
      due = new Map()
      abort = new AbortController()
    },
  }
}

/** The next due time after a moment; both in epoch milliseconds. */
function nextDueOf({ id, schedule }: ScheduledResource, afterMs: number): number | undefined {
  try {
    return nextDue(parseSchedule({ schedule }), id, afterMs)
  } catch (error) {
    if (!(error instanceof ScheduleError)) throw error
    return afterMs + REMIND_EVERY_MS
  }
}
