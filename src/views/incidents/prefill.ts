import type { EvidenceSource } from '../../api/evidence-sources'
import { formatNames, shorten } from '../../lib/format'
import type { IncidentSeverity, IncidentType } from '../../lib/incidents'
import { type CheckSeverity, readSeverity, severityRank } from '../../lib/severity'

/** Empty is not known: somebody has to say. */
export type Prefill = { title: string; type: IncidentType | ''; severity: IncidentSeverity | ''; description: string }

/** Characters of a message that fit into a title, and into what is said of the evidence. */
const MOST_IN_TITLE = 100
const MOST_DESCRIBED = 500

/** The severities of checks as incidents have them. */
const severityOf: Readonly<Record<CheckSeverity, IncidentSeverity>> = {
  critical: 'critical',
  blocker: 'blocker',
  high: 'high',
  medium: 'medium',
  warning: 'medium',
  low: 'low',
  info: 'low',
}

/** Most checks ask whether something is there. */
const typeOf = new Map<string, IncidentType>([
  ['jmeter', 'performance'],
  ['awsconfig', 'compliance'],
  ['awsconfigrule', 'compliance'],
  // Insights say it.
  ...(['performance', 'security', 'reliability', 'integration', 'compliance', 'cost'] as const).map(
    (type) => [type, type] as const
  ),
  ['technical_debt', 'technicalDebt'],
])

/**
 * What an incident about these checks and insights begins with. Of several those that fail, or are open, count. What an incident about a check
 * that does not fail would be of, nothing tells.
 */
export function prefillOf(sources: readonly EvidenceSource[]): Prefill {
  const failing = sources.filter(({ status }) => status === 'unhealthy')
  const [only, ...others] = sources
  return {
    title: failing.length > 0 ? titleOf(failing) : namesOf(sources),
    type: failing.length > 0 ? typeOfAll(failing) : '',
    severity: failing.length > 0 ? worstOf(failing) : '',
    // What one of several said would be said of all.
    description:
      only && others.length === 0 && !only.isShown ? shorten((only.message ?? '').trim(), MOST_DESCRIBED) : '',
  }
}

function typeOfAll(failing: readonly EvidenceSource[]): IncidentType {
  const types = new Set(failing.map(({ type }) => typeOf.get(type) ?? 'availability'))
  const [only = 'availability', ...others] = types
  return others.length === 0 ? only : 'availability'
}

function worstOf(failing: readonly EvidenceSource[]): IncidentSeverity {
  const [worst] = failing.toSorted((a, b) => severityRank(a.severity) - severityRank(b.severity))
  return severityOf[readSeverity(worst?.severity) ?? 'medium']
}

function titleOf(failing: readonly EvidenceSource[]): string {
  const [only, ...others] = failing
  const [line = ''] = (only?.message ?? '').trim().split('\n')
  if (others.length > 0) return `${namesOf(failing)} are failing`
  return line === '' ? `${namesOf(failing)} is failing` : `${namesOf(failing)}: ${shorten(line.trim(), MOST_IN_TITLE)}`
}

const namesOf = (list: readonly EvidenceSource[]) =>
  formatNames(
    list.map(({ name }) => name),
    3
  )
