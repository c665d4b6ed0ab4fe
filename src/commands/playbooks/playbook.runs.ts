import { playbookById } from '@/api/playbooks/playbook'
import { playbooks } from '@/api/playbooks/playbooks'
import { runPage } from '@/shared/pages/playbooks'
import { triagePage } from '@/shared/pages/triage'
import { announcedRuns } from '@/lib/playbooks/announced-runs'
import { type Effects, CommandError, type Outcome, type Target } from '../command'
import { openCalls } from '../shell/navigation.commands'
import { NO_RESOURCE, type PlaybookKind } from './playbook.commands'
import { pollRun, formatRunName, runOutcome } from './playbook-polling'

type Params = Readonly<Record<string, string>>
type RunArgs = {
  /** Empty: the playbook runs without a target. */
  target: readonly Target<PlaybookKind>[] | undefined
  playbook: string
  params: Readonly<Record<string, string | null>>
  secrets: Params | undefined
}

/** Queues a run and follows it for up to a minute. */
export async function runPlaybook(
  { target, playbook: id, params, secrets }: RunArgs,
  effects: Effects
): Promise<Outcome> {
  // No playbook runs for the kind of the target under the cursor.
  if (!target) throw new CommandError(NO_RESOURCE)
  const [one] = target
  // Users without read access to the playbook may still run it.
  const found = await effects.fetch({ ...playbookById(id), staleTime: 60_000 }).catch(() => null)
  const runId = await effects.mutate(playbooks.run(), {
    id,
    resource: one,
    params: { ...withoutNull(params), ...secrets },
  })
  const name = formatRunName(found?.title ?? 'Playbook', one?.label)
  const next = openCalls('Open run', 'run', runId)
  // A repeat runs the same playbook with the same parameters for the next target.
  const again = {}
  const look = () => effects.fetch(playbooks.state(runId))
  const first = await look().catch(() => null)
  // The triage page stays open, so that the user can continue with the queue.
  if (!effects.here().startsWith(triagePage.path)) effects.navigate(runPage.at(runId))
  const waiting = first?.status === 'pending_approval' ? runOutcome(name, first) : undefined
  if (waiting) return { ...waiting, next, repeatArgs: again }
  announcedRuns.add(runId)
  const later = async () => {
    const outcome = await pollRun(name, { look, wait })
    if (!outcome) announcedRuns.delete(runId)
    return outcome && { ...outcome, next }
  }
  return { message: `Started ${name}.`, next, repeatArgs: again, followUp: later }
}

const withoutNull = (params: RunArgs['params']): Params =>
  Object.fromEntries(Object.entries(params).flatMap(([name, value]) => (value === null ? [] : [[name, value]])))

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/** Approves a run, and reports whether more approvals are required. */
export async function approveRun(
  { run: [one] }: { run: readonly Target<'run'>[] },
  effects: Effects
): Promise<Outcome | void> {
  if (!one) return undefined
  const before = await effects.fetch(playbooks.state(one.id))
  if (before && before.status !== 'pending_approval') return { message: `${one.label} is no longer awaiting approval.` }
  await effects.mutate(playbooks.approve(), one.id)
  // The run is approved, even if this request fails.
  const after = await effects.fetch(playbooks.state(one.id)).catch(() => null)
  const isWaiting = after?.status === 'pending_approval'
  return { message: `Approved ${one.label}.${isWaiting ? ' More approvals are required.' : ''}` }
}
