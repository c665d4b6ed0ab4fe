/** Types of insights, in the terms of the protocol. */
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

/** The name of an insight: its summary, or else its analyzer. */
export const insightName = ({ summary, analyzer }: { summary?: string | null | undefined; analyzer: string }): string =>
  summary || analyzer
