import type { ReactNode } from 'react'
import { isViewer, findMissingAccess, type AccessCaller } from '@/shared/access/access'
import { type Flags, isDisabled } from '@/shared/access/flags'
import type { Page, PageAccess, PageNav, PagePart } from '@/shared/routing/page'
import { pages } from '@/shared/routing/registry'
import { navIcon } from '../../shared/icons'

/** The access that a page, or a part of it, requires. */
type NavAccess = Omit<PageAccess, 'areas'> & { areas: readonly PagePart['area'][] }

/** An entry of the sidebar. */
export type NavItem = {
  label: string
  href: string
  call: string
  icon: ReactNode
  /** The entry is shown if one of these is met. */
  anyOf: readonly NavAccess[]
  /** The subpages, listed while one of them is open. */
  subpages: readonly NavItem[]
}

type WithNav = Page & { nav: PageNav }
const listed = pages.filter((page): page is WithNav => page.nav !== undefined)

const byOrder = (a: WithNav, b: WithNav) => (a.nav.order ?? 0) - (b.nav.order ?? 0)

const toNavItem = ({ path, title, nav, go, access, parts }: WithNav): NavItem => ({
  label: nav.label ?? title,
  href: path,
  call: go?.id ?? '',
  icon: navIcon(nav.icon),
  anyOf:
    parts?.map(({ feature, area }) => ({ feature, areas: [area], action: 'read' as const })) ??
    (access ? [access] : []),
  subpages: listed
    .filter(({ parent }) => parent === path)
    .toSorted(byOrder)
    .map(toNavItem),
})

const roots = listed.filter(({ parent }) => parent === undefined)
const main = roots
  .filter(({ nav }) => nav.order !== undefined)
  .toSorted(byOrder)
  .map(toNavItem)
const settings = roots.filter(({ nav }) => nav.order === undefined).map(toNavItem)

/** The entries for a user: those whose feature is on and whose areas the user may access. */
export const listNavItems = (who: AccessCaller, flags: Flags | undefined, all = main): readonly NavItem[] =>
  all.filter(({ anyOf }) =>
    anyOf.some((access) => !isDisabled(flags, access.feature) && findMissingAccess(who, access) === undefined)
  )

/** The settings for a user, sorted by name; none for users with read-only roles. */
export const listSettingsItems = (who: AccessCaller, flags: Flags | undefined): readonly NavItem[] =>
  who.roles && isViewer(who.roles)
    ? []
    : listNavItems(who, flags, settings).toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
