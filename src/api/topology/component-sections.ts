import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { type ConfigRow, configRow } from '../catalog/catalog'
import { checks } from '../health/checks'
import { isOver } from '@/lib/incidents/incidents'
import { call } from '../http'
import { eq, inList, isNull, limit, order, select } from '../postgrest'
import { timestamp } from '../time'
import {
  componentHasChildren,
  componentKeys,
  type ComponentName,
  type ComponentScope,
  scopeIds,
  toComponentName,
} from './component'
import { isManualLink } from './component-links'
import { type Component, readDescendants } from './topology'

/** Maximum number of components in one request. More would exceed the URL length that servers accept. */
const MOST = 100
/** Maximum number of rows in one request. */
const MOST_ROWS = 2000

/** A resource that several components share. It is listed once, with all its components in the order of the scope. */
type Shared = { components: readonly ComponentName[] }

const check = z.object({
  id: z.guid(),
  name: z.string(),
  type: z.string(),
  status: z.nullish(z.string()),
  severity: z.nullish(z.string()),
  last_runtime: z.nullish(timestamp),
  last_transition_time: z.nullish(timestamp),
  deleted_at: z.nullish(timestamp),
})
export type ComponentCheck = Omit<z.infer<typeof check>, 'deleted_at'> & Shared

/** `isManual`: a user linked the item to the component itself, so it can be unlinked. */
export type ComponentConfig = ConfigRow & Shared & { isManual: boolean }

const incident = z.object({
  id: z.guid(),
  title: z.string(),
  severity: z.nullish(z.string()),
  status: z.nullish(z.string()),
  type: z.nullish(z.string()),
  created_at: timestamp,
  component_id: z.guid(),
})
export type ComponentIncident = Omit<z.infer<typeof incident>, 'component_id'> & Shared

const team = z.object({
  role: z.nullish(z.string()),
  team: z.nullish(z.object({ id: z.guid(), name: z.string() })),
})
type ComponentTeam = { id: string; name: string; role: string | undefined }

/** The sections of a component page. Each is requested once, when it is opened. */
export const componentSections = {
  /** The component and its descendants. A component without children causes no request. */
  scope: (of: Pick<Component, 'id' | 'name' | 'text' | 'children' | 'components'>) => {
    const hasChildren = componentHasChildren(of)
    return queryOptions({
      queryKey: componentKeys.scope(of),
      queryFn: async ({ signal }): Promise<ComponentScope> => {
        const own = toComponentName(of)
        if (!hasChildren) return { components: [own], omitted: 0 }
        return buildComponentScope(own, await readDescendants(of.id, signal))
      },
    })
  },

  checks: (scope: ComponentScope) =>
    queryOptions({
      queryKey: [...checks.all, 'ofComponents', scopeIds(scope)],
      queryFn: async ({ signal }): Promise<ComponentCheck[]> => {
        const rows = await call({
          path: '/api/db/check_component_relationships',
          query: [
            inList('component_id', scopeIds(scope)),
            isNull('deleted_at'),
            limit(MOST_ROWS),
            select('component_id', `check:checks(${Object.keys(check.shape).join(',')})`),
          ],
          schema: z.array(z.object({ component_id: z.guid(), check: z.nullish(check) })),
          signal,
        })
        const live = rows.flatMap(({ component_id: of, check: one }) =>
          one && !one.deleted_at ? [{ of, row: one }] : []
        )
        return shared(live, scope)
      },
    }),

  /** The config items of the components, sorted by name. Deleted items are left out. */
  configs: (scope: ComponentScope) =>
    queryOptions({
      queryKey: componentKeys.configs(scope),
      queryFn: async ({ signal }): Promise<ComponentConfig[]> => {
        const rows = await call({
          path: '/api/db/config_component_relationships',
          query: [
            inList('component_id', scopeIds(scope)),
            isNull('deleted_at'),
            limit(MOST_ROWS),
            select(
              'component_id',
              'selector_id',
              `config:configs!config_component_relationships_config_id_fkey(${Object.keys(configRow.shape).join(',')})`
            ),
          ],
          schema: z.array(
            z.object({ component_id: z.guid(), selector_id: z.nullish(z.string()), config: z.nullish(configRow) })
          ),
          signal,
        })
        const own = scopeIds(scope)[0]
        const manual = new Set(
          rows.flatMap((row) => (row.component_id === own && isManualLink(row) && row.config ? [row.config.id] : []))
        )
        const live = rows.flatMap(({ component_id: of, config }) =>
          config && !config.deleted_at ? [{ of, row: config }] : []
        )
        return shared(live, scope).map((one) => ({ ...one, isManual: manual.has(one.id) }))
      },
    }),

  /** The incidents that have a component as evidence: open incidents first, then the newest. */
  incidents: (scope: ComponentScope) =>
    queryOptions({
      // A key below `incidents.all`, written out so that pages do not load the code of incidents.
      queryKey: ['incidents', 'ofComponents', scopeIds(scope)],
      queryFn: async ({ signal }): Promise<ComponentIncident[]> => {
        const rows = await call({
          path: '/api/db/incidents_by_component',
          query: [inList('component_id', scopeIds(scope)), order('created_at.desc'), limit(MOST_ROWS)],
          schema: z.array(incident),
          signal,
        })
        const found = shared(
          rows.map(({ component_id: of, ...row }) => ({ of, row })),
          scope
        )
        return found.toSorted((a, b) => Number(isOver(a)) - Number(isOver(b)))
      },
    }),

  /** The teams of the component itself, sorted by name. */
  teams: (id: string) =>
    queryOptions({
      queryKey: componentKeys.teams(id),
      queryFn: async ({ signal }): Promise<ComponentTeam[]> => {
        const rows = await call({
          path: '/api/db/team_components',
          query: [eq('component_id', id), limit(MOST_ROWS), select('role', 'team:teams(id,name)')],
          schema: z.array(team),
          signal,
        })
        const found = rows.flatMap(({ role, team: one }) => (one ? [{ ...one, role: role ?? undefined }] : []))
        return [...new Map(found.map((one) => [one.id, one])).values()].toSorted((a, b) => a.name.localeCompare(b.name))
      },
    }),
}

/**
 * Collects the descendants, the nearest first. A component with several parents counts once, and cycles are ignored.
 */
export function buildComponentScope(own: ComponentName, all: readonly Component[]): ComponentScope {
  const childrenOf = new Map<string, Component[]>()
  for (const one of all)
    for (const parent of new Set([...(one.parents ?? []), ...(one.parent_id ? [one.parent_id] : [])])) {
      const siblings = childrenOf.get(parent)
      if (siblings) siblings.push(one)
      else childrenOf.set(parent, [one])
    }
  const found = new Map<string, ComponentName>([[own.id, own]])
  // The iteration over a map includes entries that are added during it.
  for (const id of found.keys())
    for (const below of childrenOf.get(id) ?? []) if (!found.has(below.id)) found.set(below.id, toComponentName(below))
  const components = [...found.values()]
  return { components: components.slice(0, MOST), omitted: Math.max(0, components.length - MOST) }
}

/** Each row once, in its original order, with its components. */
function shared<R extends { id: string }>(
  found: readonly { of: string; row: R }[],
  { components }: ComponentScope
): (R & Shared)[] {
  const rows = new Map(found.map(({ row }) => [row.id, { row, of: new Set<string>() }]))
  for (const { of, row } of found) rows.get(row.id)?.of.add(of)
  return [...rows.values()].map(({ row, of }) => ({ ...row, components: components.filter(({ id }) => of.has(id)) }))
}
