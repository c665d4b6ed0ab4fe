import { capital } from '@/shared/format'
import { normaliseSeverity, incidentTypeLabel } from './incidents'
import type { Kind } from '../kinds'

/** Kinds of entries for filters, in the order for simultaneous events: causes before reactions. */
export const timelineEntryKinds = [
  'change',
  'insight',
  'failed',
  'passed',
  'notification',
  'run',
  'history',
  'evidence',
  'comment',
] as const
export type TimelineEntryKind = (typeof timelineEntryKinds)[number]

/** The resource of an entry. */
type TimelineSubject = { kind: Kind; id: string; name: string }

/** An entry of the timeline of an incident. */
export type TimelineEntry = {
  /** A GUID, unique to the entry. */
  id: string
  is: TimelineEntryKind
  /** Milliseconds since 1970. */
  at: number
  /** Description without the author: `Set the status to mitigated`. */
  title: string
  /** Author or source. */
  by?: string | undefined
  /** Further text: the text of a comment, the title of evidence, or the message of a failed check. */
  text?: string | undefined
  /** The resource affected. */
  on?: TimelineSubject | undefined
  severity?: string | undefined
  /** Number of occurrences, if more than one. */
  count?: number | undefined
  /** A change or an insight that is already evidence of the incident. */
  isEvidence?: true
  /** Id of the change that an event follows from. */
  causedBy?: string | undefined
}

type Written = { id: string; at: string; by?: string | undefined }
type Hypothesis = { id: string; title: string }

export type IncidentHistoryRow = Written & {
  /** Name of the event: `incident.status_updated`, or an unknown one. */
  type: string
  description?: string | undefined
  /** Related rows with their names; `title` of evidence is its name and description. */
  evidence?: { id: string; title: string } | undefined
  hypothesis?: Hypothesis | undefined
  /** Name of the person or team. */
  responder?: string | undefined
  comment?: { id: string; text: string } | undefined
}

/** Data about an incident and the resources involved. Times are ISO times. */
export type TimelineSource = {
  opened: Written
  hypotheses: readonly (Written & Hypothesis & { type: string })[]
  evidence: readonly (Written & {
    title: string
    hypothesis: Hypothesis
    /** The change or insight that is the source. */
    of?: string | undefined
  })[]
  comments: readonly (Written & { text: string; hypothesis?: Hypothesis | undefined })[]
  history: readonly IncidentHistoryRow[]
  /** Events of the resources involved; `at` is milliseconds since 1970. */
  events: readonly {
    id: string
    is: Exclude<TimelineEntryKind, 'history' | 'evidence' | 'comment'>
    at: number
    title: string
    on: TimelineSubject
    by?: string | undefined
    summary?: string | undefined
    severity?: string | undefined
    count?: number | undefined
    causedBy?: string | undefined
  }[]
}

/**
 * All events of an incident as one list, the earliest first. Simultaneous events are ordered by kind, then by id. An
 * event reported by both a row and its history is listed once, as the row.
 */
export function mergeTimeline({
  opened,
  hypotheses,
  evidence,
  comments,
  history,
  events,
}: TimelineSource): TimelineEntry[] {
  const isEvidence = new Set(evidence.flatMap(({ of }) => of ?? []))
  const known = new Set([...evidence, ...comments].map(({ id }) => id))
  const rows = history.filter(({ type, evidence: piece, comment }) => {
    if (type === 'evidence.created') return !piece || !known.has(piece.id)
    return !comment || !known.has(comment.id)
  })
  const isTold = (type: string, id?: string) =>
    rows.some((row) => row.type === type && (id === undefined || row.hypothesis?.id === id))
  const entries: TimelineEntry[] = [
    ...(isTold('incident.created') ? [] : [entry(opened, { is: 'history', title: OPENED })]),
    // Most backends write no history for a new hypothesis.
    ...hypotheses
      .filter(({ id }) => !isTold('hypothesis.created', id))
      .map((one) =>
        entry(one, {
          is: 'history',
          title: `Added the ${one.type === 'solution' ? 'solution' : one.type === 'factor' ? 'factor' : 'hypothesis'} “${one.title}”`,
          on: { kind: 'hypothesis', id: one.id, name: one.title },
        })
      ),
    ...evidence.map((one) =>
      entry(one, {
        is: 'evidence',
        title: 'Added evidence',
        text: one.title,
        on: { kind: 'hypothesis', id: one.hypothesis.id, name: one.hypothesis.title },
      })
    ),
    ...comments.map((one) =>
      entry(one, {
        is: 'comment',
        title: 'Commented',
        text: one.text,
        on: one.hypothesis && { kind: 'hypothesis', id: one.hypothesis.id, name: one.hypothesis.title },
      })
    ),
    // The incident names who opened it. If a rule opened it, the history names no person.
    ...rows.map((row) =>
      entry(row.type === 'incident.created' ? { ...row, by: opened.by ?? row.by } : row, {
        is: 'history',
        title: describeHistoryRow(row),
        text: row.comment?.text,
        on: row.hypothesis && { kind: 'hypothesis', id: row.hypothesis.id, name: row.hypothesis.title },
      })
    ),
    ...events.map(({ summary, ...one }) => ({
      ...one,
      text: summary,
      ...(isEvidence.has(one.id) && { isEvidence: true as const }),
    })),
  ]
  const unique = new Map(entries.map((one) => [`${one.is} ${one.id}`, one]))
  return [...unique.values()].toSorted(byMoment)
}

