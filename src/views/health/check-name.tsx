import { checkPath } from '@/shared/pages/health'
import { isPublicPath, toPublicPath } from '@/shared/routing/registry'
import css from './health.module.css'
import { IncidentMark } from './incident-mark'
import type { HealthRow } from './order'
import { SeverityBars } from './severity'

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
