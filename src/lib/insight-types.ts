/** What insights are about: the words of the protocol. */
export const insightTypes = [
  'availability',
  'compliance',
  'cost',
  'integration',
  'other',
  'performance',
  'recommendation',
  'reliability',
  'security',
  'technical_debt',
] as const

/** What an insight is called: what was found, in its own words, else what has found it. */
export const nameOfInsight = ({
  summary,
  analyzer,
}: {
  summary?: string | null | undefined
  analyzer: string
}): string => summary || analyzer
