import type { ComponentType } from 'react'
import { loadCommandsOf } from '../commands/page-commands'
import { leadsToHealth } from '../lib/paths'
import { type ResourceKind, resourcePages } from '../lib/resource-pages'
import { loadDetails, resources } from '../resources/registry'
import type { Resource } from '../resources/resource'
import { loadAhead } from '../ui/use-loaded'

type Load = () => Promise<{ default: ComponentType }>

export const loadHealth: Load = () => import('../views/health/health-view')

const loadOf =
  (resource: Resource): Load =>
  async () => {
    const [{ resourcePage }, details] = await Promise.all([
      import('../views/resources/resource-page'),
      loadDetails(resource.kind),
      loadCommandsOf(resource.kind),
    ])
    return { default: await resourcePage(resource, details) }
  }

/** The lists of resources, each by its own file and the page that they share. */
export const resourceLoads: readonly { resource: Resource; load: Load }[] = resources.map((resource) => ({
  resource,
  load: loadOf(resource),
}))

const pathOf = (kind: ResourceKind): string => resourcePages[kind].path

const loads = new Map<string, Load>([
  ...[...leadsToHealth].map((path) => [path, loadHealth] as const),
  ...resourceLoads.map(({ resource, load }) => [pathOf(resource.kind), load] as const),
])

/** Loads the page at a path while it is not known yet who looks at it. */
export function loadPageAhead(path: string): void {
  const load = loads.get(path)
  if (load) loadAhead(load)
}
