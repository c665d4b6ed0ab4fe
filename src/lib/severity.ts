/** The severities of checks, from the worst. Backends may use any other word. */
const severities = ['critical', 'blocker', 'high', 'medium', 'warning', 'low', 'info'] as const

export type CheckSeverity = (typeof severities)[number]

/** The severities of changes and insights, from the worst. */
export const catalogSeverities = ['critical', 'high', 'medium', 'low', 'info'] as const

/** How much a change, an insight or an incident of a severity stands out; undefined for what nobody has to look at. */
export const toneOfSeverity = (severity: string | null | undefined): 'bad' | 'warn' | undefined =>
  severity === 'critical' || severity === 'blocker' || severity === 'high'
    ? 'bad'
    : severity === 'medium'
      ? 'warn'
      : undefined

type Written = string | null | undefined

/** The known severity that is written, in whatever case; undefined for any other word. */
export const readSeverity = (written: Written): CheckSeverity | undefined =>
  severities.find((severity) => severity === written?.toLowerCase())

/** From 0, the most severe; other words come last. */
export function severityRank(written: Written): number {
  const severity = readSeverity(written)
  return severity === undefined ? severities.length : severities.indexOf(severity)
}
