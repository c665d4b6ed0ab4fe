/**
 * The pages that list a resource, by the kind of what they list. A resource is described in `src/resources/<file>.resource.ts`,
 * and what only its page needs in `src/resources/<file>.details.ts`.
 */
export const resourcePages = {
  person: { path: '/settings/users', file: 'people', hasCommands: true },
  message: { path: '/settings/outbox', file: 'outbox', isPaged: true, hasCommands: true },
  property: { path: '/settings/feature-flags', file: 'flags', hasCommands: true },
  scraper: { path: '/catalog/scrapers', file: 'scrapers', hasCommands: true, hasItems: true },
  canary: { path: '/settings/canaries', file: 'canaries', hasCommands: true, hasItems: true },
  topology: { path: '/settings/topologies', file: 'topologies', hasCommands: true, hasItems: true },
  incidentrule: { path: '/settings/incident_rules', file: 'incident-rules', noun: 'incident rule', hasItems: true },
  playbook: { path: '/playbooks', file: 'playbooks', hasCommands: true, hasItems: true },
  logbackend: { path: '/settings/log-backends', file: 'log-backends', noun: 'log backend' },
} as const satisfies Record<string, ResourcePage>

export type ResourcePage = {
  path: string
  file: string
  /** What one of them is called within a sentence, where that is not the kind. */
  noun?: string
  /** The server pages it: a row by its id may be on any page, so a link cannot lead to it. */
  isPaged?: true
  /** It has commands of its own, added by `src/commands/pages/<file>.ts`. */
  hasCommands?: true
  /** Each of them has a page below the list, and so has a new one. */
  hasItems?: true
}

export type ResourceKind = keyof typeof resourcePages

export const isResourceKind = (kind: string): kind is ResourceKind => Object.hasOwn(resourcePages, kind)

/** Where a new one is made. */
export const pathOfNew = (kind: ResourceKind): string => `${resourcePages[kind].path}/new`

const itemPages = Object.values<ResourcePage>(resourcePages).filter(({ hasItems }) => hasItems)
const itemPage = /^(?<list>\/.+)\/(?:new|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The page that all rows of a list share, whichever the path is of: that of a new one. Undefined where there is none. */
export function itemPageAt(path: string): string | undefined {
  const list = itemPage.exec(path)?.groups?.['list']
  return itemPages.some((one) => one.path === list) ? `${list}/new` : undefined
}

/** A page of its own, or the list with one row marked; undefined where a link cannot say which page of the list it is on. */
export function pathOfRow(kind: ResourceKind, id: string): string | undefined {
  const { path, isPaged, hasItems }: ResourcePage = resourcePages[kind]
  if (hasItems) return `${path}/${encodeURIComponent(id)}`
  return isPaged ? undefined : `${path}?id=${encodeURIComponent(id)}`
}

/** What one of them is called within a sentence: `log backend`. */
export function nounOfResource(kind: ResourceKind): string {
  const { noun }: ResourcePage = resourcePages[kind]
  return noun ?? kind
}
