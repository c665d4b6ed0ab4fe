import type { Clock } from './clock'
import { createDueQueue } from './due-queue'
import { nextDue, type Schedule, unitHash } from '../platform/jobs/schedule'

export type PlannedCheck = {
  id: string
  schedule: Schedule
  /** The first run under this plan comes within seconds, not at the end of a long period. */
  isUrgent: boolean
}

/** The next time of every planned check. */
type Timetable = {
  /** Replaces the plan. A check whose plan is unchanged keeps its time. */
  plan(checks: readonly PlannedCheck[]): void
  has(id: string): boolean
  /** When the check is due next, in epoch milliseconds; undefined when it is never due. */
  dueAt(id: string): number | undefined
  /** The earliest time of all checks. */
  next(): number | undefined
  /** Returns the checks that are due, the earliest first, and plans their next times. */
  takeDue(now: number): readonly { id: string; at: number }[]
  /** Plans all times again, because the clock was set back. */
  replan(now: number): void
  readonly size: number
}

/** A first run comes within this time, so that a new check shows a result soon but a thousand do not start at once. */
const FIRST_RUN_WITHIN_MS = 5000

export function createTimetable(clock: Clock): Timetable {
  const queue = createDueQueue()
  const plans = new Map<string, Schedule & { dueAt?: number }>()

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

  const scheduleFirst = (id: string, plan: Schedule & { dueAt?: number }, now: number) => {
    const regular = nextDue(plan, id, now) ?? Infinity
    const soon = now + Math.floor(unitHash(`first ${id}`) * FIRST_RUN_WITHIN_MS)
    plan.dueAt = Math.min(soon, regular)
    queue.set(id, plan.dueAt)
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
        const plan = { ...planned }
        plans.set(id, plan)
        queue.delete(id)
        if (isUrgent && planned.kind !== 'manual') scheduleFirst(id, plan, now)
        else schedule(id, now)
      }
    },
    has: (id) => plans.has(id),
    dueAt: (id) => plans.get(id)?.dueAt,
    next: () => queue.next(),
    takeDue: (now) => {
      const due = queue.take(now)
      // Counted from now, not from the missed time: after a sleep each check runs once instead of once per missed
      // time.
      for (const { id } of due) schedule(id, now)
      return due
    },
    replan: (now) => {
      for (const id of plans.keys()) schedule(id, now)
    },
    get size() {
      return plans.size
    },
  }
}

function isSame(a: Schedule, b: Schedule): boolean {
  if (a.kind === 'every') return b.kind === 'every' && a.everyMs === b.everyMs
  if (a.kind === 'cron') return b.kind === 'cron' && a.text === b.text
  return b.kind === 'manual'
}
