import { nameOfConfig } from './config-name'
import { nameOfLines } from './document-lines'
import { documentLines } from './evidence-lines'

type Named = { name: string }
type Item = { id: string; name?: string | null | undefined; type?: string | null | undefined }

/** What of evidence gives it a name. */
type Evidence = {
  type: string
  description: string
  /** What was kept of its source. */
  evidence: unknown
  checks?: Named | null | undefined
  components?: Named | null | undefined
  configs?: Item | null | undefined
  config_changes?: { change_type?: string | null | undefined } | null | undefined
  config_analysis?: { analyzer?: string | null | undefined } | null | undefined
}

/** What a piece of evidence is of: `cart API`, `Deployment of checkout`. */
export function nameOfEvidence({
  checks,
  components,
  configs,
  config_changes: change,
  config_analysis: insight,
  ...rest
}: Evidence): string {
  const item = configs ? nameOfConfig(configs) : undefined
  if (change) return `${change.change_type || 'Change'} of ${item ?? 'a config item'}`
  if (insight) return `${insight.analyzer || 'Insight'} of ${item ?? 'a config item'}`
  if (rest.type === 'log') return `Log lines${components ? ` of ${components.name}` : ''}`
  const lines = documentLines(rest.evidence)
  if (lines && item) return nameOfLines(lines, item)
  return checks?.name ?? components?.name ?? item ?? (rest.description || 'Evidence')
}

/** Its name, and what was said of it. */
export const titleOfEvidence = (evidence: Evidence): string => {
  const name = nameOfEvidence(evidence)
  return evidence.description && evidence.description !== name ? `${name}: ${evidence.description}` : name
}

const words: Readonly<Record<string, string>> = {
  check: 'Check',
  topology: 'Component',
  config: 'Config',
  config_change: 'Change',
  config_analysis: 'Insight',
  log: 'Log',
  comment: 'Note',
}

/** Its kind, in a word or two. */
export const wordOfEvidence = ({ type, evidence }: Pick<Evidence, 'type' | 'evidence'>): string =>
  type === 'config' && documentLines(evidence) ? 'Document lines' : (words[type] ?? type)
