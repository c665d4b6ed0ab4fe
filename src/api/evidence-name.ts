import { type Evidence, nameOfEvidence } from './incident'

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
