import { isAllowed, type AccessCaller } from '@/shared/access/access'
import { type Flags, isDisabled } from '@/shared/access/flags'
import { capital } from '@/shared/format'
import { triageParts } from '@/shared/pages/triage'
import type { PagePart } from '@/shared/routing/page'
import { isOver, normaliseSeverity } from '../incidents/incidents'
import type { Target } from '../kinds'
import type { PlannedApproval } from '../playbooks/playbook-approval'
import { severityRank } from '@/shared/severity'

/** Sources of the triage queue. */
export const triageSources = ['incidents', 'checks', 'runs', 'notifications', 'insights'] as const
export type TriageSource = (typeof triageSources)[number]

/** The kind of resources from each source. */
export const triageKinds = ['incident', 'check', 'run', 'notification', 'insight'] as const
type TriageKind = (typeof triageKinds)[number]

type SourceDetails = PagePart & { kind: TriageKind; what: string }

export const sourceDetails: Readonly<Record<TriageSource, SourceDetails>> = {
  incidents: { ...triageParts.incidents, kind: 'incident', what: 'open incidents without a commander' },
  checks: { ...triageParts.checks, kind: 'check', what: 'unhealthy checks' },
  runs: { ...triageParts.runs, kind: 'run', what: 'playbook runs awaiting approval' },
  notifications: { ...triageParts.notifications, kind: 'notification', what: 'unsent notifications' },
  insights: { ...triageParts.insights, kind: 'insight', what: 'critical insights' },
}

type Asking = AccessCaller & { flags?: Flags | undefined }

/** The sources whose feature is turned on. */
export const enabledSources = ({ flags }: Asking): readonly TriageSource[] =>
  triageSources.filter((source) => !isDisabled(flags, sourceDetails[source].feature))

/** The sources that the caller may read. */
export const readableSources = (who: Asking): readonly TriageSource[] =>
  enabledSources(who).filter((source) => isAllowed(who, sourceDetails[source].area, 'read'))

/** A resource that a row refers to. The keys of the row act on it, too. */
export type TriageSubject = Target<'check' | 'component' | 'config' | 'canary'>

/** An item that needs attention, at the time the queue was loaded. */
export type TriageItem = {
  source: TriageSource
  id: string
  /** The status that needs attention, as the backend writes it. */
  status?: string | undefined
  /** Name in the list. */
  name: string
  /** Name as part of a sentence: `the notification about checkout`. */
  label: string
  severity?: string | undefined
  /** ISO time since when the item needs attention. */
  since: string
  /** Message of the failure; empty if there is none. */
  why: string
  about?: TriageSubject | undefined
  /** The required approval of a run. */
  approval?: PlannedApproval | undefined
  /** Who requested a run. */
  created_by?: { id: string } | undefined
  /** The rule that opened an incident. */
  rule?: { id: string; name: string } | undefined
  /** Ids of the checks and of the components that are evidence of an incident. */
  checks?: readonly string[] | undefined
  components?: readonly string[] | undefined
  /** The id of the incident that a check belongs to. */
  parent?: string | undefined
  /** Why the item needs no decision; undefined if it does. */
  handled?: string | undefined
}

export const toTriageTarget = ({ source, id, label, about }: TriageItem): Target<TriageKind> => ({
  kind: sourceDetails[source].kind,
  id,
  label,
  ...(about && { about }),
})

const HIGH = severityRank('high')

/**
 * Urgency from 0: severe incidents and failures, runs awaiting approval, other incidents and failures, unsent
 * notifications, and risks.
 */
function rankUrgency({ source }: TriageItem, rank: number): number {
  switch (source) {
    case 'incidents':
    case 'checks':
      return rank <= HIGH ? 0 : 2
    case 'runs':
      return 1
    case 'notifications':
      return 3
    case 'insights':
      return 4
  }
}

/** For items that wait for a person, the longest waiting come first. Of failures, the newest are the least known. */
const oldestFirst = new Set<TriageSource>(['incidents', 'runs'])

