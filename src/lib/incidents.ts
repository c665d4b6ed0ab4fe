import { capital } from './format'

export const incidentStatuses = ['new', 'open', 'investigating', 'mitigated', 'resolved', 'closed'] as const
export type IncidentStatus = (typeof incidentStatuses)[number]

/** As they are sent, the worst first. Backends write them in any case. */
export const incidentSeverities = ['critical', 'blocker', 'high', 'medium', 'low'] as const
export type IncidentSeverity = (typeof incidentSeverities)[number]

/** Some backends write a severity as a number. */
const numbered = new Map<string, IncidentSeverity>([
  ['1', 'medium'],
  ['2', 'high'],
  ['3', 'blocker'],
  ['4', 'critical'],
])

/** A severity in the one way in which it is shown; a word that is not known stays as it is, in lower case. */
export const severityOf = (written: string): string => numbered.get(written.trim()) ?? written.trim().toLowerCase()

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

/** What may stand below a hypothesis of a type; undefined: nothing. */
export const childOf = (type: HypothesisType | undefined): HypothesisType | undefined =>
  type === undefined ? 'root' : hypothesisTypes[hypothesisTypes.indexOf(type) + 1]

const transitions: Readonly<Record<IncidentStatus, readonly IncidentStatus[]>> = {
  new: ['open', 'investigating', 'mitigated', 'resolved', 'closed'],
  open: ['investigating', 'mitigated', 'resolved', 'closed'],
  investigating: ['mitigated', 'resolved', 'closed'],
  mitigated: ['resolved', 'closed', 'open'],
  resolved: ['closed', 'open'],
  closed: ['open'],
}

/** Statuses are free text to backends: one that is not known leads anywhere. */
export const nextStatuses = (status: string): readonly IncidentStatus[] =>
  transitions[status.toLowerCase() as IncidentStatus] ?? incidentStatuses

/** Statuses in which nobody works on it any more. */
export const overStatuses = ['resolved', 'closed', 'cancelled'] as const

export const isOver = ({ status }: { status?: string | null | undefined }): boolean =>
  overStatuses.some((one) => one === status?.toLowerCase())

/**
 * The moments that go with a status: roll-ups count an incident as open while it is neither resolved nor closed, whatever its
 * status says, and backends set neither by themselves.
 * @param now an ISO time
 * @param before what the incident says now
 */
export function momentsOf(status: IncidentStatus, now: string, before: Moments): Moments {
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

export type Moments = {
  acknowledged?: string | null | undefined
  resolved?: string | null | undefined
  closed?: string | null | undefined
}

/** When it was over, an ISO time; undefined while it is not, or where its moments do not say. */
export const overAt = (incident: Moments & { status: string }): string | undefined =>
  isOver(incident) ? (incident.resolved ?? incident.closed ?? undefined) : undefined

/**
 * How long it has lasted, in milliseconds: until it was over, and otherwise until now.
 * @param overSince where its moments do not say: when its status became one that is over
 */
export function durationOf(
  incident: Moments & { created_at: string; status: string },
  now: number,
  overSince?: string
): number {
  const end = isOver(incident) ? (overAt(incident) ?? overSince) : undefined
  return Math.max(0, (end ? Date.parse(end) : now) - Date.parse(incident.created_at))
}

/** `technicalDebt` and `technical_debt` are one type in two spellings. */
export const wordsOfType = (type: string): string =>
  capital(
    type
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .replaceAll('_', ' ')
      .toLowerCase()
  )
