import type { CheckerTools } from './checkers/checker'
import { findNotRunReason, type RunnableCheck } from './execute'
import type { CheckOutcome } from './outcome'
import { parseSchedule, type Schedule, ScheduleError } from '../platform/jobs/schedule'

export type CheckPlan = {
  schedule: Schedule
  /** The check is not run; on this schedule it only records the reason. */
  isReminder: boolean
  /** The outcome of every scheduled run, without a request to the target. */
  problem?: CheckOutcome
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