const rank = new Map<TimelineEntryKind, number>(timelineEntryKinds.map((is, at) => [is, at]))

const byMoment = (a: TimelineEntry, b: TimelineEntry) =>
  a.at - b.at || (rank.get(a.is) ?? 0) - (rank.get(b.is) ?? 0) || (a.id < b.id ? -1 : Number(a.id > b.id))

const entry = ({ id, at, by }: Written, rest: Omit<TimelineEntry, 'id' | 'at' | 'by'>): TimelineEntry => ({
  id,
  at: Date.parse(at),
  by,
  ...rest,
})

const OPENED = 'Opened the incident'
const quoted = (title: string | undefined, otherwise: string) => (title ? `“${title}”` : otherwise)

/** Describes a row of the history. An unknown event is described by its name. */
export function describeHistoryRow(row: Omit<IncidentHistoryRow, keyof Written>): string {
  const { type, description, evidence, hypothesis, responder } = row
  const piece = quoted(evidence?.title, 'removed evidence')
  switch (type) {
    case 'incident.created':
      return OPENED
    // Both names are in use, with the same meaning.
    case 'incident.status_updated':
    case 'incident_status.updated':
      return description ? `Set the status to ${description}` : 'Changed the status'
    case 'incident.title_updated':
    case 'incident.commander_updated':
    case 'incident.communicator_updated':
      return changed(type, description)
    case 'incident.severity_updated':
      return changed(type, description, normaliseSeverity)
    case 'incident.type_updated':
      return changed(type, description, (word) => incidentTypeLabel(word).toLowerCase())
    case 'responder.created':
      return `Added ${responder ?? 'a removed responder'} as a responder`
    case 'responder.commented':
      return 'Commented from an external system'
    case 'evidence.created':
      return `Added ${piece}`
    case 'evidence.done_definition_added':
      return `Made ${piece} part of the definition of done`
    case 'evidence.done_updated':
      return description === 'true' ? `Done: ${piece}` : `No longer done: ${piece}`
    case 'evidence.weight_updated':
      return `Rated ${piece}: ${description || 'neither supports nor contradicts'} its hypothesis`
    case 'hypothesis.created':
      return `Added the hypothesis ${quoted(hypothesis?.title, '(removed)')}`
    case 'hypothesis.status_updated':
      return `Marked the hypothesis ${quoted(hypothesis?.title, '(removed)')}${description ? ` as ${description}` : ''}`
    default:
      return unknownEvent(row)
  }
}

/** Describes a change of an incident; its description is `from low to high`. @param shown formats a value */
function changed(type: string, description = '', shown?: (word: string) => string): string {
  const [, what] = /^incident\.(.*)_updated$/.exec(type) ?? []
  const words = shown ? /^from (\S+) to (\S+)$/.exec(description) : null
  const formatted = words && shown ? `from ${shown(words[1] ?? '')} to ${shown(words[2] ?? '')}` : description
  return `Changed the ${what}${formatted && ` ${formatted}`}`
}

function unknownEvent({
  type,
  description,
  evidence,
  hypothesis,
  responder,
}: Omit<IncidentHistoryRow, keyof Written>): string {
  const words = capital(type.replaceAll(/[._]+/g, ' ').trim()) || 'Event'
  const about = [evidence?.title, hypothesis?.title, responder].find(Boolean)
  return [`${words}${about ? ` of ${quoted(about, '')}` : ''}`, description].filter(Boolean).join(': ')
}
