import { type Area, may, type Who } from './access'
import { type Feature, type Flags, isDisabled } from './flags'
import { capital } from './format'
import { isOver, severityOf } from './incidents'
import type { Target } from './kinds'
import type { PlannedApproval } from './playbook-approval'
import { severityRank } from './severity'

/** Where what wants a person comes from. */
export const triageSources = ['incidents', 'checks', 'runs', 'notifications', 'insights'] as const
export type TriageSource = (typeof triageSources)[number]

/** What each source gives. */
export const triageKinds = ['incident', 'check', 'run', 'notification', 'insight'] as const
export type TriageKind = (typeof triageKinds)[number]

type About = { kind: TriageKind; feature: Feature; area: Area; what: string }

export const aboutSource: Readonly<Record<TriageSource, About>> = {
  incidents: { kind: 'incident', feature: 'incidents', area: 'incident', what: 'open incidents without a commander' },
  checks: { kind: 'check', feature: 'health', area: 'canaries', what: 'failing checks' },
  runs: { kind: 'run', feature: 'playbooks', area: 'playbook_runs', what: 'playbook runs that wait for approval' },
  notifications: {
    kind: 'notification',
    feature: 'settings.notifications',
    area: 'notifications',
    what: 'notifications that were not sent',
  },
  insights: { kind: 'insight', feature: 'config', area: 'database', what: 'critical insights' },
}

type Asking = Who & { flags?: Flags | undefined }

/** The sources whose feature is on. */
export const sourcesOn = ({ flags }: Asking): readonly TriageSource[] =>
  triageSources.filter((source) => !isDisabled(flags, aboutSource[source].feature))

/** Those of them that somebody may read. */
export const readableSources = (who: Asking): readonly TriageSource[] =>
  sourcesOn(who).filter((source) => may(who, aboutSource[source].area, 'read'))

/** Things that a row is about, on which its keys act, too. */
export type Subject = Target<'check' | 'component' | 'config' | 'canary'>

/** One thing that wants a person, as it was when the queue was taken. */
export type TriageItem = {
  source: TriageSource
  id: string
  /** As it is listed. */
  name: string
  /** As it is called within a sentence: `the notification about checkout`. */
  label: string
  severity?: string | undefined
  /** Since when it wants somebody: an ISO time. */
  since: string
  /** In the words of what failed; empty where nothing was said. */
  why: string
  about?: Subject | undefined
  /** Who has to approve it, of a run. */
  approval?: PlannedApproval | undefined
}

export const targetOfItem = ({ source, id, label, about }: TriageItem): Target<TriageKind> => ({
  kind: aboutSource[source].kind,
  id,
  label,
  ...(about && { about }),
})

const HIGH = severityRank('high')

/**
 * How soon somebody should look, from 0: what is broken and led by nobody; what is broken and matters; what somebody has
 * begun and cannot go on with; what else is broken; whoever was not told; what may break.
 */
function urgencyOf({ source, severity }: TriageItem): number {
  switch (source) {
    case 'incidents':
      return 0
    case 'checks':
      return severityRank(severity) <= HIGH ? 1 : 3
    case 'runs':
      return 2
    case 'notifications':
      return 4
    case 'insights':
      return 5
  }
}

/** Those wait for somebody, so whoever waited longest comes first. Of what fails, the newest is the least known. */
const oldestFirst = new Set<TriageSource>(['incidents', 'runs'])

/** In the order in which somebody should look at them. */
export function inOrder(items: readonly TriageItem[]): TriageItem[] {
  const keyed = items.map((item) => ({
    item,
    urgency: urgencyOf(item),
    rank: severityRank(item.source === 'incidents' ? severityOf(item.severity ?? '') : item.severity),
    at: Date.parse(item.since),
  }))
  return keyed
    .toSorted(
      (a, b) =>
        a.urgency - b.urgency ||
        a.rank - b.rank ||
        (oldestFirst.has(a.item.source) ? a.at - b.at : b.at - a.at) ||
        a.item.id.localeCompare(b.item.id)
    )
    .map(({ item }) => item)
}

/** How something is now, as far as that says whether it still wants a person. */
export type Present = {
  status: string
  /** The backend keeps it, marked as deleted. */
  isDeleted?: boolean
  /** Who leads an incident, or has approved a run. */
  by?: string | undefined
}

/** What became of something elsewhere since the queue was taken; undefined: it still wants a person. @param now null: it is not found */
export function changedElsewhere(source: TriageSource, now: Present | null): string | undefined {
  if (!now) return 'Not there any more'
  if (now.isDeleted) return 'Deleted'
  const status = now.status.toLowerCase()
  switch (source) {
    case 'incidents':
      if (isOver({ status })) return capital(status)
      return now.by === undefined ? undefined : `Commander: ${now.by}`
    case 'checks':
      if (status === 'healthy') return 'Healthy again'
      return status === 'unhealthy' ? undefined : 'Its health is not known any more'
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

/** The statuses of a message that nobody got, or not by the way that was meant. */
export const unsentStatuses = ['error', 'attempting_fallback', 'pending'] as const
export const isUnsent = (status: string): boolean => unsentStatuses.some((one) => one === status)

/** What is sent within that time is not late. */
const LATE_MS = 5 * 60_000

type Sending = { status?: string | null | undefined; created_at: string; not_before?: string | null | undefined }

/** Whether a message failed, or should have been sent by now. */
export function wantsSomebody({ status, created_at: made, not_before: due }: Sending, now: number): boolean {
  if (status !== 'pending') return isUnsent(status ?? '')
  return now - Math.max(Date.parse(made), due ? Date.parse(due) : 0) > LATE_MS
}

/** The commands that decide about a row: afterwards somebody has done what it wanted, or said why not. */
export const decidingCommands: ReadonlySet<string> = new Set([
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
  checks: 'failing',
  runs: 'unapproved run',
  notifications: 'notification unsent',
  insights: 'critical insight',
}

/** A row is heard many times in a row: fewer than twelve words. */
export const MOST_WORDS = 11
const MOST_OF_NAME = 4

/**
 * What is said of a row.
 * @param since in as few words as say it: `14:05`
 * @param became what was decided, or what changed elsewhere; in place of why
 */
export function sentenceOfItem({ source, name, why }: TriageItem, since: string, became: string | undefined): string {
  const parts = [cut(name, MOST_OF_NAME), states[source], `since ${since.replaceAll(',', '')}`]
  const left = MOST_WORDS - parts.reduce((sum, part) => sum + wordsIn(part).length, 0)
  const last = became ?? why
  return [...parts, ...(last !== '' && left > 0 ? [cut(last, left)] : [])].join(', ')
}

const wordsIn = (text: string) => text.trim().split(/\s+/).filter(Boolean)

function cut(text: string, most: number): string {
  const words = wordsIn(text)
  return words.length <= most ? words.join(' ') : `${words.slice(0, most).join(' ')}…`
}
