import { capital } from '@/shared/format'

export const incidentStatuses = ['new', 'open', 'investigating', 'mitigated', 'resolved', 'closed'] as const
export type IncidentStatus = (typeof incidentStatuses)[number]

/** As sent, the worst first. Backends store them in lower or mixed case. */
export const incidentSeverities = ['critical', 'blocker', 'high', 'medium', 'low'] as const
export type IncidentSeverity = (typeof incidentSeverities)[number]

/** Some backends store severities as numbers. */
const numbered = new Map<string, IncidentSeverity>([
  ['1', 'medium'],
  ['2', 'high'],
  ['3', 'blocker'],
  ['4', 'critical'],
])

/** The canonical form of a severity. Unknown words are converted to lower case. */
export const normaliseSeverity = (written: string): string =>
  numbered.get(written.trim()) ?? written.trim().toLowerCase()

export const incidentTypes = [
  'availability',
  'performance',
  'security',
  'reliability',
  'integration',
  'compliance',
  'cost',
  'technicalDebt',
] as const
export type IncidentType = (typeof incidentTypes)[number]

export const hypothesisStatuses = ['proven', 'likely', 'possible', 'unlikely', 'improbable', 'disproven'] as const
export type HypothesisStatus = (typeof hypothesisStatuses)[number]

export const hypothesisTypes = ['root', 'factor', 'solution'] as const
export type HypothesisType = (typeof hypothesisTypes)[number]

/** The type of children of a hypothesis; undefined if it cannot have any. */
export const childHypothesisType = (type: HypothesisType | undefined): HypothesisType | undefined =>
  type === undefined ? 'root' : hypothesisTypes[hypothesisTypes.indexOf(type) + 1]

const transitions: Readonly<Record<IncidentStatus, readonly IncidentStatus[]>> = {
  new: ['open', 'investigating', 'mitigated', 'resolved', 'closed'],
  open: ['investigating', 'mitigated', 'resolved', 'closed'],
  investigating: ['mitigated', 'resolved', 'closed'],
  mitigated: ['resolved', 'closed', 'open'],
  resolved: ['closed', 'open'],
  closed: ['open'],
}

/** Backends store statuses as free text. An unknown status can change to any status. */
export const nextStatuses = (status: string): readonly IncidentStatus[] =>
  transitions[status.toLowerCase() as IncidentStatus] ?? incidentStatuses

/** Statuses of incidents that are over. */
export const overStatuses = ['resolved', 'closed', 'cancelled'] as const

export const isOver = ({ status }: { status?: string | null | undefined }): boolean =>
  overStatuses.some((one) => one === status?.toLowerCase())

/**
 * Times that belong to a status. Roll-ups count an incident as open while it is neither resolved nor closed, whatever
 * its status is, and backends do not set these times themselves.
 * @param now an ISO time
 * @param before the current times of the incident
 */
export function statusTimes(status: IncidentStatus, now: string, before: IncidentTimes): IncidentTimes {
  const { acknowledged = null, resolved = null } = before
  switch (status) {
    case 'closed':
      return { acknowledged: acknowledged ?? now, resolved: resolved ?? now, closed: now }
    case 'resolved':
      return { acknowledged: acknowledged ?? now, resolved: now, closed: null }
    case 'new':
      return { acknowledged: null, resolved: null, closed: null }
    case 'open':
      return { acknowledged, resolved: null, closed: null }
    default:
      return { acknowledged: acknowledged ?? now, resolved: null, closed: null }
  }
}

type IncidentTimes = {
  acknowledged?: string | null | undefined
  resolved?: string | null | undefined
  closed?: string | null | undefined
}

/** The ISO time when the incident was over; undefined if it is open or the time is unknown. */
export const incidentEnd = (incident: IncidentTimes & { status: string }): string | undefined =>
  isOver(incident) ? (incident.resolved ?? incident.closed ?? undefined) : undefined

/**
 * Duration in milliseconds until the incident was over, or until now.
 * @param overSince the time of the status change, used if the incident has no time of its own
 */
export function incidentDuration(
  incident: IncidentTimes & { created_at: string; status: string },
  now: number,
  overSince?: string
): number {
  const end = isOver(incident) ? (incidentEnd(incident) ?? overSince) : undefined
  return Math.max(0, (end ? Date.parse(end) : now) - Date.parse(incident.created_at))
}

/** `technicalDebt` and `technical_debt` are spellings of one type. */
export const incidentTypeLabel = (type: string): string =>
  capital(
    type
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .replaceAll('_', ' ')
      .toLowerCase()
  )
