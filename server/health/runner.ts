import type { Clock } from './clock'
import { createDueQueue } from './due-queue'
import { nextDue, type Schedule, unitHash } from '../platform/jobs/schedule'

export type PlannedCheck = {
  id: string
  schedule: Schedule
  /** The first run under this plan comes within seconds, not at the end of a long period. */
  isUrgent: boolean
}

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
  mostStarting?: number
  most?: number
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
/** A first run comes within this time, so that a new check shows a result soon but a thousand do not start at once. */
const FIRST_RUN_WITHIN_MS = 5000
/** The longest timer, so that a changed wall clock or a machine waking up is noticed. */
const LONGEST_SLEEP_MS = 5000

/** Starts every check at its time, in order, and never runs a check twice at once. */
export function createCheckRunner({
  clock,
  run,
  mostStarting = MOST_STARTING,
  most = MOST_RUNNING,
}: CheckRunnerDeps): CheckRunner {
  const queue = createDueQueue()
  const plans = new Map<string, Schedule & { dueAt?: number }>()
  const waiting: { id: string; at: number }[] = []
  /** Waiting or running. */
  const busy = new Set<string>()
  const running = new Map<Promise<unknown>, AbortController>()
  const figures = { started: 0, skipped: 0, latestMs: 0 }
  let starting = 0
  let cancelTimer: (() => void) | undefined
  let lastTick = clock.now()
  let isStopped = false

  const schedule = (id: string, afterMs: number) => {
    const plan = plans.get(id)
    if (!plan) return
    const at = nextDue(plan, id, afterMs)
    // A cron line may name a time that comes only once.
    if (at === undefined) delete plan.dueAt
    else {
      plan.dueAt = at
      queue.set(id, at)
    }
  }

  const wake = () => {
    cancelTimer?.()
    if (isStopped) return
    const next = queue.next()
    if (next === undefined) return
    cancelTimer = clock.after(Math.min(Math.max(0, next - clock.now()), LONGEST_SLEEP_MS), tick)
  }

  const tick = () => {
    const now = clock.now()
    // The clock was set back, so every time in the queue is too far ahead.
    if (now < lastTick - LONGEST_SLEEP_MS) for (const id of plans.keys()) schedule(id, now)
    lastTick = now
    for (const { id, at } of queue.take(now)) {
      if (busy.has(id)) figures.skipped++
      else {
        busy.add(id)
        waiting.push({ id, at })
      }
      // Counted from now, not from the missed time: after a sleep each check runs once instead of once per missed
      // time.
      schedule(id, now)
    }
    startWaiting()
    wake()
  }

  const mayStart = () => !isStopped && starting < mostStarting && running.size < most

  const startWaiting = () => {
    for (let next = mayStart() && waiting.shift(); next; next = mayStart() && waiting.shift()) {
      const { id, at } = next
      // It may have been removed from the plan while it waited.
      if (!plans.has(id)) busy.delete(id)
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
    const age = () => {
      if (isStarting) starting--
      isStarting = false
    }
    const cancelAging = clock.after(STARTING_MS, () => {
      age()
      startWaiting()
    })
    const controller = new AbortController()
    const promise = work(controller.signal)
    running.set(promise, controller)
    try {
      return await promise
    } finally {
      cancelAging()
      age()
      running.delete(promise)
      busy.delete(id)
      startWaiting()
    }
  }

  return {
    plan: (checks) => {
      const plannedIds = new Set(checks.map(({ id }) => id))
      for (const id of plans.keys())
        if (!plannedIds.has(id)) {
          plans.delete(id)
          queue.delete(id)
        }
      const now = clock.now()
      for (const { id, schedule: planned, isUrgent } of checks) {
        const known = plans.get(id)
        if (known && isSame(known, planned)) continue
        plans.set(id, { ...planned })
        queue.delete(id)
        if (isUrgent && planned.kind !== 'manual') firstRun(id, planned, now)
        else schedule(id, now)
      }
      wake()
    },
    nextRun: (id) => plans.get(id)?.dueAt,
    exclusively: (id, work) => {
      if (isStopped) return undefined
      const turn = waiting.findIndex((next) => next.id === id)
      if (turn >= 0) waiting.splice(turn, 1)
      else if (busy.has(id)) return undefined
      busy.add(id)
      return begin(id, work)
    },
    figures: () => ({ ...figures, planned: plans.size, running: running.size, waiting: waiting.length }),
    stop: async () => {
      isStopped = true
      cancelTimer?.()
      for (const controller of running.values()) controller.abort()
      await Promise.allSettled(running.keys())
    },
  }

  function firstRun(id: string, planned: Schedule, now: number) {
    const regular = nextDue(planned, id, now) ?? Infinity
    const soon = now + Math.floor(unitHash(`first ${id}`) * FIRST_RUN_WITHIN_MS)
    const plan = plans.get(id)
    if (plan) plan.dueAt = Math.min(soon, regular)
    queue.set(id, Math.min(soon, regular))
  }
}

function isSame(a: Schedule, b: Schedule): boolean {
  if (a.kind === 'every') return b.kind === 'every' && a.everyMs === b.everyMs
  if (a.kind === 'cron') return b.kind === 'cron' && a.text === b.text
  return b.kind === 'manual'
}
