import {
  authorOfComment,
  type Comment,
  type Evidence,
  type Hypothesis,
  type Incident,
  nameOfComment,
  weighed,
} from '../../../api/incident'
import type { Target } from '../../../commands/command'
import { nameOfEvidence, spokenEvidence } from '../../../lib/evidence-name'
import { type Contradiction, judge, type Proposal } from '../../../lib/hypotheses'

/** A row of the tree: a hypothesis with its children, a piece of evidence, or a comment. */
export type TreeRow =
  | {
      is: 'hypothesis'
      id: string
      hypothesis: Hypothesis
      proposal: Proposal | undefined
      contradictions: readonly Contradiction[]
      below: readonly TreeRow[]
    }
  | { is: 'evidence'; id: string; evidence: Evidence; below?: undefined }
  | { is: 'comment'; id: string; comment: Comment; below?: undefined }

export type Tree = {
  /** The root hypotheses, followed by the comments on the incident as a whole. */
  rows: readonly TreeRow[]
  contradictions: readonly Contradiction[]
}

const byTime = <T extends { created_at: string }>(list: readonly T[]) =>
  list.toSorted((a, b) => a.created_at.localeCompare(b.created_at))

/** Builds the tree of hypotheses. The children of each are its evidence, its comments and its child hypotheses. */
export function treeOf(incident: Incident): Tree {
  const { proposals, contradictions } = judge(weighed(incident))
  const ids = new Set(incident.hypotheses.map(({ id }) => id))
  const commentsOn = (id: string | undefined): TreeRow[] =>
    byTime(
      incident.comments.filter(({ hypothesis_id: of }) => (id === undefined ? !of || !ids.has(of) : of === id))
    ).map((comment) => ({ is: 'comment', id: comment.id, comment }))
  const toRow = (hypothesis: Hypothesis): TreeRow => ({
    is: 'hypothesis',
    id: hypothesis.id,
    hypothesis,
    proposal: proposals.get(hypothesis.id),
    contradictions: contradictions.filter((one) => one.ids.includes(hypothesis.id)),
    below: [
      ...byTime(hypothesis.evidences).map((evidence): TreeRow => ({ is: 'evidence', id: evidence.id, evidence })),
      ...commentsOn(hypothesis.id),
      ...childrenOf(hypothesis.id),
    ],
  })
  const childrenOf = (id: string): TreeRow[] =>
    byTime(incident.hypotheses.filter(({ parent_id: parent }) => parent === id)).map(toRow)
  const roots = byTime(incident.hypotheses.filter(({ parent_id: parent }) => !parent || !ids.has(parent)))
  return { rows: [...roots.map(toRow), ...commentsOn(undefined)], contradictions }
}

export function targetOf(row: TreeRow): Target {
  if (row.is === 'hypothesis') return { kind: 'hypothesis', id: row.id, label: row.hypothesis.title }
  if (row.is === 'evidence') return { kind: 'evidence', id: row.id, label: nameOfEvidence(row.evidence) }
  return { kind: 'comment', id: row.id, label: nameOfComment(row.comment) }
}

export const authorOf = (comment: Comment): string => authorOfComment(comment) ?? 'Unknown author'

/** Describes a row in one sentence, in reading order. */
export function sentenceOf(row: TreeRow): string {
  if (row.is === 'comment') return `Comment by ${authorOf(row.comment)}: ${row.comment.comment}`
  if (row.is === 'evidence') {
    const { evidence } = row
    const { definition_of_done: isPart, done, properties } = evidence
    return [
      spokenEvidence(evidence),
      evidence.checks ? evidence.checks.status || 'unknown' : '',
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
export const textOf = (row: TreeRow): string =>
  row.is === 'comment' ? `${authorOf(row.comment)} ${row.comment.comment}` : sentenceOf(row)
