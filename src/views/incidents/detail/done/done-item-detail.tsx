import type { DetailProps } from '@/views/shared/list/detail/detail-props'
import RowDetail from '../row-detail'
import type { DoneItem } from './done-items'

/** The detail of the evidence behind an item, the same as on the hypotheses tab. */
export default function DoneItemDetail({ row, controls }: DetailProps<DoneItem>) {
  return (
    <RowDetail
      row={row && { is: 'evidence', id: row.id, evidence: row.evidence }}
      controls={controls}
      kind="evidence"
    />
  )
}
