import type { InsightRow } from '../../../api/insights'
import { capital } from '../../../lib/format'
import { toneOfSeverity } from '../../../lib/severity'

/** A stored word as people read it: `technical_debt` is `Technical debt`. */
export const wordOf = (stored: string) => capital(stored.replaceAll('_', ' '))

/** Whether somebody should look at it: it is still there, and severe. */
export const isTrouble = ({ status, severity }: Pick<InsightRow, 'status' | 'severity'>) =>
  (status ?? 'open') === 'open' && toneOfSeverity(severity) === 'bad'
