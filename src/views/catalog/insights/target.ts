import type { InsightRow } from '../../../api/insights'
import { nameOfInsight } from '../../../lib/insight-types'

/** An insight as a command target. */
export const targetOf = (row: Pick<InsightRow, 'id' | 'summary' | 'analyzer'>) =>
  ({ kind: 'insight', id: row.id, label: nameOfInsight(row) }) as const
