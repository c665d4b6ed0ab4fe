import { type SilencedResource, silences } from '@/api/notifications/silences'
import { parseSilence, describeSilence } from '@/lib/notifications/silence'
import { callTo } from '../call-to'
import { partialOutcome, runForEach } from '../bulk'
import type { Effects, Outcome, Target } from '../command'
import { formatTargetNames } from '../target-names'

type SilenceArgs = { things: readonly Target<SilencedResource['kind']>[]; until: string; reason: string | undefined }

/** Silences each target from now on. */
export async function createSilences({ things, until, reason = '' }: SilenceArgs, effects: Effects): Promise<Outcome> {
  const now = Date.now()
  const ms = parseSilence(until)
  const period = {
    from: new Date(now).toISOString(),
    until: typeof ms === 'number' ? new Date(now + ms).toISOString() : null,
  }
  const bulk = await runForEach(things, effects, async (thing) => {
    const name = silenceName(thing, now)
    await effects.mutate(silences.create(), { name, of: thing, ...period, description: reason })
    return name
  })
  const [failure] = bulk.failed
  if (failure && bulk.done.length === 0) throw failure.error
  const done = bulk.done.map(({ item }) => item)
  const names = bulk.done.map(({ value }) => value)
  const undo = async (): Promise<Outcome> => {
    let count = 0
    for (const name of names) if (await effects.mutate(silences.remove(), name)) count++
    return count > 0
      ? { message: `Notifications about ${formatTargetNames(done)} are sent again.` }
      : { message: `The silence of ${formatTargetNames(done)} had already ended.` }
  }
  if (failure) {
    const retry = (failed: SilenceArgs['things']) => callTo('silence.create', { until, things: failed })
    return { ...partialOutcome(bulk, `Silenced ${done.length} of ${things.length}.`, 'Not silenced', retry), undo }
  }
  return { message: `Silenced ${formatTargetNames(done)} ${describeSilence(until)}.`, undo }
}

/** The protocol does not return the id of a silence, so its name must be unique. */
const silenceName = ({ label, id }: Target, now: number): string => {
  const slug = label
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
  return `${slug || 'silence'}-${now.toString(36)}-${id.slice(-4)}${Math.random().toString(36).slice(2, 6)}`
}
