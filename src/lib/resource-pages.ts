/**
 * The pages that list a resource, by the kind of what they list. A resource is described in `src/resources/<file>.resource.ts`,
 * and what only its page needs in `src/resources/<file>.details.ts`.
 */
export const resourcePages = {
  person: { path: '/settings/users', file: 'people', hasCommands: true },
  message: { path: '/settings/outbox', file: 'outbox', isPaged: true, hasCommands: true },
  property: { path: '/settings/feature-flags', file: 'flags', hasCommands: true },
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
}

export type ResourceKind = keyof typeof resourcePages

export const isResourceKind = (kind: string): kind is ResourceKind => Object.hasOwn(resourcePages, kind)

/** The list with one row marked; undefined where a link cannot say which page of the list it is on. */
export function pathOfRow(kind: ResourceKind, id: string): string | undefined {
  const { path, isPaged }: ResourcePage = resourcePages[kind]
  return isPaged ? undefined : `${path}?id=${encodeURIComponent(id)}`
}

/** What one of them is called within a sentence: `log backend`. */
export function nounOfResource(kind: ResourceKind): string {
  const { noun }: ResourcePage = resourcePages[kind]
  return noun ?? kind
}
