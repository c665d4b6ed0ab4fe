import { evidenceTitle, evidenceKindLabel, readEvidenceKind } from '@/lib/incidents/evidence-name'
import { capital } from '@/shared/format'
import { toHealthDot } from '@/lib/catalog/health-status'
import cell from '@/ui/grid/cell.module.css'
import type { GridColumn } from '@/ui/grid/column'
import { lazyComponent } from '@/ui/lazy-component'
import { StatusShape } from '@/ui/status'
import { Time } from '@/ui/time'
import { noIcon } from '../../shared/icons'
import { createActionsColumn } from '../../shared/list/actions-column'
import { DoneBadge, HypothesisBadge, WeightBadge } from './badges'
import type { RowPreview, RowPreviews } from './evidence/use-row-previews'
import css from './incident.module.css'
import type { KindIconProps } from './kind-icon'
import { commentAuthorName, evidenceHealth, toTreeRowTarget, type HypothesisTreeRow } from './hypothesis-tree'

/** The columns of the tree. @param previewOf returns the second line of a row */
export const treeColumns = (previewOf: RowPreviews): readonly GridColumn<HypothesisTreeRow>[] => [
  {
    id: 'name',
    title: 'Hypothesis',
    width: 'minmax(9rem, 4fr)',
    cell: (row) => <Name row={row} previewOf={previewOf} />,
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

/** Additional height of a row with a preview, in pixels. */
export const PREVIEW_HEIGHT = 18

function Name({ row, previewOf }: { row: HypothesisTreeRow; previewOf: RowPreviews }) {
  if (row.is === 'hypothesis')
    return (
      <span className={cell.line}>
        <span className={css.kind}>{capital(row.hypothesis.type)}</span>
        <bdi className={css.hypothesis}>{row.hypothesis.title}</bdi>
      </span>
    )
  if (row.is === 'comment')
    return (
      <span className={cell.line}>
        <KindMark icon="comment" label="Comment" />
        <bdi className={cell.words}>{previewOf(row.id)?.text ?? row.comment.comment}</bdi>
      </span>
    )
  const { evidence } = row
  const health = evidenceHealth(evidence)
  const preview = previewOf(row.id)
  return (
    <span className={css.evidence}>
      <span className={cell.line}>
        <KindMark icon={readEvidenceKind(evidence) ?? 'note'} label={evidenceKindLabel(evidence)} />
        {health && <StatusShape health={toHealthDot(health)} />}
        <bdi className={cell.words}>{evidenceTitle(evidence)}</bdi>
      </span>
      {preview && <PreviewLine {...preview} />}
    </span>
  )
}

const PreviewLine = lazyComponent<RowPreview>({ load: () => import('./evidence/preview-line') })

// Loaded after the rows, because nine icons are as large as the tree.
const KindIcon = lazyComponent<KindIconProps>({ load: () => import('./kind-icon'), pending: noIcon, failed: noIcon })

const KindMark = ({ icon, label }: KindIconProps & { label: string }) => (
  <span className={cell.icon} title={label}>
    <KindIcon icon={icon} />
    <span className="visually-hidden">{label}</span>
  </span>
)

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
