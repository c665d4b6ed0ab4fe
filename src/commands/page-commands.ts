import type { ResourceKind } from '../lib/resource-pages'

/** Loads the commands of a page, by the kind of resource it lists: `hasCommands` in `src/lib/resource-pages.ts`. */
const loads: Partial<Record<ResourceKind, () => Promise<unknown>>> = {
  person: () => import('./pages/people'),
  message: () => import('./pages/outbox'),
  property: () => import('./pages/flags'),
  canary: () => import('./pages/canaries'),
  scraper: () => import('./pages/scrapers'),
  playbook: () => import('./pages/playbooks'),
  topology: () => import('./pages/topologies'),
}

/** Loads the commands with the page whose buttons call them. */
export const loadPageCommands = async (kind: ResourceKind): Promise<unknown> => loads[kind]?.()
