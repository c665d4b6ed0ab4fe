import type { InsightRow } from '@/api/insights'
import { insightName } from '@/lib/insight-types'

/** An insight as a command target. */
export const toInsightTarget = (row: Pick<InsightRow, 'id' | 'summary' | 'analyzer'>) =>
  ({ kind: 'insight', id: row.id, label: insightName(row) }) as const
