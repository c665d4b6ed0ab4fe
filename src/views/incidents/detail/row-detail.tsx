import { useMemo } from 'react'
import type { Evidence, Hypothesis } from '@/api/incidents/incident'
import { evidenceKindLabel } from '@/lib/incidents/evidence-name'
import { readScriptResult } from '@/lib/incidents/done-scripts'
import { capital, formatCount } from '@/shared/format'
import type { Contradiction, StatusProposal } from '@/lib/incidents/hypotheses'
import { childHypothesisType } from '@/lib/incidents/incidents'
import { DescriptionList } from '@/ui/description-list'
import { Notice } from '@/ui/notice'
import { Time } from '@/ui/time'
import { CommandButton } from '../../shared/commands/command-button'
import { DetailPane } from '../../shared/list/detail/detail-pane'
import type { DetailProps } from '../../shared/list/detail/detail-props'
import { EvidenceBody } from './evidence/evidence-body'
import css from './incident.module.css'
import { commentAuthorName, describeTreeRow, toTreeRowTarget, type HypothesisTreeRow } from './hypothesis-tree'
import { Contradictions } from './contradictions'
import { CommentText } from './comment-text'
import { DoneBadge, HypothesisBadge, WeightBadge } from './badges'
import { treeRowAddress } from './url'

/** `kind`: the kind to report when the row no longer exists. */
type Props = DetailProps<HypothesisTreeRow> & { kind?: 'hypothesis' | 'evidence' }

/** The detail of a hypothesis, a piece of evidence or a comment. */
export default function RowDetail({ row, controls, kind = 'hypothesis' }: Props) {
  const target = useMemo(
    () => (row ? toTreeRowTarget(row) : ({ kind, id: controls.id, label: capital(kind) } as const)),
    [row, controls.id, kind]
  )
  return (
    <DetailPane
      address={treeRowAddress}
      controls={controls}
      target={target}
      summary={row && describeTreeRow(row)}
      hasMenu={row !== undefined}
      isGone={!row}
      instead={!row && <Gone />}
      side={null}
      tabs={[{ id: 'about', label: row ? labels[row.is] : 'About', panel: row ? <Body row={row} /> : null }]}
    />
  )
}

const labels = { hypothesis: 'Hypothesis', evidence: 'Evidence', comment: 'Comment' }

const Gone = () => (
  <Notice tone="empty" title="Not found in this incident" actions={<CommandButton call="detail.back" />}>
    The link may be outdated, or the item was removed.
  </Notice>
)

const Body = ({ row }: { row: HypothesisTreeRow }) => (
  <div className={css.body}>
    {row.is === 'hypothesis' && (
      <HypothesisBody hypothesis={row.hypothesis} proposal={row.proposal} contradictions={row.contradictions} />
    )}
    {row.is === 'evidence' && <AboutEvidence evidence={row.evidence} />}
    {row.is === 'comment' && (
      <>
        <CommentText text={row.comment.comment} />
        <p className={css.quiet}>
          <bdi>{commentAuthorName(row.comment)}</bdi>, <Time at={row.comment.created_at} as="ago" />
        </p>
      </>
    )}
  </div>
)

type HypothesisBodyProps = {
  hypothesis: Hypothesis
  proposal: StatusProposal | undefined
  contradictions: readonly Contradiction[]
}

function HypothesisBody({ hypothesis, proposal, contradictions }: HypothesisBodyProps) {
  const { type, status, created_by: by, created_at: at, evidences } = hypothesis
  const child = childHypothesisType(type)
  return (
    <>
      <p className={css.state}>
        <HypothesisBadge status={status} />
        <span className={css.quiet}>{capital(type)}</span>
      </p>
      {proposal && (
        <section className={css.proposed} aria-label="Proposed status">
          <p>{proposal.why}</p>
          <CommandButton call="hypothesis.accept" tone="primary" label={`Mark as ${proposal.status}`} />
        </section>
      )}
      <Contradictions of={contradictions} />
      <DescriptionList
        items={[
          { name: 'Evidence', value: evidences.length === 0 ? 'None yet' : formatCount(evidences.length, 'piece') },
          ...(by ? [{ name: 'By', value: <bdi>{by.name}</bdi> }] : []),
          { name: 'Added', value: <Time at={at} as="ago" /> },
        ]}
      />
      <p className={css.actions}>
        <CommandButton call="hypothesis.status" label="Status" />
        {child && <CommandButton call="hypothesis.create" label={`Add ${child}`} />}
        <CommandButton call="comment.add" />
      </p>
    </>
  )
}

function AboutEvidence({ evidence }: { evidence: Evidence }) {
  const { description, definition_of_done: isPart, done, script, properties } = evidence
  return (
    <>
      {(properties?.weighs || isPart) && (
        <p className={css.state}>
          <WeightBadge weight={properties?.weighs} />
          <DoneBadge evidence={evidence} />
        </p>
      )}
      {description && <p className={css.description}>{description}</p>}
      <EvidenceBody evidence={evidence} />
      {script && (
        <section aria-label="Script">
          <DescriptionList
            items={[
              { name: 'Done when', value: <code className={css.code}>{script}</code> },
              { name: 'Last result', value: readScriptResult(evidence).words },
            ]}
          />
        </section>
      )}
      <DescriptionList
        items={[
          { name: 'Kind', value: evidenceKindLabel(evidence) },
          ...(evidence.created_by ? [{ name: 'By', value: <bdi>{evidence.created_by.name}</bdi> }] : []),
          { name: 'Added', value: <Time at={evidence.created_at} as="ago" /> },
        ]}
      />
      <p className={css.actions}>
        <CommandButton call="evidence.weigh?weight=supports" label="Supports" />
        <CommandButton call="evidence.weigh?weight=contradicts" label="Contradicts" />
        <CommandButton call="evidence.definition" label={isPart ? 'Remove from done' : 'Add to done'} />
        {isPart && <CommandButton call="evidence.script" label="Done when" />}
        {isPart && !script && <CommandButton call="evidence.done" label={done ? 'Not done' : 'Done'} />}
      </p>
    </>
  )
}
