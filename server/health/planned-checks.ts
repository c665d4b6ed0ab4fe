import type { Db } from '../data/db/db'
import { inChunks } from '../platform/jobs/in-chunks'
import { parseSchedule, type Schedule, ScheduleError } from '../platform/jobs/schedule'
import type { CheckerTools } from './checkers/checker'
import { findNotRunReason, type RunnableCheck } from './execute'
import type { CheckOutcome } from './outcome'
import {
  type CanaryFingerprint,
  type CanaryVersions,
  type LocalCheck,
  readFingerprint,
  readLocalChecks,
  readTransformedCheckIds,
  syncChecks,
} from './sync'
import type { PlannedCheck } from './timetable'

type CheckPlan = {
  schedule: Schedule
  /** The check is not run; on this schedule it only records the reason. */
  isReminder: boolean
  /** The outcome of every scheduled run, without a request to the target. */
  problem?: CheckOutcome
}

type PlannedChecksDeps = {
  db: Db
  tools: CheckerTools
  /** Called with the ids of all checks, including transformed ones, when they have changed. */
  onChecks(ids: readonly string[]): void
  /** Called with the new plan of all checks, and the errors by canary. */
  onPlan(checks: readonly PlannedCheck[], errors: ReadonlyMap<string, string>): void
}

type PlannedChecks = {
  find(id: string): { check: LocalCheck; plan: CheckPlan | undefined } | undefined
  /** Whether the check is not run: it only records the reason from time to time. */
  isReminder(id: string): boolean
  /** Reads the canaries, and plans their checks again when they have changed. */
  sync(signal: AbortSignal): Promise<void>
  /** Makes the next `sync` read everything. */
  forget(): void
}

/** The checks of the canaries in the database with their plans. */
export function createPlannedChecks({ db, tools, onChecks, onPlan }: PlannedChecksDeps): PlannedChecks {
  let checks = new Map<string, LocalCheck>()
  let plans = new Map<string, CheckPlan>()
  let versions: CanaryVersions = new Map()
  let seen: CanaryFingerprint | undefined

  const reportChecks = async () => onChecks([...checks.keys(), ...(await readTransformedCheckIds(db))])

  return {
    find: (id) => {
      const check = checks.get(id)
      return check && { check, plan: plans.get(id) }
    },
    isReminder: (id) => plans.get(id)?.isReminder ?? false,
    sync: async (signal) => {
      const current = await readFingerprint(db)
      if (current.declared === seen?.declared) {
        if (current.transformed !== seen.transformed) await reportChecks()
        seen = current
        return
      }
      const synced = await syncChecks(db, versions, signal)
      const found = await readLocalChecks(db, signal)
      versions = synced.versions
      checks = new Map(found.map((check) => [check.id, check]))
      const planned = await planChecks(found, tools, signal)
      plans = new Map(planned.map((one) => [one.id, one]))
      await reportChecks()
      onPlan(planned, synced.errors)
      seen = current
    },
    forget: () => {
      versions = new Map()
      seen = undefined
    },
  }
}

async function planChecks(
  checks: LocalCheck[],
  tools: CheckerTools,
  signal: AbortSignal
): Promise<readonly (PlannedCheck & CheckPlan)[]> {
  const planOf = createPlanner(tools)
  const planned: (PlannedCheck & CheckPlan)[] = []
  await inChunks(
    checks,
    async (some) => {
      for (const check of some) {
        const plan = planOf(check)
        // A new check should show a result soon, and a check that is no longer run must not keep its old status.
        planned.push({ id: check.id, isUrgent: !check.hasRun || plan.isReminder, ...plan })
      }
    },
    { signal }
  )
  signal.throwIfAborted()
  return planned
}

const reminder: Schedule = { kind: 'every', everyMs: 3_600_000 }

/**
 * Plans checks. A check that this backend does not run records the reason once an hour, so that its history explains
 * itself. A check with an invalid schedule fails as often, because a user must correct it. Checks with the same
 * schedule share its parsed form.
 */
export function createPlanner(
  tools: CheckerTools
): (check: RunnableCheck & { schedule: unknown; interval: unknown }) => CheckPlan {
  const plans = new Map<string, CheckPlan>()
  return (check) => {
    const reason = findNotRunReason(check, tools)
    if (reason !== undefined)
      return { schedule: reminder, isReminder: true, problem: { kind: 'notRun', message: reason } }
    const written = JSON.stringify([check.schedule, check.interval])
    const plan = plans.get(written) ?? planBy(check)
    plans.set(written, plan)
    return plan
  }
}

function planBy(check: { schedule: unknown; interval: unknown }): CheckPlan {
  try {
    return { schedule: parseSchedule(check), isReminder: false }
  } catch (error) {
    if (!(error instanceof ScheduleError)) throw error
    return { schedule: reminder, isReminder: true, problem: { kind: 'invalid', error: `${error.message}.` } }
  }
}
