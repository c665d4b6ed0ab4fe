import css from './health.module.css'
import { severityLevel } from './order'

const bars = ['M0 10V7h2v3z', 'M3 10V5h2v5z', 'M6 10V2.5h2V10z', 'M9 10V0h2v10z']

/** The severity of a check as one to four bars. The label of the row has the word. */
export function SeverityBars({ severity }: { severity: string | null | undefined }) {
  const level = severityLevel(severity)
  return (
    <span className={css.severity} title={severity ? `Severity: ${severity}` : undefined} data-level={level}>
      {severity && (
        <svg width="11" height="10" viewBox="0 0 11 10" aria-hidden="true">
          <path d={bars.slice(level).join('')} opacity="0.3" />
          <path d={bars.slice(0, level).join('')} />
        </svg>
      )}
    </span>
  )
}
