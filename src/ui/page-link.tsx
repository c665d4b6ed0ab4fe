import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { hasPage } from '../lib/paths'

type Props = { href: string; className: string | undefined; isCurrent?: boolean; children: ReactNode }

/** A link to a page of the console; text where the console does not have the page. Style links by `:any-link`. */
export function PageLink({ href, className, isCurrent = false, children }: Props) {
  const same = { className, 'aria-current': isCurrent ? ('page' as const) : undefined }
  if (!hasPage(href)) return <span {...same}>{children}</span>
  return (
    <Link href={href} {...same}>
      {children}
    </Link>
  )
}
