import { topology } from '@/api/topology/topology'
import { componentPage, dashboardPage } from '@/shared/pages/topology'
import { resolveRange } from '@/lib/time/resolve'
import { resolveZone } from '@/lib/time/zones'
import { type Effects, CommandError, type Outcome, type Target } from '../command'
import { prefs } from '../stores/preference-store'
import { parseTypedRange } from '../time/time.commands'

type ComponentArg = { component: readonly Target<'component'>[] }

/** Opens the parent of a component, or the first parent by relationship. */
export async function openParentComponent({ component: [one] }: ComponentArg, effects: Effects): Promise<void> {
  if (!one) return
  const found = await effects.fetch(topology.byId(one.id))
  const parent = found?.parent_id ?? found?.parents?.[0]
  effects.navigate(parent ? componentPage.at(parent) : dashboardPage.path)
}

/**
 * Downloads a component and its context.
 * @throws {CommandError} if the range does not start in the past
 */
export async function downloadSnapshot(
  { component: [one], range, related }: ComponentArg & { range: string; related: string | undefined },
  effects: Effects
): Promise<Outcome | void> {
  if (!one) return undefined
  const { startsAgo, endsAgo } = toAgeRange(range)
  const file = await effects.mutate(topology.snapshot(), {
    id: one.id,
    startsAgo,
    endsAgo,
    isRelated: related === 'true',
  })
  effects.save(`${one.label.replaceAll(/[^\w.-]+/g, '-') || 'component'}-snapshot.zip`, file)
  return { message: `Downloaded a snapshot of ${one.label}.` }
}

/** Ages are supported by all backends, and only the backend's own clock interprets them. */
function toAgeRange(written: string) {
  const now = new Date()
  const range = parseTypedRange(written)
  const timeZone = resolveZone(prefs.get().display_timezone_preference)
  const span = range && resolveRange(range, { now, timeZone, log: () => undefined })
  if (!span) throw wrongRange('Choose a time range')
  const ageOf = (at: Date) => Math.max(0, Math.round((now.getTime() - at.getTime()) / 1000))
  const startsAgo = ageOf(span.from)
  if (startsAgo === 0) throw wrongRange('Choose a time range that starts in the past')
  return { startsAgo, endsAgo: span.to ? ageOf(span.to) : 0 }
}

const wrongRange = (message: string) => new CommandError(`${message}.`, { fields: { range: message } })
