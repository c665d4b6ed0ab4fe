/** Severities of checks, the worst first. Backends may use other words. */
const severities = ['critical', 'blocker', 'high', 'medium', 'warning', 'low', 'info'] as const

export type CheckSeverity = (typeof severities)[number]

/** Severities of changes and insights, the worst first. */
export const catalogSeverities = ['critical', 'high', 'medium', 'low', 'info'] as const

/** Tone of a change, an insight or an incident by severity; undefined if it needs no attention. */
export const severityTone = (severity: string | null | undefined): 'bad' | 'warn' | undefined =>
  severity === 'critical' || severity === 'blocker' || severity === 'high'
    ? 'bad'
    : severity === 'medium'
      ? 'warn'
      : undefined

type Written = string | null | undefined

/** The known severity, ignoring case; undefined for other words. */
export const readSeverity = (written: Written): CheckSeverity | undefined =>
  severities.find((severity) => severity === written?.toLowerCase())

/** Rank from 0, the most severe. Unknown words come last. */
export function severityRank(written: Written): number {
  const severity = readSeverity(written)
  return severity === undefined ? severities.length : severities.indexOf(severity)
}
