import type { InsightRow } from '@/api/catalog/insights'
import { insightName } from '@/shared/catalog/insight-types'

/** An insight as a command target. */
export const toInsightTarget = (row: Pick<InsightRow, 'id' | 'summary' | 'analyzer'>) =>
  ({ kind: 'insight', id: row.id, label: insightName(row) }) as const
