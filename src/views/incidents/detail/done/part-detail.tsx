import type { DetailProps } from '../../../shell/list/detail/lazy-detail'
import RowDetail from '../row-detail'
import type { Part } from './parts'

/** The evidence that is a part of the definition of done, as among the hypotheses. */
export default function PartDetail({ row, controls }: DetailProps<Part>) {
  return (
    <RowDetail
      row={row && { is: 'evidence', id: row.id, evidence: row.evidence }}
      controls={controls}
      kind="evidence"
    />
  )
}
