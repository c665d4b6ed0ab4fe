import { configItemName } from '../catalog/config-name'
import { describeLines } from '@/shared/catalog/document-lines'
import { type EvidenceKind, evidenceKindDescriptions, evidenceKinds } from './evidence-kinds'
import { documentLines } from './evidence-lines'

type Named = { name: string }
type Item = { id: string; name?: string | null | undefined; type?: string | null | undefined }

/** The members of evidence that determine its name. */
type Evidence = {
  type: string
  description: string
  /** Snapshot of the source. */
  evidence: unknown
  checks?: Named | null | undefined
  components?: Named | null | undefined
  configs?: Item | null | undefined
  config_changes?: { change_type?: string | null | undefined } | null | undefined
  config_analysis?: { analyzer?: string | null | undefined } | null | undefined
}

/** The name of the source of evidence: `cart API`, `Deployment of checkout`. */
export function evidenceName({
  checks,
  components,
  configs,
  config_changes: change,
  config_analysis: insight,
  ...rest
}: Evidence): string {
  const item = configs ? configItemName(configs) : undefined
  if (change) return `${change.change_type || 'Change'} of ${item ?? 'a config item'}`
  if (insight) return `${insight.analyzer || 'Insight'} of ${item ?? 'a config item'}`
  if (rest.type === 'log') return `Log lines${components ? ` of ${components.name}` : ''}`
  const lines = documentLines(rest.evidence)
  if (lines && item) return describeLines(lines, item)
  return checks?.name ?? components?.name ?? item ?? (rest.description || 'Evidence')
}

/** Name and description of evidence. The description alone if it starts with the name. */
export const evidenceTitle = (evidence: Evidence): string => {
  const { name, said } = splitEvidenceTitle(evidence)
  return said === '' ? name : `${name}: ${said}`
}

/** Name and description separately. If the description starts with the name, it is used as the name. */
export function splitEvidenceTitle(evidence: Evidence): { name: string; said: string } {
  const name = evidenceName(evidence)
  const { description } = evidence
  return beginsWith(description, name) ? { name: description, said: '' } : { name, said: description }
}

/** Whether a text starts with these words, ignoring case. */
const beginsWith = (text: string, words: string) =>
  text.toLowerCase().startsWith(words.toLowerCase()) && !/^[\p{L}\p{N}]/u.test(text.slice(words.length))

/** Kind and title of evidence for display side by side, without repeating a word: `Log`, `lines of checkout`. */
export function kindAndTitle(evidence: Evidence): { kind: string; title: string; isOne: boolean } {
  const [kind, title] = [evidenceKindLabel(evidence), evidenceTitle(evidence)]
  const isOne = title.startsWith(`${kind} `)
  return { kind, title: isOne ? title.slice(kind.length + 1) : title, isOne }
}

/** Kind and title as part of a sentence: `Check, cart API`, but `Log lines of checkout`. */
export function describeEvidence(evidence: Evidence): string {
  const { kind, title, isOne } = kindAndTitle(evidence)
  return `${kind}${isOne ? ' ' : ', '}${title}`
}

/** The kind of the source of evidence; undefined for notes, and for types of other consoles. */
export function readEvidenceKind({ type, evidence }: Pick<Evidence, 'type' | 'evidence'>): EvidenceKind | undefined {
  // Other programs store the name of the kind.
  if (type === 'component') return 'component'
  if (type === evidenceKindDescriptions.config.stored) return documentLines(evidence) ? 'lines' : 'config'
  return evidenceKinds.find((kind) => evidenceKindDescriptions[kind].stored === type)
}

/** The kind of evidence, in words. */
export function evidenceKindLabel(evidence: Pick<Evidence, 'type' | 'evidence'>): string {
  const kind = readEvidenceKind(evidence)
  if (kind) return evidenceKindDescriptions[kind].label
  return evidence.type === 'comment' ? 'Note' : evidence.type
}
