import { nameOfConfig } from '../lib/config-name'
import type { Evidence } from './incident'

/** What a piece of evidence is of: `cart API`, `Deployment of checkout`. */
export function nameOfEvidence(evidence: Evidence): string {
  const { checks, components, configs, config_changes: change, config_analysis: insight, type, description } = evidence
  const item = configs ? nameOfConfig(configs) : undefined
  if (change) return `${change.change_type || 'Change'} of ${item ?? 'a config item'}`
  if (insight) return `${insight.analyzer || 'Insight'} of ${item ?? 'a config item'}`
  if (type === 'log') return `Log lines${components ? ` of ${components.name}` : ''}`
  return checks?.name ?? components?.name ?? item ?? (description || 'Evidence')
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

/** Of which kind it is, in a word. */
export const wordOfEvidence = ({ type, evidence }: Evidence): string =>
  type === 'config' && evidence !== null && typeof evidence === 'object' && 'lines' in evidence
    ? 'Document lines'
    : (words[type] ?? type)
