import type { InsightRow } from '@/api/insights'
import { capital } from '@/lib/format'
import { severityTone } from '@/lib/severity'

/** Formats a stored value for display: `technical_debt` becomes `Technical debt`. */
export const formatStoredValue = (stored: string) => capital(stored.replaceAll('_', ' '))

/** Whether the insight is open and severe. */
export const isSevereInsight = ({ status, severity }: Pick<InsightRow, 'status' | 'severity'>) =>
  (status ?? 'open') === 'open' && severityTone(severity) === 'bad'
