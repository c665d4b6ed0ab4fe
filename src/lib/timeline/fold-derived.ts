/** The members of an event that decide what it follows from. Times are milliseconds since 1970. */
type Foldable = {
  id: string
  is: string
  at: number
  /** Time of the first occurrence, if the event occurred several times. */
  first?: number | undefined
  isDerived?: boolean | undefined
  on: { id: string }
}

/** Kubernetes reacts to a change within minutes: pods are scheduled, images are pulled, probes fail. */
const SOON_MS = 15 * 60_000
/** A scraper may record a change later than the events that it caused. */
const LATE_MS = 60_000

/**
 * The change that caused each derived event: the nearest in time that a person or a pipeline made to the same config
 * item, or to one that contains it.
 * @param ancestorsOf returns the ids of the config items that contain an item
 * @returns ids of changes by the ids of derived events; events without a cause are left out
 */
export function findCauses(
  events: readonly Foldable[],
  ancestorsOf: (item: string) => readonly string[]
): ReadonlyMap<string, string> {
  const changes = new Map<string, Foldable[]>()
  for (const event of events) {
    if (event.is !== 'change' || event.isDerived) continue
    const known = changes.get(event.on.id)
    if (known) known.push(event)
    else changes.set(event.on.id, [event])
  }
  const causes = new Map<string, string>()
  for (const event of events) {
    if (event.is !== 'change' || !event.isDerived) continue
    const began = event.first ?? event.at
    const [nearest] = [event.on.id, ...ancestorsOf(event.on.id)]
      .flatMap((item) => changes.get(item) ?? [])
      .filter(({ at }) => at - began <= LATE_MS && began - at <= SOON_MS)
      .toSorted((a, b) => Math.abs(began - a.at) - Math.abs(began - b.at))
    if (nearest) causes.set(event.id, nearest.id)
  }
  return causes
}

/**
 * Events with the derived ones beneath their cause, in the given order. A derived event whose cause is not among the
 * events stays at the top.
 */
export function foldDerived<E extends { id: string; causedBy?: string | undefined }>(
  events: readonly E[]
): (E & { derived: readonly E[] })[] {
  const ids = new Set(events.map(({ id }) => id))
  const below = new Map<string, E[]>()
  const isFolded = ({ causedBy }: E) => causedBy !== undefined && ids.has(causedBy)
  for (const event of events) {
    if (event.causedBy === undefined || !isFolded(event)) continue
    const known = below.get(event.causedBy)
    if (known) known.push(event)
    else below.set(event.causedBy, [event])
  }
  return events.filter((event) => !isFolded(event)).map((event) => ({ ...event, derived: below.get(event.id) ?? [] }))
}
