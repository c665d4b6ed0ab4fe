import { leadsToHealth, paths } from './paths'

const sources: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...leadsToHealth].map((path) => [path, 'src/views/health/health-view.tsx'])),
  [paths.people]: 'src/views/people/people-view.tsx',
  [paths.outbox]: 'src/views/outbox/outbox-view.tsx',
  [paths.flags]: 'src/views/flags/flags-view.tsx',
}

/**
 * What the page at a path is made of, besides what every page needs: its source from the root of the project, by which the
 * build calls its files. `src/app/routes.tsx` loads it; the server has the browser fetch it with the page.
 */
export const sourceOfPage = (path: string): string | undefined => sources[path]

/** All of them. */
export const pageSources: ReadonlySet<string> = new Set(Object.values(sources))
