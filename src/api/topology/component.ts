import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call } from '../http'
import { inList, isNull, select } from '../postgrest'
import { type Component, topology } from './topology'

const named = z.object({ id: z.guid(), name: z.string(), text: z.nullish(z.string()) })
/** `name` is the title from the topology if there is one, and otherwise the name. */
export type ComponentName = { id: string; name: string }

/** A component and all its descendants. */
export type ComponentScope = {
  /** The component itself, then its descendants, the nearest first. */
  components: readonly ComponentName[]
  /** Number of further descendants that are not requested. */
  omitted: number
}

type Named = Pick<Component, 'id' | 'name' | 'text'>
type Parent = Pick<Component, 'id' | 'children' | 'components'>

export const componentHasChildren = (of: Parent) => (of.children?.length ?? 0) > 0 || (of.components?.length ?? 0) > 0

export const scopeIds = ({ components }: ComponentScope) => components.map(({ id }) => id)

/** Keys of what the panels load (`component-sections.ts`), so that the page can count it without their code. */
export const componentKeys = {
  scope: (of: Parent) => [...topology.all, 'scope', of.id, componentHasChildren(of)] as const,
  // A key below `componentLinks.all`, because linking and unlinking invalidate the items.
  configs: (scope: ComponentScope) => ['componentLinks', 'ofComponents', scopeIds(scope)] as const,
  teams: (id: string) => [...topology.all, 'teams', id] as const,
}

/** The ancestors of a component from the root. Inaccessible components are left out. */
export const componentAncestors = (of: Pick<Component, 'id' | 'path' | 'parent_id'>) => {
  const ids = readAncestorIds(of)
  return queryOptions({
    queryKey: [...topology.all, 'names', ids],
    queryFn: async ({ signal }): Promise<ComponentName[]> => {
      if (ids.length === 0) return []
      const rows = await call({
        path: '/api/db/components',
        query: [inList('id', ids), isNull('deleted_at'), select(...Object.keys(named.shape))],
        schema: z.array(named),
        signal,
      })
      const found = new Map(rows.map((one) => [one.id, toComponentName(one)]))
      return ids.flatMap((id) => found.get(id) ?? [])
    },
  })
}

export const toComponentName = ({ id, name, text }: Named): ComponentName => ({
  id,
  name: text || name,
})

/** The ids of the ancestors of a component from the root. Without a known path, only the parent. */
export function readAncestorIds({ id, path, parent_id: parent }: Pick<Component, 'id' | 'path' | 'parent_id'>) {
  const written = (path ?? '').split('.').filter((one) => guid.safeParse(one).success && one !== id)
  return [...new Set([...written, ...(parent ? [parent] : [])])]
}

const guid = z.guid()
