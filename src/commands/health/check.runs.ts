import { checkDetails } from '@/api/health/check-detail'
import { runMessage } from '@/api/health/checks'
import { runCheck, type RunResult } from '@/api/health/run-check'
import { asSentence, formatCount } from '@/shared/format'
import { readOrigin } from '@/lib/settings/origin'
import { hasPage } from '@/shared/routing/registry'
import { callTo } from '../call-to'
import { partialOutcome, runForEach } from '../bulk'
import type { Effects, Outcome, Target } from '../command'
import { formatTargetNames } from '../target-names'

/** Opens the page where a check is edited. */
export async function openCheckEditor(
  { check: [one] }: { check: readonly Target[] },
  effects: Effects
): Promise<Outcome | void> {
  if (!one) return undefined
  const [check] = await effects.fetch(checkDetails.byId(one.id))
  const origin = check && readOrigin(check)
  if (!origin) return { message: `${one.label} no longer exists.`, isFailure: true }
  if (origin.path !== undefined && hasPage(origin.path)) return effects.navigate(origin.path)
  return { message: `${one.label} comes from ${origin.name}. Change it there.` }
}

/**
 * Runs checks now. A single check that cannot run is an error; in a bulk run, the message names the checks that could
 * not run.
 */
export async function runChecks(
  { checks: list }: { checks: readonly Target<'check'>[] },
  effects: Effects
): Promise<Outcome> {
  const bulk = await runForEach(list, effects, ({ id }) => effects.mutate(runCheck(), id))
  const [only] = bulk.done
  if (list.length === 1 && bulk.failed[0]) throw bulk.failed[0].error
  if (list.length === 1 && only) return singleRunOutcome(only.item, only.value)
  if (bulk.failed.length === 0) return bulkRunOutcome(bulk.done)
  return partialOutcome(bulk, `Ran ${bulk.done.length} of ${list.length} checks.`, 'Not run', (failed) =>
    callTo('check.run', { checks: failed })
  )
}

/** A failing check is a bad result, not an error: the run itself succeeded. */
function singleRunOutcome({ label }: Target, result: RunResult | undefined): Outcome {
  if (!result) return { message: `Ran ${label}.` }
  if (result.pass) return { message: `Ran ${label}: healthy.` }
  const words = runMessage(result)
  if (result.invalid)
    return { message: asSentence(`Could not run ${label}${words ? `: ${words}` : ''}`), isFailure: true }
  return { message: `Ran ${label}: unhealthy${words ? ` (${words})` : ''}.`, isFailure: true }
}

function bulkRunOutcome(runs: readonly { item: Target; value: RunResult | undefined }[]): Outcome {
  const ran = `Ran ${formatCount(runs.length, 'check')}`
  // A check that could not run is unknown, not failing.
  const failing = runs.filter(({ value }) => value && !value.pass && !value.invalid).map(({ item }) => item)
  const unknown = runs.filter(({ value }) => value?.invalid && !value.pass).map(({ item }) => item)
  const parts = [
    ...(failing.length > 0 ? [`${failing.length} failing (${formatTargetNames(failing)})`] : []),
    ...(unknown.length > 0 ? [`${unknown.length} unknown (${formatTargetNames(unknown)})`] : []),
  ]
  return parts.length === 0 ? { message: `${ran}.` } : { message: `${ran}: ${parts.join(', ')}.`, isFailure: true }
}
