import { checkPath } from '@/shared/pages/health'
import { isPublicPath, toPublicPath } from '@/shared/routing/registry'
import css from './health.module.css'
import { IncidentMark } from './incident-mark'
import { type HealthRow, severityLevel } from './order'

/** Public pages link to public pages. */
const hrefOf = (id: string) => (isPublicPath(location.pathname) ? toPublicPath(checkPath(id)) : checkPath(id))

/** The name of a check as a link, so that it can be opened in a new tab. The row itself opens the check in place. */
export const CheckName = ({ check, hasNamespace }: { check: HealthRow; hasNamespace: boolean }) => (
  <span className={css.check}>
    <SeverityBars severity={check.severity} />
    <a href={hrefOf(check.id)} tabIndex={-1} data-row-link className={css.name}>
      <bdi>{check.name}</bdi>
    </a>
    {check.incidents?.[0] && <IncidentMark of={check.incidents} />}
    <span className={css.about}>
      <span className={css.type}>{check.type}</span>
      {hasNamespace && check.namespace && <span className={css.type}>{check.namespace}</span>}
      {check.description && <span className={css.quiet}>{check.description}</span>}
    </span>
  </span>
)

const bars = ['M0 10V7h2v3z', 'M3 10V5h2v5z', 'M6 10V2.5h2V10z', 'M9 10V0h2v10z']

/** The severity of a check as one to four bars. The label of the row has the word. */
function SeverityBars({ severity }: { severity: string | null | undefined }) {
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
