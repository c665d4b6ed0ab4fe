import type { EvidenceSource } from '@/api/incidents/evidence-sources'
import { formatNames, shorten } from '@/shared/format'
import type { IncidentSeverity, IncidentType } from '@/lib/incidents/incidents'
import { type CheckSeverity, readSeverity, severityRank } from '@/shared/severity'

/** Initial values of a new incident. Empty means unknown; the user must choose. */
export type IncidentPrefill = {
  title: string
  type: IncidentType | ''
  severity: IncidentSeverity | ''
  description: string
}

/** Length limits for a message of a check in the title and in the description, in characters. */
const MOST_IN_TITLE = 100
const MOST_DESCRIBED = 500

/** Maps the severity of a check to that of an incident. */
const incidentSeverity: Readonly<Record<CheckSeverity, IncidentSeverity>> = {
  critical: 'critical',
  blocker: 'blocker',
  high: 'high',
  medium: 'medium',
  warning: 'medium',
  low: 'low',
  info: 'low',
}

/** Maps the type of a check or insight to that of an incident. All other types mean `availability`. */
const incidentTypes = new Map<string, IncidentType>([
  ['jmeter', 'performance'],
  ['awsconfig', 'compliance'],
  ['awsconfigrule', 'compliance'],
  // The types of insights.
  ...(['performance', 'security', 'reliability', 'integration', 'compliance', 'cost'] as const).map(
    (type) => [type, type] as const
  ),
  ['technical_debt', 'technicalDebt'],
])

/**
 * Returns the initial values of an incident about these sources. Only failing checks and open insights determine the
 * type and the severity; without one, both are unknown.
 */
export function prefillIncident(sources: readonly EvidenceSource[]): IncidentPrefill {
  const failing = sources.filter(({ status }) => status === 'unhealthy')
  const [only, ...others] = sources
  return {
    title: failing.length > 0 ? formatTitle(failing) : joinNames(sources),
    type: failing.length > 0 ? commonType(failing) : '',
    severity: failing.length > 0 ? worstSeverity(failing) : '',
    // With several sources, the message of one would describe all of them.
    description:
      only && others.length === 0 && !only.isShown ? shorten((only.message ?? '').trim(), MOST_DESCRIBED) : '',
  }
}

function commonType(failing: readonly EvidenceSource[]): IncidentType {
  const types = new Set(failing.map(({ type }) => incidentTypes.get(type) ?? 'availability'))
  const [only = 'availability', ...others] = types
  return others.length === 0 ? only : 'availability'
}

function worstSeverity(failing: readonly EvidenceSource[]): IncidentSeverity {
  const [worst] = failing.toSorted((a, b) => severityRank(a.severity) - severityRank(b.severity))
  return incidentSeverity[readSeverity(worst?.severity) ?? 'medium']
}

function formatTitle(failing: readonly EvidenceSource[]): string {
  const [only, ...others] = failing
  const [line = ''] = (only?.message ?? '').trim().split('\n')
  if (others.length > 0) return `${joinNames(failing)} are unhealthy`
  return line === ''
    ? `${joinNames(failing)} is unhealthy`
    : `${joinNames(failing)}: ${shorten(line.trim(), MOST_IN_TITLE)}`
}

const joinNames = (list: readonly EvidenceSource[]) =>
  formatNames(
    list.map(({ name }) => name),
    3
  )
