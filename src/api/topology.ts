import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call, type Query } from './http'
import { rowNames } from './row-names'
import { moment } from './time'

const texts = z.nullish(z.record(z.string(), z.string()))
const counts = z.nullish(z.record(z.string(), z.number()))
const countsByType = z.nullish(z.record(z.string(), z.record(z.string(), z.number())))

const named = z.object({ id: z.string(), name: z.string(), since: z.nullish(moment) })

const cause = z.union([
  z.object({ by: z.literal('itself'), reason: z.nullish(z.string()) }),
  z.object({ by: z.literal('expression'), reason: z.nullish(z.string()) }),
  z.object({ by: z.enum(['checks', 'children']), count: z.number(), of: z.number(), named: z.array(named) }),
])
/** What makes a component not healthy: itself, an expression, or so many of its checks or children, the first of them named. */
export type Cause = z.infer<typeof cause>

const reason = z.object({
  /** `unhealthy because 1 of 3 children is: payments-db`, without a moment. */
  text: z.string(),
  since: z.nullish(moment),
  causes: z._default(z.array(cause), []),
})
export type HealthReason = z.infer<typeof reason>

const summary = z.object({
  /** Of the leaves below it, by status. */
  healthy: z.nullish(z.number()),
  unhealthy: z.nullish(z.number()),
  warning: z.nullish(z.number()),
  info: z.nullish(z.number()),
  /** Of the component and all below it: checks by status, open incidents and insights by type and severity. */
  checks: counts,
  incidents: countsByType,
  insights: countsByType,
})
export type ComponentSummary = z.infer<typeof summary>

const component = z.object({
  id: z.guid(),
  name: z.string(),
  type: z.nullish(z.string()),
  /** What its topology or a provider calls its state; the health where nobody said. */
  status: z.nullish(z.string()),
  namespace: z.nullish(z.string()),
  description: z.nullish(z.string()),
  is_leaf: z.nullish(z.boolean()),
  /** Absent where nobody judges it. */
  health: z.nullish(z.string()),
  status_reason: z.nullish(z.string()),
  /** Why it is not healthy. Backends other than the embedded one do not say. */
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
  /** The ids of what stands below it, and of what it stands below: its own parent, and others by relationships. */
  children: z.nullish(z.array(z.string())),
  parents: z.nullish(z.array(z.string())),
  /** The ids of its own ancestors from the top, separated by dots. */
  path: z.nullish(z.string()),
  cost_per_minute: z.nullish(z.number()),
  cost_total_1d: z.nullish(z.number()),
  cost_total_7d: z.nullish(z.number()),
  cost_total_30d: z.nullish(z.number()),
  created_at: z.nullish(moment),
  updated_at: z.nullish(moment),
  /** Only in a list; in a tree they are in the summary. */
  checks: counts,
  incidents: countsByType,
  analysis: countsByType,
  get components(): z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniArray<typeof component>>> {
    return z.nullish(z.array(component))
  },
})
/**
 * A component of the topology, with the health that rolls up to it, and in a tree with those below it. What is empty is
 * absent; from the third level of a tree on it has what a card shows.
 */
export type Component = z.infer<typeof component>

const answer = z.object({ components: z.nullish(z.array(component)) })

const PATH = '/api/canary/api/topology'
/** The component, its children, and what the cards of those show. */
const LEVELS_OF_ONE = 3

const all = ['topology'] as const
const nameOf = ({ name }: Component) => name

export const topology = {
  all,

  /** The components of all levels, as a list: each with the ids of what it stands below. */
  everywhere: (withHidden: boolean) =>
    queryOptions({
      queryKey: [...all, 'everywhere', withHidden],
      meta: { names: rowNames<Component, readonly Component[]>('component', nameOf, (found) => found) },
      queryFn: async ({ signal }): Promise<readonly Component[]> => {
        const hidden: Query = withHidden ? [] : [['hidden', 'false']]
        const query: Query = [...hidden, ['flatten', 'true']]
        return (await call({ path: PATH, query, schema: answer, signal })).components ?? []
      },
    }),

  /** A component with its children and theirs; null where there is none, or none that may be seen. Asked signed out, it has what its card shows. */
  byId: (id: string) =>
    queryOptions({
      queryKey: [...all, 'byId', id],
      meta: {
        names: rowNames<Component, Component | null>('component', nameOf, (found) => (found ? everyOf([found]) : [])),
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

  /** A component and what is known around it, as a ZIP archive. */
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

/** Whole seconds before now between which changes, insights and incidents are meant; 0 is now. */
export type SnapshotRequest = {
  id: string
  startsAgo: number
  endsAgo: number
  /** Components beside it are in it, too. */
  isRelated: boolean
}

/** As long as the server takes at most. */
const SNAPSHOT_MS = 600_000

/** Components by themselves, as their health rolls up to them; those that are gone, or may not be seen, are left out. */
export async function componentsById(ids: readonly string[], signal?: AbortSignal): Promise<readonly Component[]> {
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

/** A component and all that stands below it, as a list, each with the ids of what it stands below. */
export async function componentsBelow(id: string, signal?: AbortSignal): Promise<readonly Component[]> {
  const query = [
    ['id', id],
    ['flatten', 'true'],
  ] as const
  return (await call({ path: PATH, query, schema: answer, signal })).components ?? []
}

/** These and all below them. */
const everyOf = (components: readonly Component[]): readonly Component[] =>
  components.flatMap((one) => [one, ...everyOf(one.components ?? [])])
