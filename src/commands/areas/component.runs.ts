import { topology } from '../../api/topology'
import { paths } from '../../lib/paths'
import { resolveRange } from '../../lib/time/resolve'
import { zoneOf } from '../../lib/time/zones'
import { type Effects, CommandError, type Outcome, type Target } from '../command'
import { prefs } from '../stores/preference-store'
import { readRange } from './time'

type One = { component: readonly Target<'component'>[] }

/** Opens what a component stands below: its own parent, else the first that it stands below by a relationship. */
export async function goUp({ component: [one] }: One, effects: Effects): Promise<void> {
  if (!one) return
  const found = await effects.fetch(topology.byId(one.id))
  const parent = found?.parent_id ?? found?.parents?.[0]
  effects.navigate(parent ? paths.component(parent) : paths.topology)
}

/**
 * Has the browser keep a component and what is known around it.
 * @throws {CommandError} where the range is no time before now
 */
export async function snapshot(
  { component: [one], range, related }: One & { range: string; related: string | undefined },
  effects: Effects
): Promise<Outcome | void> {
  if (!one) return undefined
  const { startsAgo, endsAgo } = agesOf(range)
  const file = await effects.mutate(topology.snapshot(), {
    id: one.id,
    startsAgo,
    endsAgo,
    isRelated: related === 'true',
  })
  effects.save(`${one.label.replaceAll(/[^\w.-]+/g, '-') || 'component'}-snapshot.zip`, file)
  return { message: `Downloaded a snapshot of ${one.label}.` }
}

/** Ages are what every backend reads, and no clock but its own decides what they mean. */
function agesOf(written: string) {
  const now = new Date()
  const range = readRange(written)
  const timeZone = zoneOf(prefs.get().display_timezone_preference)
  const span = range && resolveRange(range, { now, timeZone, log: () => undefined })
  if (!span) throw wrongRange('Choose a time range')
  const ageOf = (at: Date) => Math.max(0, Math.round((now.getTime() - at.getTime()) / 1000))
  const startsAgo = ageOf(span.from)
  if (startsAgo === 0) throw wrongRange('Choose a time range that begins before now')
  return { startsAgo, endsAgo: span.to ? ageOf(span.to) : 0 }
}

const wrongRange = (message: string) => new CommandError(`${message}.`, { fields: { range: message } })
