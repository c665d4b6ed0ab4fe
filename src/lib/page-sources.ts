import { leadsToHealth } from './paths'
import { type ResourcePage, resourcePages } from './resource-pages'

const healthPage = ['src/views/health/health-view.tsx']
const resourcePage = 'src/views/resources/resource-page.tsx'
const pagedResource = 'src/views/resources/paged-resource.tsx'

const sources: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries([...leadsToHealth].map((path) => [path, healthPage])),
  ...Object.fromEntries(
    Object.values<ResourcePage>(resourcePages).map(({ path, file, isPaged, hasCommands }) => [
      path,
      [
        resourcePage,
        ...(isPaged ? [pagedResource] : []),
        `src/resources/${file}.details.ts`,
        ...(hasCommands ? [`src/commands/pages/${file}.ts`] : []),
      ],
    ])
  ),
}

/**
 * What the page at a path is made of, besides what every page needs: its sources from the root of the project, by which the
 * build calls its files. `src/app/pages.ts` loads them; the server has the browser fetch them with the page.
 */
export const sourcesOfPage = (path: string): readonly string[] => sources[path] ?? []

/** Those of each page, by a path that leads to it. */
export const pageSources: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(sources))
