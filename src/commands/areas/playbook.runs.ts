import { playbookById } from '../../api/playbook'
import { playbooks } from '../../api/playbooks'
import { paths } from '../../lib/paths'
import { announcedRuns } from '../../lib/announced-runs'
import { type Effects, CommandError, type Outcome, type Target } from '../command'
import { offerToOpen } from './navigation'
import { NO_RESOURCE, type PlaybookKind } from './playbook'
import { followRun, nameOfRun, outcomeOf } from './playbook-follow'

type Params = Readonly<Record<string, string>>
type Given = {
  /** Empty: for nothing in particular. */
  target: readonly Target<PlaybookKind>[] | undefined
  playbook: string
  params: Readonly<Record<string, string | null>>
  secrets: Params | undefined
}

/** Queues a run, and follows it for up to a minute. */
export async function run({ target, playbook: id, params, secrets }: Given, effects: Effects): Promise<Outcome> {
  // What is under the cursor may be of a kind that no playbook is run for.
  if (!target) throw new CommandError(NO_RESOURCE)
  const [one] = target
  // Whoever may not read what it is called may run it all the same.
  const found = await effects.fetch({ ...playbookById(id), staleTime: 60_000 }).catch(() => null)
  const runId = await effects.mutate(playbooks.run(), {
    id,
    resource: one,
    params: { ...withoutNull(params), ...secrets },
  })
  const name = nameOfRun(found?.title ?? 'Playbook', one?.label)
  const next = offerToOpen('Open run', 'run', runId)
  // The same playbook with the same parameters, for the next thing.
  const again = {}
  const look = () => effects.fetch(playbooks.state(runId))
  const first = await look().catch(() => null)
  // The queue goes on where one is: whoever decides one thing after the other is not led away.
  if (!effects.here().startsWith(paths.triage)) effects.navigate(paths.run(runId))
  const waiting = first?.status === 'pending_approval' ? outcomeOf(name, first) : undefined
  if (waiting) return { ...waiting, next, repeatArgs: again }
  announcedRuns.add(runId)
  const later = async () => {
    const outcome = await followRun(name, { look, wait })
    if (!outcome) announcedRuns.delete(runId)
    return outcome && { ...outcome, next }
  }
  return { message: `Started ${name}.`, next, repeatArgs: again, followUp: later }
}

const withoutNull = (params: Given['params']): Params =>
  Object.fromEntries(Object.entries(params).flatMap(([name, value]) => (value === null ? [] : [[name, value]])))

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/** Approves a run, and says whether others have to, too. */
export async function approve(
  { run: [one] }: { run: readonly Target<'run'>[] },
  effects: Effects
): Promise<Outcome | void> {
  if (!one) return undefined
  const before = await effects.fetch(playbooks.state(one.id))
  if (before && before.status !== 'pending_approval') return { message: `${one.label} waits for no approval any more.` }
  await effects.mutate(playbooks.approve(), one.id)
  // It is approved, whatever comes of the question.
  const after = await effects.fetch(playbooks.state(one.id)).catch(() => null)
  const isWaiting = after?.status === 'pending_approval'
  return { message: `Approved ${one.label}.${isWaiting ? ' Others have to approve it, too.' : ''}` }
}
