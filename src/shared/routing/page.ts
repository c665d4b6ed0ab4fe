import type { Area } from '../access/access'
import type { Feature } from '../access/flags'
import type { AccessObject } from '../access/policy'

/** The access that a page requires. */
export type PageAccess = {
  /** Turns the page off. */
  feature: Feature
  /** All of these areas are required. */
  areas: readonly [Area, ...Area[]]
  /** Objects without an area. A backend may allow them without listing a rule, so only their denial closes the page. */
  objects?: readonly AccessObject[]
  action: 'read' | 'write'
}

/** The names of the icons of the sidebar, which `src/views/shared/icons.tsx` draws. */
export type NavIcon =
  | 'canaries'
  | 'cards'
  | 'catalog'
  | 'connections'
  | 'flags'
  | 'health'
  | 'incidents'
  | 'integrations'
  | 'jobs'
  | 'logs'
  | 'notifications'
  | 'people'
  | 'play'
  | 'rules'
  | 'scrapers'
  | 'topologies'
  | 'triage'

/** An entry of the sidebar. */
export type PageNav = {
  icon: NavIcon
  /** Defaults to the title of the page. */
  label?: string
  /** The position in the main group. Entries without one are in the settings group, which is sorted by label. */
  order?: number
}

/** A part of a page with a feature and an area of its own. */
export type PagePart = { feature: Feature; area: Area }

/** The parts of the configuration that decide whether a page exists; undefined until they are known. */
export type Deployment =
  { backend: 'embedded' | 'gateway'; signIn: 'none' | 'basic' | 'password' | 'kratos' | 'hosted' } | undefined

/** The `go.*` command that opens a page, and its key sequence. */
export type PageGo = { id: `go.${string}`; title: string; keywords: string; keys?: string }

export type PageDescription = {
  /** The address, such as `/incidents/:id/report`. `:id` is the UUID of a resource, `:type` one of `types`. */
  path: string
  types?: readonly string[]
  /** Shown while the page loads, and instead of the page if it is turned off. */
  title: string
  /** The module of the page, `src/views/<view>.page.tsx`, and further modules that it needs at once. */
  files: readonly [string, ...string[]]
  /** The tabs that have an address below that of the page, with the module of each. */
  tabs?: Readonly<Record<string, string>>
  /** Absent: the page checks the access to each of its `parts`. */
  access?: PageAccess
  /** The page is in the sidebar and can be opened if one of its parts is turned on and may be read. */
  parts?: readonly PagePart[]
  /** Why the page is unavailable in this deployment; undefined if it is available. */
  unavailable?(deployment: Deployment): string | undefined
  /** The address at which the same page is public. */
  publicPath?: string
  /** Former addresses, which redirect to the page. */
  formerPaths?: readonly string[]
  /** The kind of the resource that the page shows. */
  kind?: string
  /** The addresses of resources that are shown as a part of the page, by kind; undefined for an invalid id. */
  addresses?: Readonly<Record<string, (id: string) => string | undefined>>
  isInHealthOnlyMode?: true
  /** The page is shown before the feature flags are known, which do not apply to it. */
  ignoresFlags?: true
  nav?: PageNav
  /** The path of the page below whose entry in the sidebar this page is listed. */
  parent?: string
  go?: PageGo
}

/** One page of the console. All resources of a kind share one page. */
export type Page = PageDescription & {
  /** The address of the page of a resource. */
  at(id: string, type?: string): string
  /** The address with the nil UUID, which names the page in builds and tests. */
  example: string
  /** The tab at a path, `''` for none; undefined if the path belongs to another page. */
  match(path: string): string | undefined
}

export const UUID_PATTERN = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const NIL_UUID = '00000000-0000-0000-0000-000000000000'

/**
 * Describes a page. Its route, guard, sidebar entry, command, keys, prefetched files and tests are derived from the
 * description.
 */
export function definePage<const D extends PageDescription>(description: D): D & Page {
  const { path, publicPath, tabs, types = [] }: PageDescription = description
  const at = (id: string, type = types[0] ?? '') => path.replace(':id', encodeURIComponent(id)).replace(':type', type)
  const tab = tabs ? `(?:/(?<tab>${Object.keys(tabs).filter(Boolean).join('|')}))?` : ''
  const pattern = path.includes(':id')
    ? new RegExp(`^${path.replace(':id', UUID_PATTERN).replace(':type', `(?:${types.join('|')})`)}${tab}$`)
    : undefined
  return {
    ...description,
    at,
    example: at(NIL_UUID),
    match(given) {
      if (given === path || given === publicPath) return ''
      const found = pattern?.exec(given)
      return found ? (found.groups?.['tab'] ?? '') : undefined
    },
  }
}