/** Sorts items by urgency, then by severity: of equal severity, incidents come before checks. */
export function sortTriageItems(items: readonly TriageItem[]): TriageItem[] {
  const keyed = items.map((item) => {
    const rank = severityRank(item.source === 'incidents' ? normaliseSeverity(item.severity ?? '') : item.severity)
    return { item, urgency: rankUrgency(item, rank), rank, at: Date.parse(item.since) }
  })
  return keyed
    .toSorted(
      (a, b) =>
        a.urgency - b.urgency ||
        a.rank - b.rank ||
        triageSources.indexOf(a.item.source) - triageSources.indexOf(b.item.source) ||
        (oldestFirst.has(a.item.source) ? a.at - b.at : b.at - a.at) ||
        a.item.id.localeCompare(b.item.id)
    )
    .map(({ item }) => item)
}

/** The current state of an item, as far as it determines whether the item needs attention. */
export type CurrentState = {
  status: string
  /** Marked as deleted in the backend. */
  isDeleted?: boolean
  /** The commander of an incident, or the approver of a run. */
  by?: string | undefined
}

/**
 * How an item has changed elsewhere since the queue was loaded; undefined if it still needs attention. @param now null
 * if the item was not found
 */
export function describeExternalChange(source: TriageSource, now: CurrentState | null): string | undefined {
  if (!now) return 'No longer available'
  if (now.isDeleted) return 'Deleted'
  const status = now.status.toLowerCase()
  switch (source) {
    case 'incidents':
      if (isOver({ status })) return capital(status)
      return now.by === undefined ? undefined : `Commander: ${now.by}`
    case 'checks':
      if (status === 'healthy') return 'Healthy again'
      return status === 'unhealthy' ? undefined : 'Health unknown'
    case 'runs':
      if (status === 'pending_approval') return undefined
      if (status === 'cancelled') return 'Cancelled'
      return now.by === undefined ? capital(status.replaceAll('_', ' ')) : `Approved by ${now.by}`
    case 'notifications':
      return isUnsent(status) ? undefined : capital(status.replaceAll('-', ' '))
    case 'insights':
      return status === 'open' ? undefined : capital(status)
  }
}

/** Statuses of notifications that were not delivered, or not as intended. */
export const unsentStatuses = ['error', 'attempting_fallback', 'pending'] as const
const isUnsent = (status: string): boolean => unsentStatuses.some((one) => one === status)

/** Within this time, a pending notification is not late. */
const LATE_MS = 5 * 60_000

type Sending = { status?: string | null | undefined; created_at: string; not_before?: string | null | undefined }

/** Whether a notification failed or is overdue. */
export function isUndelivered({ status, created_at: made, not_before: due }: Sending, now: number): boolean {
  if (status !== 'pending') return isUnsent(status ?? '')
  return now - Math.max(Date.parse(made), due ? Date.parse(due) : 0) > LATE_MS
}

/** Commands that complete a row: afterwards its problem is handled, or the user gave a reason not to. */
export const completingCommands: ReadonlySet<string> = new Set([
  'check.run',
  'silence.create',
  'evidence.link',
  'incident.take',
  'incident.commander',
  'incident.status',
  'playbook.run',
  'run.approve',
  'triage.skip',
])

const states: Readonly<Record<TriageSource, string>> = {
  incidents: 'without commander',
  checks: 'unhealthy',
  runs: 'unapproved run',
  notifications: 'notification unsent',
  insights: 'critical insight',
}

/** Maximum number of characters of a reason in a row and in its sentence. */
export const MOST_REASON = 160

/**
 * The sentence of a row: its whole name, its severity, since when, and the reason.
 * @param since for example `14:05`
 * @param became the decision or the change elsewhere, which is shown before the reason
 */
export function describeTriageItem(
  { source, name, severity, why, handled }: TriageItem,
  since: string,
  became: string | undefined
): string {
  // Every listed insight is critical, which its state says already.
  const hasSeverity = severity !== undefined && severity !== '' && source !== 'insights'
  return [
    name,
    source === 'incidents' && handled !== undefined ? 'open incident' : states[source],
    ...(hasSeverity ? [`${normaliseSeverity(severity)} severity`] : []),
    `since ${since.replaceAll(',', '')}`,
    ...(became === undefined ? [] : [became]),
    ...(why === '' ? [] : [cutReason(why)]),
  ].join(', ')
}

/** Cuts a reason to the length that rows show. */
export function cutReason(text: string): string {
  const characters = [...text]
  return characters.length <= MOST_REASON
    ? text
    : `${characters
        .slice(0, MOST_REASON - 1)
        .join('')
        .trimEnd()}…`
}
