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
  /** The keys of a command that does the same: as an attribute and as a sentence. */
  shortcuts?: string | undefined
  description?: string | undefined
  children: ReactNode
}

/** A link to a page of the console, or text if the console does not have the page. Style links by `:any-link`. */
export function PageLink({ href, isCurrent = false, tabIndex, shortcuts, description, children, ...rest }: Props) {
  const same = { ...rest, 'aria-current': isCurrent ? ('page' as const) : undefined }
  if (!hasPage(href)) return <span {...same}>{children}</span>
  return (
    <Link href={href} tabIndex={tabIndex} aria-keyshortcuts={shortcuts} aria-description={description} {...same}>
      {children}
    </Link>
  )
}
