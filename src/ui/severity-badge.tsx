import { capital } from '../lib/format'
import { toneOfSeverity } from '../lib/severity'
import { Badge } from './badge'
import css from './severity-badge.module.css'

/** How severe a change or an insight is, by the backend's word; it stands out where somebody should look. */
export function SeverityBadge({ severity }: { severity?: string | null | undefined }) {
  if (!severity) return null
  const tone = toneOfSeverity(severity)
  const word = capital(severity)
  return tone ? <Badge tone={tone}>{word}</Badge> : <span className={css.quiet}>{word}</span>
}
