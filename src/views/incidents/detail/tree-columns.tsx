import { kindAndTitle } from '@/lib/incidents/evidence-name'
import { capital } from '@/shared/format'
import { toHealthDot } from '@/lib/catalog/health-status'
import cell from '@/ui/grid/cell.module.css'
import type { GridColumn } from '@/ui/grid/column'
import { StatusShape } from '@/ui/status'
import { Time } from '@/ui/time'
import { createActionsColumn } from '../../shared/list/actions-column'
import { DoneBadge, HypothesisBadge, WeightBadge } from './badges'
import css from './incident.module.css'
import { commentAuthorName, evidenceHealth, toTreeRowTarget, type HypothesisTreeRow } from './hypothesis-tree'

export const treeColumns: readonly GridColumn<HypothesisTreeRow>[] = [
  {
    id: 'name',
    title: 'Hypothesis',
    width: 'minmax(9rem, 4fr)',
    cell: (row) => <Name row={row} />,
  },
  {
    id: 'state',
    title: 'Status',
    width: 'minmax(8.5rem, 1fr)',
    below: true,
    cell: (row) => <State row={row} />,
  },
  {
    id: 'by',
    title: 'By',
    width: 'minmax(5rem, 1fr)',
    priority: 0,
    cell: (row) => <bdi className={cell.quiet}>{createdBy(row)}</bdi>,
  },
  {
    id: 'at',
    title: 'Added',
    width: 'var(--moment-width, 5.5rem)',
    align: 'end',
    priority: 2,
    cell: (row) => <Time at={createdAt(row)} as="ago" />,
  },
  createActionsColumn(toTreeRowTarget),
]

const createdBy = (row: HypothesisTreeRow): string | undefined => {
  if (row.is === 'comment') return commentAuthorName(row.comment)
  return (row.is === 'evidence' ? row.evidence : row.hypothesis).created_by?.name
}
const createdAt = (row: HypothesisTreeRow): string =>
  row.is === 'comment' ? row.comment.created_at : (row.is === 'evidence' ? row.evidence : row.hypothesis).created_at

function Name({ row }: { row: HypothesisTreeRow }) {
  if (row.is === 'hypothesis')
    return (
      <span className={cell.line}>
        <span className={css.kind}>{capital(row.hypothesis.type)}</span>
        <bdi className={cell.name}>{row.hypothesis.title}</bdi>
      </span>
    )
  if (row.is === 'evidence') {
    const { kind, title } = kindAndTitle(row.evidence)
    const health = evidenceHealth(row.evidence)
    return (
      <span className={cell.line}>
        <span className={css.kind}>{kind}</span>
        {health && <StatusShape health={toHealthDot(health)} />}
        <bdi className={cell.words}>{title}</bdi>
      </span>
    )
  }
  return (
    <span className={cell.line}>
      <span className={css.kind}>Comment</span>
      <bdi className={cell.words}>{row.comment.comment}</bdi>
    </span>
  )
}

function State({ row }: { row: HypothesisTreeRow }) {
  if (row.is === 'comment') return null
  if (row.is === 'evidence')
    return (
      <span className={cell.line}>
        <WeightBadge weight={row.evidence.properties?.weighs} />
        <DoneBadge evidence={row.evidence} />
      </span>
    )
  const { hypothesis, proposal, contradictions } = row
  return (
    <span
      className={cell.line}
      title={[proposal?.why, ...contradictions.map(({ what }) => what)].filter(Boolean).join(' ')}
    >
      <HypothesisBadge status={hypothesis.status} />
      {proposal && <span className={css.proposal}>{`→ ${proposal.status}`}</span>}
      {contradictions.length > 0 && <span className={css.contradiction}>Contradiction</span>}
    </span>
  )
}
