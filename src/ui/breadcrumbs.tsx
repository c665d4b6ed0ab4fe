import css from './breadcrumbs.module.css'
import { PageLink } from './page-link'

export type Crumb = { label: string; href: string }

type Props = {
  /** From the outermost; the last is where one is. */
  crumbs: readonly Crumb[]
  label?: string
}

/** The way down to a thing. All but the last lead back up. */
export function Breadcrumbs({ crumbs, label = 'Breadcrumbs' }: Props) {
  return (
    <nav aria-label={label}>
      <ol className={css.crumbs}>
        {crumbs.map((crumb, at) => (
          <li key={crumb.href} className={css.crumb}>
            <PageLink href={crumb.href} className={css.link} isCurrent={at === crumbs.length - 1}>
              <bdi>{crumb.label}</bdi>
            </PageLink>
          </li>
        ))}
      </ol>
    </nav>
  )
}
