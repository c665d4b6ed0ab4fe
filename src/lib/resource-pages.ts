/**
 * Pages that list resources, by resource kind. `src/resources/<file>.resource.ts` defines the resource, and
 * `src/resources/<file>.details.ts` what only its page needs.
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
  /** The noun of a resource as part of a sentence, if it differs from the kind. */
  noun?: string
  /** Paged by the server. A row may be on any page, so links cannot address it. */
  isPaged?: true
  /** The resource has commands of its own in `src/commands/pages/<file>.ts`. */
  hasCommands?: true
  /** Each row, and each new row, has a page of its own below the list. */
  hasItems?: true
}

export type ResourceKind = keyof typeof resourcePages

export const isResourceKind = (kind: string): kind is ResourceKind => Object.hasOwn(resourcePages, kind)

/** The path for creating a row. */
export const newResourcePath = (kind: ResourceKind): string => `${resourcePages[kind].path}/new`

const itemPages = Object.values<ResourcePage>(resourcePages).filter(({ hasItems }) => hasItems)
const itemPage = /^(?<list>\/.+)\/(?:new|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The page that all rows of a list share, named by the path for creating a row. Undefined if rows have no pages. */
export function itemPageAt(path: string): string | undefined {
  const list = itemPage.exec(path)?.groups?.['list']
  return itemPages.some((one) => one.path === list) ? `${list}/new` : undefined
}

/** The page of a row, or the list with the row highlighted; undefined if a link cannot address the row. */
export function resourceRowPath(kind: ResourceKind, id: string): string | undefined {
  const { path, isPaged, hasItems }: ResourcePage = resourcePages[kind]
  if (hasItems) return `${path}/${encodeURIComponent(id)}`
  return isPaged ? undefined : `${path}?id=${encodeURIComponent(id)}`
}

/** The noun of a resource as part of a sentence: `log backend`. */
export function resourceNoun(kind: ResourceKind): string {
  const { noun }: ResourcePage = resourcePages[kind]
  return noun ?? kind
}
