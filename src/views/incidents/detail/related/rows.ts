import type { Incident } from '../../../../api/incident'
import { type OtherIncident, thingsOf } from '../../../../api/similar-incidents'
import { type Surroundings, type Timeline, type TimelineEvent, usualKey } from '../../../../api/timeline'
import type { Target } from '../../../../commands/command'
import { rankCauses } from '../../../../lib/causes'
import { formatAge, formatCount } from '../../../../lib/format'
import { overAt } from '../../../../lib/incidents'
import { type Comparable, rankIncidents } from '../../../../lib/similar'

type Common = {
  id: string
  /** Its place among those of its kind, from 1; undefined for what happened too late to be a cause. */
  rank: number | undefined
  reasons: readonly string[]
}
/** Something that may have to do with an incident. */
export type Related =
  | (Common & { is: 'incident'; incident: OtherIncident })
  | (Common & { is: 'change' | 'check'; event: TimelineEvent; isAttached: boolean })

const HOUR_MS = 60 * 60_000
/** How long before it was opened what may have caused it is looked for. */
export const BEFORE_HOURS = 24
/** Of incidents that last, what happens later has to do with something else. */
const LONGEST_MS = 7 * 24 * HOUR_MS

/** The time that an incident is about. Milliseconds since 1970. */
export function timeOf(incident: Incident, now: number) {
  const from = Date.parse(incident.created_at)
  const end = overAt(incident)
  return { from: from - BEFORE_HOURS * HOUR_MS, to: Math.min(end ? Date.parse(end) : now, from + LONGEST_MS) + 1 }
}

const comparable = (one: OtherIncident | Incident): Comparable => {
  const end = overAt(one)
  return {
    id: one.id,
    title: one.title,
    type: one.type,
    things: thingsOf(one),
    from: Date.parse(one.created_at),
    to: end ? Date.parse(end) : undefined,
  }
}

/** Incidents that may have to do with one, the likeliest first. */
export function similarTo(
  incident: Incident,
  others: readonly OtherIncident[],
  { things }: Surroundings
): Extract<Related, { is: 'incident' }>[] {
  const steps = new Map(things.map((one) => [one.id, one.steps]))
  const known = new Map(others.map((one) => [one.id, one]))
  const ranked = rankIncidents(
    comparable(incident),
    others.filter(({ id }) => id !== incident.id).map(comparable),
    ({ id }) => steps.get(id)
  )
  return ranked.flatMap(({ incident: { id }, reasons }, at) => {
    const other = known.get(id)
    return other ? [{ is: 'incident' as const, id, incident: other, rank: at + 1, reasons }] : []
  })
}

/**
 * Changes and failing checks around an incident: first what may have caused it, by the ranking of causes, then what happened while
 * it lasted, by time.
 */
export function eventsAround(
  incident: Incident,
  { events, usual, usualDays }: Timeline
): Extract<Related, { is: 'change' | 'check' }>[] {
  const relevant = events.filter(({ is }) => is === 'change' || is === 'failed')
  const opened = Date.parse(incident.created_at)
  // It is opened some time after the first of its things has failed.
  const failed = relevant.filter(({ is, on, at }) => is === 'failed' && on.steps === 0 && at < opened)
  const began = Math.min(opened, ...failed.map(({ at }) => at))
  const steps = new Map(relevant.map(({ on }) => [on.id, on.steps]))
  // The failure of its own things is what it is about, and not its cause.
  const candidates = relevant
    .filter(({ is, on }) => is === 'change' || on.steps > 0)
    .map((event) => ({ ...event, on: event.on.id, event }))
  const ranked = rankCauses(began, candidates, {
    distanceOf: (id) => steps.get(id),
    countOf: (one) => usual.get(usualKey(one)),
    days: usualDays,
  })
  const attached = attachedTo(incident)
  const rowOf = (event: TimelineEvent, rank: number | undefined, reasons: readonly string[]) => {
    // That an item became ill is told by a change.
    const is = event.is === 'change' || event.on.kind === 'config' ? ('change' as const) : ('check' as const)
    const id = is === 'change' ? event.id : event.on.id
    return { is, id, event, rank, reasons, isAttached: attached.has(id) }
  }
  const known = new Set(ranked.map(({ candidate }) => candidate.id))
  return [
    ...ranked.map(({ candidate, reasons }, at) => rowOf(candidate.event, at + 1, reasons)),
    ...relevant
      .filter(({ id }) => !known.has(id))
      .toSorted((a, b) => a.at - b.at)
      .map((event) =>
        rowOf(event, undefined, [
          event.at === began ? 'it began with this' : `${formatAge(event.at - began)} after it began`,
          event.on.steps === 0 ? 'on the same thing' : `${formatCount(event.on.steps, 'step')} away`,
        ])
      ),
  ]
}

/** The ids of changes and checks that are evidence already. */
function attachedTo({ hypotheses }: Incident): ReadonlySet<string> {
  const evidences = hypotheses.flatMap((one) => one.evidences)
  return new Set(
    evidences.flatMap(({ config_changes: change, checks: check, type }) =>
      change ? [change.id] : check && type === 'check' ? [check.id] : []
    )
  )
}

export const kindWords = { incident: 'Incident', change: 'Change', check: 'Failing check' } as const

export const titleOf = (row: Related): string =>
  row.is === 'incident'
    ? row.incident.title
    : row.is === 'check'
      ? row.event.on.name
      : `${row.event.title} of ${row.event.on.name}`

export const targetOf = (row: Related): Target => ({
  kind: row.is,
  id: row.id,
  label: titleOf(row),
})

export const timeOfRow = (row: Related): string =>
  row.is === 'incident' ? row.incident.created_at : new Date(row.event.at).toISOString()

/** The row in one sentence, in reading order. */
export const sentenceOf = (row: Related): string =>
  [
    row.rank === undefined ? undefined : `${row.rank}.`,
    kindWords[row.is],
    titleOf(row),
    row.is === 'incident' ? row.incident.status : row.isAttached ? 'attached already' : undefined,
    ...row.reasons,
  ]
    .filter(Boolean)
    .join(', ')

/** All text of a row, to search in. */
export const textOf = (row: Related): string =>
  [sentenceOf(row), row.is === 'incident' ? row.incident.incident_id : (row.event.summary ?? '')].join(' ')
