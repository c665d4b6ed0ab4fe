import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { hasPage } from '../shared/routing/registry'

type Props = {
  href: string
  className: string | undefined
  isCurrent?: boolean
  title?: string
  /** -1 if the surrounding element is the tab stop. */
  tabIndex?: -1
  children: ReactNode
}

/** A link to a page of the console, or text if the console does not have the page. Style links by `:any-link`. */
export function PageLink({ href, isCurrent = false, tabIndex, children, ...rest }: Props) {
  const same = { ...rest, 'aria-current': isCurrent ? ('page' as const) : undefined }
  if (!hasPage(href)) return <span {...same}>{children}</span>
  return (
    <Link href={href} tabIndex={tabIndex} {...same}>
      {children}
    </Link>
  )
}
