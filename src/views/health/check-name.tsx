import { isPublic, paths, publicOf } from '../../lib/paths'
import css from './health.module.css'
import { InIncident } from './in-incident'
import type { Row } from './order'
import { Severity } from './severity'

/** Public pages link to public pages. */
const hrefOf = (id: string) => (isPublic(location.pathname) ? publicOf(paths.check(id)) : paths.check(id))

/** The name of a check as a link, so that it can be opened in a new tab. The row itself opens the check in place. */
export const CheckName = ({ check, hasNamespace }: { check: Row; hasNamespace: boolean }) => (
  <span className={css.check}>
    <Severity severity={check.severity} />
    <a href={hrefOf(check.id)} tabIndex={-1} data-row-link className={css.name}>
      <bdi>{check.name}</bdi>
    </a>
    {check.incidents?.[0] && <InIncident of={check.incidents} />}
    <span className={css.about}>
      <span className={css.type}>{check.type}</span>
      {hasNamespace && check.namespace && <span className={css.type}>{check.namespace}</span>}
      {check.description && <span className={css.quiet}>{check.description}</span>}
    </span>
  </span>
)
