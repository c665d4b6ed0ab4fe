import type { DetailProps } from '../../../shell/list/detail/lazy-detail'
import RowDetail from '../row-detail'
import type { Part } from './parts'

/** The detail of the evidence behind an item, the same as on the hypotheses tab. */
export default function PartDetail({ row, controls }: DetailProps<Part>) {
  return (
    <RowDetail
      row={row && { is: 'evidence', id: row.id, evidence: row.evidence }}
      controls={controls}
      kind="evidence"
    />
  )
}
