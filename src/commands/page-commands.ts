import type { ResourceKind } from '../lib/resource-pages'

/** Makes the commands of a page known, by the kind of what it lists: `hasCommands` in `src/lib/resource-pages.ts`. */
const loads: Partial<Record<ResourceKind, () => Promise<unknown>>> = {
  person: () => import('./pages/people'),
  message: () => import('./pages/outbox'),
  property: () => import('./pages/flags'),
  canary: () => import('./pages/canaries'),
  scraper: () => import('./pages/scrapers'),
  playbook: () => import('./pages/playbooks'),
  topology: () => import('./pages/topologies'),
}

/** Loads them with the page, whose buttons they are. */
export const loadCommandsOf = async (kind: ResourceKind): Promise<unknown> => loads[kind]?.()
