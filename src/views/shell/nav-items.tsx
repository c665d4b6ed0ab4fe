import type { ReactNode } from 'react'
import { type Area, may, type Who } from '../../lib/access'
import { type Feature, type Flags, isDisabled } from '../../lib/flags'
import { paths } from '../../lib/paths'
import { icons } from './icons'

/** An entry of the sidebar, and what it depends on. */
export type NavItem = { label: string; href: string; call: string; icon: ReactNode; feature: Feature; area: Area }

/** Only what exists is here: an entry appears with its screen. */
const items: readonly NavItem[] = [
  { label: 'Health', href: paths.health, call: 'go.health', icon: icons.health, feature: 'health', area: 'canaries' },
  {
    label: 'People',
    href: paths.people,
    call: 'go.people',
    icon: icons.people,
    feature: 'settings.users',
    area: 'identities',
  },
]

/** The entries for somebody: those of features that are on, of areas that they may read. */
export const navItemsFor = (who: Who, flags: Flags | undefined, all = items): readonly NavItem[] =>
  all.filter(({ feature, area }) => !isDisabled(flags, feature) && may(who, area, 'read'))
