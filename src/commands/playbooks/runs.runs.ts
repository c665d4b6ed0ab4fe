import { artifactFile, cancelRun, runById } from '@/api/playbooks/run'
import { runList, runSubject } from '@/api/playbooks/run-list'
import { runPage } from '@/shared/pages/playbooks'
import { callTo } from '../call-to'
import { bulkOutcome } from '../bulk-outcome'
import { runForEach } from '../bulk'
import { formatCall } from '../call'
import type { Effects, Outcome, Target } from '../command'
import { findCommand } from '../registry'
import './playbook.commands'
import type { PlaybookKind } from './playbook.commands'

type OneRun = { run: readonly Target<'run'>[] }

/** Opens the newest run, optionally only of one target. */
export async function openLastRun(
  { of }: { of?: readonly Target<PlaybookKind>[] | undefined },
  effects: Effects
): Promise<Outcome | void> {
  const resource = of?.[0]
  const found = await effects.fetch(runList.latest({ of: resource }))
  if (!found)
    return { message: resource ? `No playbook has been run for ${resource.label}.` : 'No playbook has been run.' }
  effects.navigate(runPage.at(found.id))
}

/** Opens the newest failed run, or the newest one before a given run. */
export async function openFailedRun(
  { run }: { run?: readonly Target<'run'>[] | undefined },
  effects: Effects
): Promise<Outcome | void> {
  const from = run?.[0] && (await effects.fetch(runById(run[0].id)))
  const found = await effects.fetch(runList.latest({ isFailed: true, ...(from && { before: from.created_at }) }))
  if (!found) return { message: from ? 'No earlier run has failed.' : 'No run has failed.' }
  effects.navigate(runPage.at(found.id))
}

/** The values of secret parameters are not stored with a run. */
const isSecret = ({
  type,
  properties,
}: {
  type?: unknown
  properties?: Readonly<Record<string, unknown>> | null | undefined
}) => type === 'secret' || properties?.['format'] === 'password'

/** Opens the form of the run's playbook, with the same target and parameters. */
export async function openRunAgain({ run: [one] }: OneRun, effects: Effects): Promise<Outcome | void> {
  if (!one) return undefined
  const run = await requireRun(one, effects)
  const subject = runSubject(run)
  const wasForSomething = run.config_id || run.component_id || run.check_id
  if (!subject && wasForSomething) return { message: `The target of ${one.label} no longer exists.`, isFailure: true }
  const secret = new Set((run.spec.parameters ?? []).filter(isSecret).map(({ name }) => name))
  const params = Object.fromEntries(
    Object.entries(run.parameters ?? {}).map(([name, value]) => [name, secret.has(name) ? null : parameterText(value)])
  )
  const args = { target: subject ? [subject] : [], playbook: run.playbook_id, params }
  const [path, search] = effects.here().split('?')
  const query = new URLSearchParams(search)
  query.set('do', formatCall({ id: 'playbook.run', args }, findCommand))
  effects.navigate(`${path}?${query}`)
}

const parameterText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Cancels runs. Runs that have ended in the meantime stay unchanged. */
export async function cancelRuns(
  { runs: list }: { runs: readonly Target<'run'>[] },
  effects: Effects
): Promise<Outcome> {
  const bulk = await runForEach(list, effects, (one) => effects.mutate(cancelRun(), one.id))
  return bulkOutcome(bulk, list, (names) => `Cancelled ${names}.`, {
    notDone: 'Not cancelled',
    retry: (failed) => callTo('run.cancel', { runs: failed }),
  })
}

export async function copyRunParameters({ run: [one] }: OneRun, effects: Effects): Promise<Outcome | void> {
  if (!one) return undefined
  const { parameters } = await requireRun(one, effects)
  if (!parameters || Object.keys(parameters).length === 0) return { message: `${one.label} has no parameters.` }
  await effects.copy(JSON.stringify(parameters, null, 2))
  return { message: `Copied the parameters of ${one.label}.` }
}

/** Downloads an artifact under its name. */
export async function downloadArtifact(
  { artifact: [one] }: { artifact: readonly Target<'artifact'>[] },
  effects: Effects
): Promise<Outcome | void> {
  if (!one) return undefined
  const file = await effects.fetch(artifactFile(one.id))
  if (!file)
    return { message: `${one.label} is not available. It has expired, or is stored on an agent.`, isFailure: true }
  effects.save(one.label, file)
  return { message: `Saved ${one.label}.` }
}

/** @throws {Error} if the run no longer exists */
async function requireRun(one: Target<'run'>, effects: Effects) {
  const found = await effects.fetch({ ...runById(one.id), staleTime: 0 })
  if (!found) throw new Error('This run no longer exists.')
  return found
}
