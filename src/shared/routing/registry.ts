import { isSignInPage } from '../pages/sign-in'
import type { Page } from './page'
import { addResourcePages, type Resource, type ResourceDescription, type ResourceKind } from './resource'

const pageModules = import.meta.glob<Readonly<Record<string, unknown>>>('../pages/*.ts', { eager: true })
const descriptions = import.meta.glob<ResourceDescription>('../pages/resources/*.ts', {
  import: 'default',
  eager: true,
})

/** All resources with list pages. */
export const resources: readonly Resource[] = Object.entries(descriptions).map(([file, description]) =>
  addResourcePages(file.replace(/^.*\/|\.ts$/g, ''), description)
)

const byKind: Readonly<Record<string, Resource>> = Object.fromEntries(resources.map((one) => [one.kind, one]))
export const resourcePages = byKind as Readonly<Record<ResourceKind, Resource>>

/** The resource of a kind; undefined for kinds without a resource. */
export const findResourceByKind = (kind: string): Resource | undefined =>
  isResourceKind(kind) ? resourcePages[kind] : undefined

const isPage = (exported: unknown): exported is Page =>
  typeof exported === 'object' && exported !== null && 'match' in exported

const described: readonly Page[] = [
  ...Object.values(pageModules).flatMap((module) => Object.values(module).filter(isPage)),
  ...resources.flatMap(({ list, item }) => (item ? [list, item] : [list])),
]

/** The position in the sidebar: that of the entry, and the position below the entry. */
function position({ nav, parent }: Page): readonly [number, number] {
  const own = nav?.order ?? Infinity
  return parent === undefined ? [own, 0] : [described.find(({ path }) => path === parent)?.nav?.order ?? Infinity, own]
}

function compareByPosition(a: Page, b: Page): number {
  const [[first, below], [otherFirst, otherBelow]] = [position(a), position(b)]
  if (first !== otherFirst) return first - otherFirst
  if (below !== otherBelow) return below - otherBelow
  return a.path < b.path ? -1 : 1
}

/** Every page of the console: first those of the sidebar, in its order, then the others by path. */
export const pages: readonly Page[] = described.toSorted(compareByPosition)

/** The page at a path, and its open tab, if any. */
export function findPage(path: string): { page: Page; tab: string } | undefined {
  for (const page of pages) {
    const tab = page.match(path)
    if (tab !== undefined) return { page, tab }
  }
  return undefined
}

/** The page that a former address leads to. */
export const findFormerPage = (path: string): Page | undefined =>
  pages.find(({ formerPaths = [] }) => formerPaths.includes(path))

/** The path of a page without its open tab. All tabs of a resource are one page. */
export function withoutTab(path: string): string {
  const tab = findPage(path)?.tab
  return tab ? path.slice(0, -tab.length - 1) : path
}

const listFiles = ({ files, tabs }: Page, tab: string): readonly string[] => {
  const open = tabs?.[tab]
  return open === undefined ? files : [...files, open]
}

/**
 * The modules of the page at a path, without those of every page: paths from the root of the project, which are also
 * the names of the build output. The console loads them, and the server makes the browser prefetch them with the page.
 */
export function findPageFiles(path: string): readonly string[] {
  const former = findFormerPage(path)
  const found = former ? { page: former, tab: '' } : findPage(path)
  return found ? listFiles(found.page, found.tab) : []
}

/** The modules of each page and tab, by an address. */
export const pageFiles: ReadonlyMap<string, readonly string[]> = new Map(
  pages.flatMap((page) =>
    Object.keys(page.tabs ?? { '': '' }).map((tab) => [
      tab === '' ? page.example : `${page.example}/${tab}`,
      listFiles(page, tab),
    ])
  )
)

/** The path of an address of the console, without its query and fragment. */
export const toPath = (address: string) => address.replace(/[?#].*/, '')

/** Whether there is a page at an address inside the console. Links without a page are rendered as text. */
export function hasPage(address: string): boolean {
  const path = toPath(address)
  return isSignInPage(path) || findPage(path) !== undefined || findFormerPage(path) !== undefined
}

/** Pages that require no sign-in and change nothing. */
export const isPublicPath = (path: string) => path.startsWith('/view/')

/** The public page for an address of the console, if there is one; otherwise the address itself. */
export function toPublicPath(address: string): string {
  const path = toPath(address)
  return hasPage(`/view${path}`) ? `/view${address}` : address
}

const addresses = new Map<string, (id: string) => string | undefined>(
  pages.flatMap(({ kind, at, addresses: rows = {} }) => [
    ...(kind === undefined ? [] : [[kind, at] as const]),
    ...Object.entries(rows),
  ])
)

export const isResourceKind = (kind: string): kind is ResourceKind => Object.hasOwn(byKind, kind)

/** The page of a row, or the list with the row highlighted; undefined if a link cannot address the row. */
export function resourceRowPath(kind: ResourceKind, id: string): string | undefined {
  const { list, item, isPaged } = resourcePages[kind]
  if (item) return item.at(id)
  return isPaged ? undefined : `${list.path}?id=${encodeURIComponent(id)}`
}

/** The path for creating a row. */
export const newResourcePath = (kind: ResourceKind): string => `${resourcePages[kind].path}/new`

/** The noun of a resource in a sentence: `log backend`. */
export const resourceNoun = (kind: ResourceKind): string => resourcePages[kind].noun ?? kind

/** The address of a resource; undefined for kinds without a page, and for ids that no page accepts. */
export function resourcePath(kind: string, id: string): string | undefined {
  const path = isResourceKind(kind) ? resourceRowPath(kind, id) : addresses.get(kind)?.(id)
  return path !== undefined && hasPage(path) ? path : undefined
}

/** The parent page by path: `/a/b` for `/a/b?c=d`, `/a` for `/a/b`. */
export function parentPath(path: string): string | undefined {
  const [pathname = '', search] = path.split('?')
  if (search) return pathname
  const parent = pathname.replace(/\/[^/]+\/?$/, '')
  return parent === '' || parent === pathname ? undefined : parent
}
