import { useRef } from 'react'
import css from './breadcrumbs.module.css'
import { PageLink } from './page-link'
import { useFullTextTip } from './use-full-text-tip'

type Crumb = { label: string; href: string }

type Props = {
  /** Ordered from the outermost. The last is the current page. */
  crumbs: readonly Crumb[]
  label?: string
}

/** The ancestors of a page as links, followed by the page itself. */
export function Breadcrumbs({ crumbs, label = 'Breadcrumbs' }: Props) {
  return (
    <nav aria-label={label}>
      <ol className={css.crumbs}>
        {crumbs.map((crumb, at) => (
          <Step key={crumb.href} crumb={crumb} isCurrent={at === crumbs.length - 1} />
        ))}
      </ol>
    </nav>
  )
}

function Step({ crumb: { label, href }, isCurrent }: { crumb: Crumb; isCurrent: boolean }) {
  const item = useRef<HTMLLIElement>(null)
  const fullText = useFullTextTip(item, label)
  return (
    <li ref={item} className={css.crumb} {...fullText.on}>
      <PageLink href={href} className={css.link} isCurrent={isCurrent}>
        <bdi>{label}</bdi>
      </PageLink>
      {fullText.tip}
    </li>
  )
}
