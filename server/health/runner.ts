import type { Clock } from './clock'
import { createTimetable, type PlannedCheck } from './timetable'

type CheckRunner = {
  /** Replaces the plan. A check whose plan is unchanged keeps its time. */
  plan(checks: readonly PlannedCheck[]): void
  /** When the check will run next, in epoch milliseconds; undefined when it will not run. */
  nextRun(id: string): number | undefined
  /**
   * Runs `work` for a check immediately, outside its schedule. Its scheduled run is skipped meanwhile.
   * @returns undefined when the check is already running; wait for the result of that run.
   */
  exclusively<T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> | undefined
  figures(): CheckRunnerFigures
  /** Starts no more runs, aborts those in progress, and waits for them. */
  stop(): Promise<void>
}

export type CheckRunnerFigures = {
  planned: number
  running: number
  /** Due, but not started. */
  waiting: number
  /** Runs since the start, including those on demand. */
  started: number
  /** Runs that were still in progress when they were due again. */
  skipped: number
  /** The longest delay of a start. */
  latestMs: number
}

type CheckRunnerDeps = {
  clock: Clock
  /** Runs one check. `lateMs`: its delay. Must not reject. */
  run(id: string, signal: AbortSignal, lateMs: number): Promise<void>
  /** The canary of a check. */
  canaryOf?(id: string): string
  mostStarting?: number
  most?: number
  mostOfCanary?: number
}

/**
 * Runs that have just started compete for the processor and measure each other's delay, so only a few may start at
 * once. After `STARTING_MS` a run is only waiting for its target and frees its slot; otherwise a few dozen dead
 * targets would delay all other checks.
 */
const MOST_STARTING = 32
const STARTING_MS = 500
/** Sockets and processes are finite. */
const MOST_RUNNING = 1000
/** The hanging checks of one canary leave slots for others. */
const MOST_OF_CANARY = 200
/** The longest timer, so that a changed wall clock or a machine waking up is noticed. */
const LONGEST_SLEEP_MS = 5000

/** Starts every check at its time, in order, and never runs a check twice at once. */
export function createCheckRunner({
  clock,
  run,
  canaryOf = (id) => id,
  mostStarting = MOST_STARTING,
  most = MOST_RUNNING,
  mostOfCanary = MOST_OF_CANARY,
}: CheckRunnerDeps): CheckRunner {
  const timetable = createTimetable(clock)
  const slots = createRunSlots({
    clock,
    mostStarting,
    most,
    mostOfCanary,
    canaryOf,
    run,
    mayRun: (id) => timetable.has(id),
  })
  let cancelTimer: (() => void) | undefined
  let lastTick = clock.now()
  let isStopped = false

  const wake = () => {
    cancelTimer?.()
    if (isStopped) return
    const next = timetable.next()
    if (next === undefined) return
    cancelTimer = clock.after(Math.min(Math.max(0, next - clock.now()), LONGEST_SLEEP_MS), tick)
  }

  const tick = () => {
    const now = clock.now()
    // The clock was set back, so every time in the timetable is too far ahead.
    if (now < lastTick - LONGEST_SLEEP_MS) timetable.replan(now)
    lastTick = now
    slots.enqueue(timetable.takeDue(now))
    wake()
  }

  return {
    plan: (checks) => {
      timetable.plan(checks)
      wake()
    },
    nextRun: timetable.dueAt,
    exclusively: slots.exclusively,
    figures: () => ({ ...slots.figures(), planned: timetable.size }),
    stop: async () => {
      isStopped = true
      cancelTimer?.()
      await slots.stop()
    },
  }
}

type RunSlotsDeps = Required<CheckRunnerDeps> & {
  /** Whether a check that waited is still planned. */
  mayRun(id: string): boolean
}

/** Runs checks that are due as soon as there is a free slot, and others immediately. */
function createRunSlots({ clock, mostStarting, most, mostOfCanary, canaryOf, mayRun, run }: RunSlotsDeps) {
  const waiting: { id: string; at: number }[] = []
  /** Waiting or running. */
  const busy = new Set<string>()
  const running = new Map<Promise<unknown>, AbortController>()
  /** The number of running checks of each canary. */
  const runningOf = new Map<string, number>()
  const figures = { started: 0, skipped: 0, latestMs: 0 }
  let starting = 0
  let isStopped = false

  const mayStart = () => !isStopped && starting < mostStarting && running.size < most

  /** The first waiting check whose canary has a free slot. */
  const takeWaiting = () => {
    if (!mayStart()) return undefined
    const index = waiting.findIndex(({ id }) => (runningOf.get(canaryOf(id)) ?? 0) < mostOfCanary)
    return index < 0 ? undefined : waiting.splice(index, 1)[0]
  }

  const startWaiting = () => {
    for (let next = takeWaiting(); next; next = takeWaiting()) {
      const { id, at } = next
      if (!mayRun(id)) busy.delete(id)
      else {
        const lateMs = Math.max(0, clock.now() - at)
        figures.latestMs = Math.max(figures.latestMs, lateMs)
        void begin(id, (signal) => run(id, signal, lateMs))
      }
    }
  }

  const begin = async <T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    figures.started++
    starting++
    let isStarting = true
    const endStart = () => {
      if (isStarting) starting--
      isStarting = false
    }
    const cancelEndStart = clock.after(STARTING_MS, () => {
      endStart()
      startWaiting()
    })
    const controller = new AbortController()
    const canary = canaryOf(id)
    const count = (change: number) => {
      const left = (runningOf.get(canary) ?? 0) + change
      if (left > 0) runningOf.set(canary, left)
      else runningOf.delete(canary)
    }
    count(1)
    const promise = work(controller.signal)
    running.set(promise, controller)
    try {
      return await promise
    } finally {
      cancelEndStart()
      endStart()
      running.delete(promise)
      count(-1)
      busy.delete(id)
      startWaiting()
    }
  }

  return {
    enqueue: (due: readonly { id: string; at: number }[]) => {
      for (const one of due)
        if (busy.has(one.id)) figures.skipped++
        else {
          busy.add(one.id)
          waiting.push(one)
        }
      startWaiting()
    },
    exclusively: <T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> | undefined => {
      if (isStopped) return undefined
      const position = waiting.findIndex((next) => next.id === id)
      if (position >= 0) waiting.splice(position, 1)
      else if (busy.has(id)) return undefined
      busy.add(id)
      return begin(id, work)
    },
    figures: () => ({ ...figures, running: running.size, waiting: waiting.length }),
    stop: async () => {
      isStopped = true
      for (const controller of running.values()) controller.abort()
      await Promise.allSettled(running.keys())
    },
  }
}
