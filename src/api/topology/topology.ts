import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call, type QueryParams } from '../http'
import { rowNames } from '../names'
import { timestamp } from '../time'

const texts = z.nullish(z.record(z.string(), z.string()))
const counts = z.nullish(z.record(z.string(), z.number()))
const countsByType = z.nullish(z.record(z.string(), z.record(z.string(), z.number())))

const named = z.object({ id: z.string(), name: z.string(), since: z.nullish(timestamp) })

const cause = z.union([
  z.object({ by: z.literal('itself'), reason: z.nullish(z.string()), since: z.nullish(timestamp) }),
  z.object({ by: z.literal('expression'), reason: z.nullish(z.string()) }),
  z.object({ by: z.enum(['checks', 'children']), count: z.number(), of: z.number(), named: z.array(named) }),
])
/**
 * Why a component is not healthy: its own status, an expression, or some of its checks or children, of which the first
 * are named.
 */
export type ComponentCause = z.infer<typeof cause>

const reason = z.object({
  /** For example `unhealthy, caused by 1 of 3 children: payments-db`, without a time. */
  text: z.string(),
  /** The start of the present outage of the component itself; each cause has its own. */
  since: z.nullish(timestamp),
  causes: z._default(z.array(cause), []),
})
export type HealthReason = z.infer<typeof reason>

const summary = z.object({
  /** Numbers of leaves below the component, by health. */
  healthy: z.nullish(z.number()),
  unhealthy: z.nullish(z.number()),
  warning: z.nullish(z.number()),
  info: z.nullish(z.number()),
  /**
   * Totals of the component and its descendants: checks by status, open incidents and insights by type and severity.
   */
  checks: counts,
  incidents: countsByType,
  insights: countsByType,
})

const component = z.object({
  id: z.guid(),
  name: z.string(),
  type: z.nullish(z.string()),
  /** Status in the words of the topology or a provider. Defaults to the health. */
  status: z.nullish(z.string()),
  namespace: z.nullish(z.string()),
  description: z.nullish(z.string()),
  is_leaf: z.nullish(z.boolean()),
  /** Absent without a known health. */
  health: z.nullish(z.string()),
  status_reason: z.nullish(z.string()),
  /** Why the component is not healthy. Only the embedded backend reports it. */
  health_reason: z.nullish(reason),
  summary: z.nullish(summary),
  icon: z.nullish(z.string()),
  text: z.nullish(z.string()),
  tooltip: z.nullish(z.string()),
  topology_type: z.nullish(z.string()),
  topology_id: z.nullish(z.string()),
  labels: texts,
  properties: z.nullish(z.array(z.record(z.string(), z.unknown()))),
  hidden: z.nullish(z.boolean()),
  silenced: z.nullish(z.boolean()),
  owner: z.nullish(z.string()),
  lifecycle: z.nullish(z.string()),
  agent_id: z.nullish(z.string()),
  external_id: z.nullish(z.string()),
  parent_id: z.nullish(z.string()),
  /** Ids of the children and of the parents: the parent of the component, and others by relationships. */
  children: z.nullish(z.array(z.string())),
  parents: z.nullish(z.array(z.string())),
  /** Ids of the ancestors from the root, separated by dots. */
  path: z.nullish(z.string()),
  cost_per_minute: z.nullish(z.number()),
  cost_total_1d: z.nullish(z.number()),
  cost_total_7d: z.nullish(z.number()),
  cost_total_30d: z.nullish(z.number()),
  created_at: z.nullish(timestamp),
  updated_at: z.nullish(timestamp),
  /** Only in a list. In a tree, they are part of the summary. */
  checks: counts,
  incidents: countsByType,
  analysis: countsByType,
  get components(): z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniArray<typeof component>>> {
    return z.nullish(z.array(component))
  },
})
/**
 * A component of the topology with its rolled-up health and, in a tree, its children. Empty members are absent. From
 * the third level of a tree on, a component has only the members that a card shows.
 */
export type Component = z.infer<typeof component>

const answer = z.object({ components: z.nullish(z.array(component)) })

const PATH = '/api/canary/api/topology'
/** The component, its children, and the data for the cards of their children. */
const LEVELS_OF_ONE = 3

const all = ['topology'] as const
const nameOf = ({ name }: Component) => name

export const topology = {
  all,

  /** The components of all levels as a list, each with the ids of its parents. */
  everywhere: (withHidden: boolean) =>
    queryOptions({
      queryKey: [...all, 'everywhere', withHidden],
      meta: { names: rowNames<Component, readonly Component[]>('component', nameOf, (found) => found) },
      queryFn: async ({ signal }): Promise<readonly Component[]> => {
        const hidden: QueryParams = withHidden ? [] : [['hidden', 'false']]
        const query: QueryParams = [...hidden, ['flatten', 'true']]
        return (await call({ path: PATH, query, schema: answer, signal })).components ?? []
      },
    }),

  /**
   * A component with two levels of descendants; null if it does not exist or is inaccessible. For a signed-out caller,
   * it has only the members of a card.
   */
  byId: (id: string) =>
    queryOptions({
      queryKey: [...all, 'byId', id],
      meta: {
        names: rowNames<Component, Component | null>('component', nameOf, (found) =>
          found ? flattenComponents([found]) : []
        ),
      },
      queryFn: async ({ signal }): Promise<Component | null> => {
        const { components } = await call({
          path: PATH,
          query: [
            ['id', id],
            ['depth', String(LEVELS_OF_ONE)],
          ],
          schema: answer,
          signal,
        })
        return components?.[0] ?? null
      },
    }),

  /** A component and its surroundings as a ZIP archive. */
  snapshot: () =>
    mutationOptions({
      mutationFn: ({ id, startsAgo, endsAgo, isRelated }: SnapshotRequest): Promise<Blob> =>
        call({
          path: `/api/snapshot/topology/${encodeURIComponent(id)}`,
          query: [
            ['start', `${startsAgo}s`],
            ...(endsAgo > 0 ? [['end', `${endsAgo}s`] as const] : []),
            ...(isRelated ? [['related', 'true'] as const] : []),
          ],
          schema: z.instanceof(Blob),
          isFile: true,
          timeoutMs: SNAPSHOT_MS,
        }),
    }),
}

/** Range of changes, insights and incidents in seconds before now; 0 is now. */
type SnapshotRequest = {
  id: string
  startsAgo: number
  endsAgo: number
  /** Includes related components. */
  isRelated: boolean
}

/** The maximum time that the server takes. */
const SNAPSHOT_MS = 600_000

/** Components without children, with their rolled-up health. Deleted and inaccessible components are left out. */
export async function readComponents(ids: readonly string[], signal?: AbortSignal): Promise<readonly Component[]> {
  const ask = (id: string) =>
    call({
      path: PATH,
      query: [
        ['id', id],
        ['depth', '1'],
      ],
      schema: answer,
      signal,
    })
  return (await Promise.all(ids.map(ask))).flatMap(({ components }) => components ?? [])
}

/** A component and its descendants as a list, each with the ids of its parents. */
export async function readDescendants(id: string, signal?: AbortSignal): Promise<readonly Component[]> {
  const query = [
    ['id', id],
    ['flatten', 'true'],
  ] as const
  return (await call({ path: PATH, query, schema: answer, signal })).components ?? []
}

/** The components and all their descendants. */
const flattenComponents = (components: readonly Component[]): readonly Component[] =>
  components.flatMap((one) => [one, ...flattenComponents(one.components ?? [])])
