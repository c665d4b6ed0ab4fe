import {
  commentAuthor,
  type IncidentComment,
  type Evidence,
  type Hypothesis,
  type Incident,
  commentName,
  toWeighedHypotheses,
} from '@/api/incidents/incident'
import type { Target } from '@/commands/command'
import { evidenceName, describeEvidence } from '@/lib/incidents/evidence-name'
import { type Contradiction, assessHypotheses, type StatusProposal } from '@/lib/incidents/hypotheses'

/** A row of the tree: a hypothesis with its children, a piece of evidence, or a comment. */
export type HypothesisTreeRow =
  | {
      is: 'hypothesis'
      id: string
      hypothesis: Hypothesis
      proposal: StatusProposal | undefined
      contradictions: readonly Contradiction[]
      below: readonly HypothesisTreeRow[]
    }
  | { is: 'evidence'; id: string; evidence: Evidence; below?: undefined }
  | { is: 'comment'; id: string; comment: IncidentComment; below?: undefined }

export type HypothesisTree = {
  /** The root hypotheses, followed by the comments on the incident as a whole. */
  rows: readonly HypothesisTreeRow[]
  contradictions: readonly Contradiction[]
}

const byTime = <T extends { created_at: string }>(list: readonly T[]) =>
  list.toSorted((a, b) => a.created_at.localeCompare(b.created_at))

/** Builds the tree of hypotheses. The children of each are its evidence, its comments and its child hypotheses. */
export function buildHypothesisTree(incident: Incident): HypothesisTree {
  const { proposals, contradictions } = assessHypotheses(toWeighedHypotheses(incident))
  const ids = new Set(incident.hypotheses.map(({ id }) => id))
  const commentsOn = (id: string | undefined): HypothesisTreeRow[] =>
    byTime(
      incident.comments.filter(({ hypothesis_id: of }) => (id === undefined ? !of || !ids.has(of) : of === id))
    ).map((comment) => ({ is: 'comment', id: comment.id, comment }))
  const toRow = (hypothesis: Hypothesis): HypothesisTreeRow => ({
    is: 'hypothesis',
    id: hypothesis.id,
    hypothesis,
    proposal: proposals.get(hypothesis.id),
    contradictions: contradictions.filter((one) => one.ids.includes(hypothesis.id)),
    below: [
      ...byTime(hypothesis.evidences).map((evidence): HypothesisTreeRow => ({
        is: 'evidence',
        id: evidence.id,
        evidence,
      })),
      ...commentsOn(hypothesis.id),
      ...childrenOf(hypothesis.id),
    ],
  })
  const childrenOf = (id: string): HypothesisTreeRow[] =>
    byTime(incident.hypotheses.filter(({ parent_id: parent }) => parent === id)).map(toRow)
  const roots = byTime(incident.hypotheses.filter(({ parent_id: parent }) => !parent || !ids.has(parent)))
  return { rows: [...roots.map(toRow), ...commentsOn(undefined)], contradictions }
}

export function toTreeRowTarget(row: HypothesisTreeRow): Target {
  if (row.is === 'hypothesis') return { kind: 'hypothesis', id: row.id, label: row.hypothesis.title }
  if (row.is === 'evidence') return { kind: 'evidence', id: row.id, label: evidenceName(row.evidence) }
  return { kind: 'comment', id: row.id, label: commentName(row.comment) }
}

export const commentAuthorName = (comment: IncidentComment): string => commentAuthor(comment) ?? 'Unknown author'

/** The health of the check or component that is evidence; undefined for other kinds. */
export function evidenceHealth({ checks: check, components: component, type }: Evidence): string | undefined {
  if (check) return check.status || 'unknown'
  // Log lines refer to a component, too.
  return component && type !== 'log' ? component.health || component.status || 'unknown' : undefined
}

/** Describes a row in one sentence, in reading order. */
export function describeTreeRow(row: HypothesisTreeRow): string {
  if (row.is === 'comment') return `Comment by ${commentAuthorName(row.comment)}: ${row.comment.comment}`
  if (row.is === 'evidence') {
    const { evidence } = row
    const { definition_of_done: isPart, done, properties } = evidence
    return [
      describeEvidence(evidence),
      evidenceHealth(evidence) ?? '',
      properties?.weighs ? `${properties.weighs} the hypothesis` : '',
      isPart ? `part of the definition of done, ${done ? 'done' : 'not done'}` : '',
    ]
      .filter(Boolean)
      .join(', ')
  }
  const { hypothesis, proposal, contradictions } = row
  return [
    hypothesis.title,
    hypothesis.type,
    hypothesis.status,
    proposal ? `proposed: ${proposal.why}` : '',
    ...contradictions.map(({ what }) => what),
  ]
    .filter(Boolean)
    .join(', ')
}

/** The searchable text of a row. */
export const treeRowText = (row: HypothesisTreeRow): string =>
  row.is === 'comment' ? `${commentAuthorName(row.comment)} ${row.comment.comment}` : describeTreeRow(row)
