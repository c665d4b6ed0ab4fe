import type { InsightRow } from '@/api/catalog/insights'
import { capital } from '@/shared/format'
import { severityTone } from '@/shared/severity'

/** Formats a stored value for display: `technical_debt` becomes `Technical debt`. */
export const formatStoredValue = (stored: string) => capital(stored.replaceAll('_', ' '))

/** Whether the insight is open and severe. */
export const isSevereInsight = ({ status, severity }: Pick<InsightRow, 'status' | 'severity'>) =>
  (status ?? 'open') === 'open' && severityTone(severity) === 'bad'
