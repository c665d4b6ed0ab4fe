import { capital } from './format'
import { severityOf, wordsOfType } from './incidents'
import type { Kind } from './kinds'

/** The kinds of entries, as they are filtered by; of the same moment in this order, causes before what people did about them. */
export const entryKinds = [
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
export type EntryKind = (typeof entryKinds)[number]

/** A thing that an entry is about. */
export type EntryThing = { kind: Kind; id: string; name: string }

/** One entry of the timeline of an incident. */
export type TimelineEntry = {
  /** A GUID, of one entry only. */
  id: string
  is: EntryKind
  /** Milliseconds since 1970. */
  at: number
  /** What happened, without who did it: `Set the status to mitigated`. */
  title: string
  /** Who did it, or what told of it. */
  by?: string | undefined
  /** What was written with it: of a comment its text, of evidence what it is, of a failure what the check said. */
  text?: string | undefined
  /** To what it happened. */
  on?: EntryThing | undefined
  severity?: string | undefined
  /** How often it happened, where it happened several times. */
  count?: number | undefined
  /** A change or an insight that is evidence of the incident already. */
  isEvidence?: true
}

type Written = { id: string; at: string; by?: string | undefined }
type Hypothesis = { id: string; title: string }

export type HistoryRow = Written & {
  /** The name of the event: `incident.status_updated`, or one that is not known. */
  type: string
  description?: string | undefined
  /** The rows it is about, with what they are called; `title` of evidence is its name and description. */
  evidence?: { id: string; title: string } | undefined
  hypothesis?: Hypothesis | undefined
  /** What the person or team is called. */
  responder?: string | undefined
  comment?: { id: string; text: string } | undefined
}

/** What is known of an incident and of the things involved in it. Times are ISO times. */
export type Told = {
  opened: Written
  hypotheses: readonly (Written & Hypothesis & { type: string })[]
  evidence: readonly (Written & {
    title: string
    hypothesis: Hypothesis
    /** The change or insight that it is. */
    of?: string | undefined
  })[]
  comments: readonly (Written & { text: string; hypothesis?: Hypothesis | undefined })[]
  history: readonly HistoryRow[]
  /** What happened to the things involved; `at` is milliseconds since 1970. */
  events: readonly {
    id: string
    is: Exclude<EntryKind, 'history' | 'evidence' | 'comment'>
    at: number
    title: string
    on: EntryThing
    by?: string | undefined
    summary?: string | undefined
    severity?: string | undefined
    count?: number | undefined
  }[]
}

/**
 * Everything that happened in an incident as one list, the earliest first; what happened at the same moment by its kind, and
 * then by its id. What is told twice, by a row and by the history of that row, is one entry: that of the row.
 */
export function mergeTimeline({ opened, hypotheses, evidence, comments, history, events }: Told): TimelineEntry[] {
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
    // Adding a hypothesis leaves no history on most backends.
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
    // Whoever opened it is named by the incident: of one that a rule opened, the history names nobody who is meant.
    ...rows.map((row) =>
      entry(row.type === 'incident.created' ? { ...row, by: opened.by ?? row.by } : row, {
        is: 'history',
        title: sentenceOfHistory(row),
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

const rank = new Map<EntryKind, number>(entryKinds.map((is, at) => [is, at]))

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

/** What a row of the history tells. One of a kind that is not known is told by the words of its name. */
export function sentenceOfHistory(row: Omit<HistoryRow, keyof Written>): string {
  const { type, description, evidence, hypothesis, responder } = row
  const piece = quoted(evidence?.title, 'evidence that was removed')
  switch (type) {
    case 'incident.created':
      return OPENED
    // Both are in use, and mean the same.
    case 'incident.status_updated':
    case 'incident_status.updated':
      return description ? `Set the status to ${description}` : 'Changed the status'
    case 'incident.title_updated':
    case 'incident.commander_updated':
    case 'incident.communicator_updated':
      return changed(type, description)
    case 'incident.severity_updated':
      return changed(type, description, severityOf)
    case 'incident.type_updated':
      return changed(type, description, (word) => wordsOfType(word).toLowerCase())
    case 'responder.created':
      return `Added ${responder ?? 'a responder who was removed'} as a responder`
    case 'responder.commented':
      return 'Commented from outside'
    case 'evidence.created':
      return `Added ${piece}`
    case 'evidence.done_definition_added':
      return `Made ${piece} part of the definition of done`
    case 'evidence.done_updated':
      return description === 'true' ? `Done: ${piece}` : `Not done any more: ${piece}`
    case 'evidence.weight_updated':
      return `Said that ${piece} ${description || 'neither supports nor contradicts'} its hypothesis`
    case 'hypothesis.created':
      return `Added the hypothesis ${quoted(hypothesis?.title, 'that was removed')}`
    case 'hypothesis.status_updated':
      return `Marked the hypothesis ${quoted(hypothesis?.title, 'that was removed')}${description ? ` as ${description}` : ''}`
    default:
      return unknownEvent(row)
  }
}

/** A change of what an incident says; its description is `from low to high`. @param shown how a single word is shown */
function changed(type: string, description = '', shown?: (word: string) => string): string {
  const [, what] = /^incident\.(.*)_updated$/.exec(type) ?? []
  const words = shown ? /^from (\S+) to (\S+)$/.exec(description) : null
  const told = words && shown ? `from ${shown(words[1] ?? '')} to ${shown(words[2] ?? '')}` : description
  return `Changed the ${what}${told && ` ${told}`}`
}

function unknownEvent({ type, description, evidence, hypothesis, responder }: Omit<HistoryRow, keyof Written>): string {
  const words = capital(type.replaceAll(/[._]+/g, ' ').trim()) || 'Something happened'
  const about = [evidence?.title, hypothesis?.title, responder].find(Boolean)
  return [`${words}${about ? ` of ${quoted(about, '')}` : ''}`, description].filter(Boolean).join(': ')
}
