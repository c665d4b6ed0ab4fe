import type { ReactNode } from 'react'
import { type Area, isViewer, isAllowed, type AccessCaller } from '@/lib/access'
import { type Feature, type Flags, isDisabled } from '@/lib/flags'
import { paths } from '@/lib/paths'
import { resourcePages } from '@/lib/resource-pages'
import { resources } from '@/resources/registry'
import { icons } from '../icons'

/** An entry of the sidebar, with the feature and the area that it requires. */
export type NavItem = {
  label: string
  href: string
  call: string
  icon: ReactNode
  feature: Feature
  area: Area
  /** Alternative requirements: the entry is also shown if one of these is met. */
  or?: readonly { feature: Feature; area: Area }[]
  /** The subpages, listed while one of them is open. */
  subpages?: readonly Pick<NavItem, 'label' | 'href' | 'call'>[]
}

/** The entries of the main group. An entry is added together with its page. */
const main: readonly NavItem[] = [
  {
    label: 'Dashboard',
    href: paths.topology,
    call: 'go.topology',
    icon: icons.cards,
    feature: 'topology',
    area: 'topologies',
  },
  { label: 'Health', href: paths.health, call: 'go.health', icon: icons.health, feature: 'health', area: 'canaries' },
  {
    label: 'Incidents',
    href: paths.incidents,
    call: 'go.incidents',
    icon: icons.incidents,
    feature: 'incidents',
    area: 'incident',
  },
  {
    label: 'Triage',
    href: paths.triage,
    call: 'go.triage',
    icon: icons.triage,
    // In a deployment with checks only, the health page is the queue.
    feature: 'incidents',
    area: 'incident',
    or: [
      { feature: 'playbooks', area: 'playbook_runs' },
      { feature: 'settings.notifications', area: 'notifications' },
      { feature: 'config', area: 'database' },
    ],
  },
  {
    label: 'Catalog',
    href: paths.catalog,
    call: 'go.catalog',
    icon: icons.catalog,
    feature: 'config',
    area: 'database',
    subpages: [
      { label: 'Summary', href: paths.catalogSummary, call: 'go.catalogSummary' },
      { label: 'Changes', href: paths.changes, call: 'go.changes' },
      { label: 'Insights', href: paths.insights, call: 'go.insights' },
    ],
  },
  { label: 'Logs', href: paths.logs, call: 'go.logs', icon: icons.logs, feature: 'logs', area: 'topologies' },
  {
    label: 'Playbooks',
    href: resourcePages.playbook.path,
    call: 'go.playbooks',
    icon: icons.play,
    feature: 'playbooks',
    area: 'playbooks',
    subpages: [{ label: 'Runs', href: paths.runs, call: 'go.runs' }],
  },
]

/** The entries of the settings group, in any order: the group is sorted by label. */
const settings: readonly NavItem[] = [
  ...resources.flatMap(({ kind, title, feature, access, sidebar, go }) =>
    sidebar
      ? [
          {
            label: sidebar.label ?? title,
            href: resourcePages[kind].path,
            call: go.id,
            icon: icons[sidebar.icon],
            feature,
            area: access.areas[0],
          },
        ]
      : []
  ),
  {
    label: 'Integrations',
    href: paths.integrations,
    call: 'go.integrations',
    icon: icons.integrations,
    feature: 'settings.integrations',
    area: 'integrations',
  },
]

/** The entries for a user: those whose feature is on and whose area the user may read. */
export const listNavItems = (who: AccessCaller, flags: Flags | undefined, all = main): readonly NavItem[] =>
  all.filter(({ or = [], ...item }) =>
    [item, ...or].some(({ feature, area }) => !isDisabled(flags, feature) && isAllowed(who, area, 'read'))
  )

/** The settings for a user, sorted by name; none for users with read-only roles. */
export const listSettingsItems = (who: AccessCaller, flags: Flags | undefined): readonly NavItem[] =>
  who.roles && isViewer(who.roles)
    ? []
    : listNavItems(who, flags, settings).toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
