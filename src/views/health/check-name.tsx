import { isPublic, paths, publicOf } from '../../lib/paths'
import css from './health.module.css'
import type { Row } from './order'

/** A public page leads to public pages. */
const hrefOf = (id: string) => (isPublic(location.pathname) ? publicOf(paths.check(id)) : paths.check(id))

/** What names a check, as a link: a new tab is a press of the middle button away. The row opens it in place. */
export const CheckName = ({ check, hasNamespace }: { check: Row; hasNamespace: boolean }) => (
  <>
    <a href={hrefOf(check.id)} tabIndex={-1} data-row-link className={css.name}>
      <bdi>{check.name}</bdi>
    </a>
    <span className={css.type}>{check.type}</span>
    {hasNamespace && check.namespace && <span className={css.type}>{check.namespace}</span>}
    {check.description && <span className={css.quiet}>{check.description}</span>}
  </>
)
