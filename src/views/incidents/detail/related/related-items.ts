import type { Incident } from '@/api/incidents/incident'
import { type OtherIncident, listIncidentResources } from '@/api/incidents/similar-incidents'
import { type Timeline, type TimelineEvent, frequencyKey } from '@/api/timeline/events'
import type { TimelineSurroundings } from '@/api/timeline/resources'
import type { Target } from '@/commands/command'
import { rankCauses } from '@/lib/incidents/causes'
import { formatAge, formatCount } from '@/shared/format'
import { incidentEnd } from '@/lib/incidents/incidents'
import { type ComparableIncident, rankIncidents } from '@/lib/incidents/similar'

type Common = {
  id: string
  /** Rank among the rows of its kind, from 1; undefined for an event too late to be a cause. */
  rank: number | undefined
  reasons: readonly string[]
}
/** A similar incident, or a change or failing check that may be related to an incident. */
export type RelatedRow =
  | (Common & { is: 'incident'; incident: OtherIncident })
  | (Common & { is: 'change' | 'check'; event: TimelineEvent; isAttached: boolean })

const HOUR_MS = 60 * 60_000
/** How far before the opening of an incident its causes are searched, in hours. */
export const RELATED_BEFORE_HOURS = 24
/** The longest time after the opening: later events of a long incident are unlikely to be related. */
const LONGEST_MS = 7 * 24 * HOUR_MS

/** The time range to search for related events. Milliseconds since 1970. */
export function relatedTimeRange(incident: Incident, now: number) {
  const from = Date.parse(incident.created_at)
  const end = incidentEnd(incident)
  return {
    from: from - RELATED_BEFORE_HOURS * HOUR_MS,
    to: Math.min(end ? Date.parse(end) : now, from + LONGEST_MS) + 1,
  }
}

const toComparable = (one: OtherIncident | Incident): ComparableIncident => {
  const end = incidentEnd(one)
  return {
    id: one.id,
    title: one.title,
    type: one.type,
    resources: listIncidentResources(one),
    from: Date.parse(one.created_at),
    to: end ? Date.parse(end) : undefined,
  }
}

/** Finds the incidents that may be related to this one, likeliest first. */
export function findSimilarIncidents(
  incident: Incident,
  others: readonly OtherIncident[],
  { resources }: TimelineSurroundings
): Extract<RelatedRow, { is: 'incident' }>[] {
  const steps = new Map(resources.map((one) => [one.id, one.steps]))
  const known = new Map(others.map((one) => [one.id, one]))
  const ranked = rankIncidents(
    toComparable(incident),
    others.filter(({ id }) => id !== incident.id).map(toComparable),
    ({ id }) => steps.get(id)
  )
  return ranked.flatMap(({ incident: { id }, reasons }, at) => {
    const other = known.get(id)
    return other ? [{ is: 'incident' as const, id, incident: other, rank: at + 1, reasons }] : []
  })
}

/**
 * Returns changes and failing checks around an incident: first possible causes by rank, then the events during the
 * incident by time.
 */
export function rankRelatedEvents(
  incident: Incident,
  { events, usual, usualDays }: Timeline
): Extract<RelatedRow, { is: 'change' | 'check' }>[] {
  const relevant = events.filter(({ is }) => is === 'change' || is === 'failed')
  const opened = Date.parse(incident.created_at)
  // An incident is opened some time after the first of its resources has failed.
  const failed = relevant.filter(({ is, on, at }) => is === 'failed' && on.steps === 0 && at < opened)
  const startedAt = Math.min(opened, ...failed.map(({ at }) => at))
  const steps = new Map(relevant.map(({ on }) => [on.id, on.steps]))
  // The failures of its own resources are the subject of the incident and not its cause.
  const candidates = relevant
    .filter(({ is, on }) => is === 'change' || on.steps > 0)
    .map((event) => ({ ...event, on: event.on.id, event }))
  const ranked = rankCauses(startedAt, candidates, {
    distanceTo: (id) => steps.get(id),
    countSimilar: (one) => usual.get(frequencyKey(one)),
    days: usualDays,
  })
  const attached = findAttached(incident)
  const toRow = (event: TimelineEvent, rank: number | undefined, reasons: readonly string[]) => {
    // A config item that became unhealthy is reported by a change.
    const is = event.is === 'change' || event.on.kind === 'config' ? ('change' as const) : ('check' as const)
    const id = is === 'change' ? event.id : event.on.id
    return { is, id, event, rank, reasons, isAttached: attached.has(id) }
  }
  const known = new Set(ranked.map(({ candidate }) => candidate.id))
  return [
    ...ranked.map(({ candidate, reasons }, at) => toRow(candidate.event, at + 1, reasons)),
    ...relevant
      .filter(({ id }) => !known.has(id))
      .toSorted((a, b) => a.at - b.at)
      .map((event) =>
        toRow(event, undefined, [
          event.at === startedAt ? 'start of the incident' : `${formatAge(event.at - startedAt)} after the start`,
          event.on.steps === 0 ? 'on the same resource' : `${formatCount(event.on.steps, 'step')} away`,
        ])
      ),
  ]
}

/** The ids of changes and checks that are already evidence. */
function findAttached({ hypotheses }: Incident): ReadonlySet<string> {
  const evidences = hypotheses.flatMap((one) => one.evidences)
  return new Set(
    evidences.flatMap(({ config_changes: change, checks: check, type }) =>
      change ? [change.id] : check && type === 'check' ? [check.id] : []
    )
  )
}

export const relatedKindLabels = { incident: 'Incident', change: 'Change', check: 'Failing check' } as const

export const relatedTitle = (row: RelatedRow): string =>
  row.is === 'incident'
    ? row.incident.title
    : row.is === 'check'
      ? row.event.on.name
      : `${row.event.title} of ${row.event.on.name}`

export const toRelatedTarget = (row: RelatedRow): Target => ({
  kind: row.is,
  id: row.id,
  label: relatedTitle(row),
})

export const relatedTime = (row: RelatedRow): string =>
  row.is === 'incident' ? row.incident.created_at : new Date(row.event.at).toISOString()

/** Describes a row in one sentence, in reading order. */
export const describeRelated = (row: RelatedRow): string =>
  [
    row.rank === undefined ? undefined : `${row.rank}.`,
    relatedKindLabels[row.is],
    relatedTitle(row),
    row.is === 'incident' ? row.incident.status : row.isAttached ? 'already linked' : undefined,
    ...row.reasons,
  ]
    .filter(Boolean)
    .join(', ')

/** The searchable text of a row. */
export const relatedText = (row: RelatedRow): string =>
  [describeRelated(row), row.is === 'incident' ? row.incident.incident_id : (row.event.summary ?? '')].join(' ')
