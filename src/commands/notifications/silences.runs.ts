import { type SilencedResource, silences, silenceTable } from '@/api/notifications/silences'
import { describeSilence, extendedEnd, parseSilence, RECOVERY, uniqueName } from '@/lib/notifications/silence'
import { callTo } from '../call-to'
import { formatNames } from '@/shared/format'
import { formatClock } from '@/lib/format-date'
import { resolveZone } from '@/lib/time/zones'
import { prefs } from '../stores/preference-store'
import { partialOutcome, runForEach } from '../bulk'
import { CommandError, type Effects, type NextCall, type Outcome, type Target } from '../command'
import { formatTargetNames } from '../target-names'

type SilenceArgs = { things: readonly Target<SilencedResource['kind']>[]; until: string; reason: string | undefined }

/** Silences each target from now on. */
export async function createSilences({ things, until, reason = '' }: SilenceArgs, effects: Effects): Promise<Outcome> {
  const now = Date.now()
  const ms = parseSilence(until)
  const period = {
    from: new Date(now).toISOString(),
    until: typeof ms === 'number' ? new Date(now + ms).toISOString() : null,
    ...(until === RECOVERY ? { until_recovery: true as const } : {}),
  }
  const bulk = await runForEach(things, effects, async (thing) => {
    const name = uniqueName(thing.label)
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
  const end = period.until === null ? '' : `, until ${clockOf(period.until)}`
  const [name, another] = names
  const next = reason === '' && name !== undefined && another === undefined ? await offerReason(name, effects) : []
  return { message: `Silenced ${formatTargetNames(done)} ${describeSilence(until)}${end}.`, undo, next }
}

/** The form of a new silence, for its reason. The silence exists, so a failure here only omits the offer. */
async function offerReason(name: string, effects: Effects): Promise<NextCall[]> {
  const id = await effects.fetch(silences.idByName(name)).catch(() => null)
  if (id === null) return []
  const call = callTo('resource.edit', { resource: [{ kind: 'silence', id, label: name }] })
  return [{ title: 'Add a reason', call }]
}

/** The time of day in the user's zone, with the date if it is not today. */
const clockOf = (at: string): string =>
  formatClock(new Date(at), { now: new Date(), timeZone: resolveZone(prefs.get().display_timezone_preference) })

const namesOf = (list: readonly Target[]) => formatNames(list.map(({ label }) => label))

const retryEnd = (failed: readonly Target<'silence'>[]) => callTo('silence.end', { silences: failed })

/** Ends silences now by marking them as deleted. */
export async function endSilences(
  { silences: list }: { silences: readonly Target<'silence'>[] },
  effects: Effects
): Promise<Outcome> {
  const bulk = await runForEach(list, effects, ({ id }) => effects.mutate(silenceTable.remove(), id))
  const [failure] = bulk.failed
  if (failure && bulk.done.length === 0) throw failure.error
  const ended = bulk.done.map(({ item }) => item)
  const undo = async (): Promise<Outcome> => {
    for (const { id } of ended) await effects.mutate(silenceTable.restore(), id)
    return { message: `Restored ${namesOf(ended)}.` }
  }
  const message = `Ended ${namesOf(ended)}. Notifications are sent again.`
  if (!failure) return { message, undo }
  return { ...partialOutcome(bulk, `Ended ${ended.length} of ${list.length}.`, 'Not ended', retryEnd), undo }
}

type ExtendArgs = { silences: readonly Target<'silence'>[]; by: string }

/** Adds a duration to what is left of silences. */
export async function extendSilences({ silences: list, by }: ExtendArgs, effects: Effects): Promise<Outcome> {
  const ms = parseSilence(by)
  const rows = await effects.fetch({ ...silenceTable.list(), staleTime: 0 })
  const change = (id: string, until: string | null) => effects.mutate(silenceTable.update(), { id, values: { until } })
  const bulk = await runForEach(list, effects, async ({ id, label }) => {
    const row = rows.find((one) => one.id === id)
    if (!row) throw new CommandError(`${label} no longer exists: another user ended it.`)
    if (!row.until) throw new CommandError(`${label} has no end.`)
    const until = typeof ms === 'number' ? extendedEnd(row.until, ms, Date.now()) : null
    await change(id, until)
    return { before: row.until, until }
  })
  const [failure] = bulk.failed
  if (failure && bulk.done.length === 0) throw failure.error
  const undo = async (): Promise<Outcome> => {
    for (const { item, value } of bulk.done) await change(item.id, value.before)
    return { message: `${namesOf(bulk.done.map(({ item }) => item))} ends as before.` }
  }
  const told = bulk.done.map(
    ({ item, value }) => `${item.label} ${value.until ? `until ${clockOf(value.until)}` : 'indefinitely'}`
  )
  const message = `Extended ${formatNames(told)}.`
  if (!failure) return { message, undo }
  const retry = (failed: ExtendArgs['silences']) => callTo('silence.extend', { silences: failed, by })
  return { ...partialOutcome(bulk, message, 'Not extended', retry), undo }
}
