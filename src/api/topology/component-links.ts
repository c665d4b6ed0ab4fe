import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { configNameShape, type ConfigName } from '../catalog/catalog'
import { callChange } from '../call-change'
import { call } from '../http'
import { eq, isNotNull, isNull, limit, select } from '../postgrest'
import { timestamp } from '../time'

const component = z.object({
  id: z.guid(),
  name: z.string(),
  type: z.nullish(z.string()),
  health: z.nullish(z.string()),
  /** The status in the words of the topology. */
  status: z.nullish(z.string()),
})
type LinkedComponent = z.infer<typeof component> & { isManual: boolean }
type LinkedConfig = ConfigName & { isManual: boolean }

const link = { selector_id: z.nullish(z.string()) }
const state = z.object({ ...link, deleted_at: z.nullish(timestamp) })
/** How a pair is linked, manually or by a selector, and when the link ended. Null if it was never linked. */
export type LinkState = z.infer<typeof state> | null

export type ComponentConfigPair = { configId: string; componentId: string }

const PATH = '/api/db/config_component_relationships'
const MANUAL = 'manual'
/** Maximum number of links that are shown and can be removed. */
const MOST = 200

const both = ({ configId, componentId }: ComponentConfigPair) => [
  eq('config_id', configId),
  eq('component_id', componentId),
]
/** Whether a user created the link, not a selector. */
export const isManualLink = ({ selector_id }: { selector_id?: string | null | undefined }) => selector_id === MANUAL
const changed = z.array(z.unknown())
const byName = (one: { name?: string | null | undefined }, other: typeof one) =>
  (one.name ?? '').localeCompare(other.name ?? '')

const all = ['componentLinks'] as const
const meta = { invalidates: [all] }

/** The components of a config item, sorted by name. Inaccessible components are left out. */
export async function readLinkedComponents(configId: string, signal?: AbortSignal): Promise<LinkedComponent[]> {
  const rows = await call({
    path: PATH,
    query: [
      eq('config_id', configId),
      isNull('deleted_at'),
      limit(MOST),
      select('selector_id', 'components!config_component_relationships_component_id_fkey(id,name,type,health,status)'),
    ],
    schema: z.array(z.object({ ...link, components: z.nullish(component) })),
    signal,
  })
  return rows
    .flatMap((row) => (row.components ? [{ ...row.components, isManual: isManualLink(row) }] : []))
    .toSorted(byName)
}

/** The config items of a component, sorted by name. Inaccessible items are left out. */
export async function readLinkedConfigs(componentId: string, signal?: AbortSignal): Promise<LinkedConfig[]> {
  const rows = await call({
    path: PATH,
    query: [
      eq('component_id', componentId),
      isNull('deleted_at'),
      limit(MOST),
      select('selector_id', 'configs!config_component_relationships_config_id_fkey(id,name,type)'),
    ],
    schema: z.array(z.object({ ...link, configs: z.nullish(configNameShape) })),
    signal,
  })
  return rows.flatMap((row) => (row.configs ? [{ ...row.configs, isManual: isManualLink(row) }] : [])).toSorted(byName)
}

/** Links between config items and components. */
export const componentLinks = {
  all,

  /** The components of a config item. */
  ofConfig: (configId: string) =>
    queryOptions({
      queryKey: [...all, 'ofConfig', configId],
      queryFn: ({ signal }) => readLinkedComponents(configId, signal),
    }),

  /** The current link of a pair. */
  between: (pair: ComponentConfigPair) =>
    queryOptions({
      queryKey: [...all, 'between', pair.configId, pair.componentId],
      queryFn: async ({ signal }): Promise<LinkState> => {
        const [row] = await call({
          path: PATH,
          query: [...both(pair), select('selector_id', 'deleted_at')],
          schema: z.array(state),
          signal,
        })
        return row ?? null
      },
    }),

  /** The name of a component; null if it does not exist or is inaccessible. */
  component: (id: string) =>
    queryOptions({
      queryKey: [...all, 'component', id],
      queryFn: async ({ signal }): Promise<{ name: string } | null> => {
        const [row] = await call({
          path: '/api/db/components',
          query: [eq('id', id), isNull('deleted_at'), select('name')],
          schema: z.array(z.object({ name: z.string() })),
          signal,
        })
        return row ?? null
      },
    }),

  /**
   * Links a pair manually.
   * @throws {ApiError} with the code 23505 if another user has just created the link
   */
  add: () =>
    mutationOptions({
      mutationFn: ({ configId, componentId }: ComponentConfigPair) =>
        call({
          method: 'post',
          path: PATH,
          body: { component_id: componentId, config_id: configId, selector_id: MANUAL },
          schema: changed,
        }),
      meta,
    }),

  /** Manually links a pair whose link has ended. A pair has one row, which prevents the creation of another. */
  revive: () =>
    mutationOptions({
      mutationFn: (pair: ComponentConfigPair) =>
        callChange({
          method: 'patch',
          path: PATH,
          query: [...both(pair), isNotNull('deleted_at')],
          body: { selector_id: MANUAL, deleted_at: null },
          schema: z.unknown(),
          missing: 'This link has changed in the meantime.',
        }),
      meta,
    }),

  /** Ends a revived link and restores its previous state. */
  endAgain: () =>
    mutationOptions({
      mutationFn: ({ before, ...pair }: ComponentConfigPair & { before: NonNullable<LinkState> }) =>
        callChange({
          method: 'patch',
          path: PATH,
          query: [...both(pair), eq('selector_id', MANUAL)],
          body: { selector_id: before.selector_id ?? null, deleted_at: before.deleted_at },
          schema: z.unknown(),
          missing: 'This link has changed in the meantime.',
        }),
      meta,
    }),

  /** Permanently removes a manual link. Resolves to whether there was one. */
  remove: () =>
    mutationOptions({
      mutationFn: async (pair: ComponentConfigPair) => {
        const rows = await call({
          method: 'delete',
          path: PATH,
          query: [...both(pair), eq('selector_id', MANUAL)],
          schema: changed,
        })
        return rows.length > 0
      },
      meta,
    }),
}
