import { capital } from '../shared/format'
import { severityTone } from '../shared/severity'
import { Badge } from './badge'
import css from './severity-badge.module.css'

/** The severity of a change or an insight as reported by the backend. Relevant severities are highlighted. */
export function SeverityBadge({ severity }: { severity?: string | null | undefined }) {
  if (!severity) return null
  const tone = severityTone(severity)
  const word = capital(severity)
  return tone ? <Badge tone={tone}>{word}</Badge> : <span className={css.quiet}>{word}</span>
}
