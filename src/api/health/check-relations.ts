import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { configItemName } from '@/lib/catalog/config-name'
import { checks } from './checks'
import { call } from '../http'
import { eq, select } from '../postgrest'
import { timestamp } from '../time'

const named = z.object({
  id: z.guid(),
  name: z.nullish(z.string()),
  icon: z.nullish(z.string()),
  type: z.nullish(z.string()),
})
const linked = { deleted_at: z.nullish(timestamp) }

/** The members of the row of a check that contain its relations. */
export const relationMembers = {
  components: z._default(z.array(z.object({ ...linked, components: z.nullish(named) })), []),
  configs: z._default(z.array(z.object({ ...linked, configs: z.nullish(named) })), []),
}

/** The embedded resources that `relationMembers` reads. */
export const selectedRelations = [
  'components:check_component_relationships(deleted_at,components(id,name,icon,type))',
  'configs:check_config_relationships(deleted_at,configs(id,name,type))',
]

const related = z.object(relationMembers)

/** A component or config item that the check belongs to. */
export type CheckRelation = z.infer<typeof named> & { name: string; kind: 'component' | 'config' }

/** The components and config items that a check belongs to, components first. Removed links are left out. */
export const listCheckRelations = ({ components, configs }: z.infer<typeof related>): CheckRelation[] => [
  ...components.flatMap(({ deleted_at, components: one }) =>
    one && !deleted_at ? [{ ...one, name: one.name || one.id, kind: 'component' as const }] : []
  ),
  ...configs.flatMap(({ deleted_at, configs: one }) =>
    one && !deleted_at ? [{ ...one, name: configItemName(one), kind: 'config' as const }] : []
  ),
]

/** The components and config items of a check, without the rest of the check; none for a check that does not exist. */
export const checkRelations = (id: string) =>
  queryOptions({
    queryKey: [...checks.all, 'relations', id],
    queryFn: async ({ signal }) => {
      const [check] = await call({
        path: '/api/db/checks',
        query: [eq('id', id), select(...selectedRelations)],
        schema: z.array(related),
        signal,
      })
      return check ? listCheckRelations(check) : []
    },
  })
