import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { checks } from '../health/checks'
import { call } from '../http'
import { timestamp } from '../time'
import { eq, isNull, limit, order, select } from '../postgrest'
import { rowNames } from '../names'

/** Kinds of resources that playbooks can be run for. */
const resourceKinds = ['check', 'component', 'config'] as const
export type PlaybookResource = { kind: (typeof resourceKinds)[number]; id: string }

const selectors = z.nullish(z.array(z.unknown()))
const named = z.object({
  id: z.guid(),
  name: z.string(),
  title: z.nullish(z.string()),
  category: z.nullish(z.string()),
  description: z.nullish(z.string()),
  check: selectors,
  component: selectors,
  config: selectors,
})

/** A playbook as a search result. */
export type PlaybookMatch = {
  id: string
  title: string
  name: string
  category: string
  description: string
  /** Kinds of resources that the playbook applies to. */
  kinds: readonly PlaybookResource['kind'][]
}

/** A parameter that a playbook requests before a run. All values are sent as text. */
const parameter = z.object({
  name: z.string(),
  label: z.nullish(z.string()),
  description: z.nullish(z.string()),
  type: z.nullish(z.string()),
  required: z.nullish(z.boolean()),
  default: z.nullish(z.pipe(z.union([z.string(), z.number(), z.boolean()]), z.transform(String))),
  properties: z.nullish(z.record(z.string(), z.unknown())),
  /** Why the default could not be filled in. */
  note: z.nullish(z.string()),
})
export type ServerParameter = z.infer<typeof parameter>

const recentRun = z.object({
  id: z.guid(),
  status: z.string(),
  created_at: timestamp,
  start_time: z.nullish(timestamp),
  end_time: z.nullish(timestamp),
  error: z.nullish(z.string()),
  playbooks: z.nullish(z.object({ name: z.string(), title: z.nullish(z.string()) })),
  created_by: z.nullish(z.object({ name: z.string() })),
})
/** A run in the list of runs of a resource. */
export type RecentRun = z.infer<typeof recentRun>
/** Maximum number of runs. Older runs are in the list of all runs. */
const RECENT = 50

/** Responses for the palette stay fresh for the dialog that opens next, in milliseconds. */
export const FRESH_MS = 5000

/** The current state of a run. */
const runState = z.object({
  status: z.string(),
  error: z.nullish(z.string()),
  playbook_run_actions: z._default(
    z.array(z.object({ name: z.string(), status: z.string(), error: z.nullish(z.string()) })),
    []
  ),
})
export type RunState = z.infer<typeof runState>

/** A playbook without selectors is run without a resource. */
export const resourceParams = (resource: PlaybookResource | undefined): Record<string, string> =>
  resource ? { [`${resource.kind}_id`]: resource.id } : {}

export const playbooks = {
  all: ['playbooks'] as const,

  /** All playbooks, sorted by title. Only the server can determine which of them apply to a resource. */
  named: () =>
    queryOptions({
      queryKey: [...playbooks.all, 'named'],
      meta: { names: rowNames<PlaybookMatch>('playbook', ({ title }) => title) },
      queryFn: async ({ signal }): Promise<PlaybookMatch[]> => {
        const rows = await call({
          path: '/api/db/playbooks',
          query: [
            isNull('deleted_at'),
            order('title.asc'),
            select(
              'id',
              'name',
              'title',
              'category',
              'description',
              ...resourceKinds.map((kind) => `${kind}:spec->${kind}s`)
            ),
          ],
          schema: z.array(named),
          signal,
        })
        return rows.map(({ id, name, title, category, description, ...by }) => ({
          id,
          name,
          title: title || name,
          category: category ?? '',
          description: description ?? '',
          kinds: resourceKinds.filter((kind) => (by[kind]?.length ?? 0) > 0),
        }))
      },
      staleTime: 60_000,
    }),

  /**
   * The parameters of a playbook for a resource. Requested each time, because the defaults may depend on the resource.
   */
  parameters: (id: string, resource: PlaybookResource | undefined) =>
    queryOptions({
      queryKey: [...playbooks.all, 'parameters', id, resource?.kind, resource?.id],
      queryFn: async ({ signal }) => {
        const { params } = await call({
          method: 'post',
          path: `/api/playbook/${encodeURIComponent(id)}/params`,
          body: { id, ...resourceParams(resource) },
          schema: z.object({ params: z.nullish(z.array(parameter)) }),
          signal,
        })
        return params ?? []
      },
      staleTime: FRESH_MS,
      gcTime: 0,
    }),

  /** The latest runs for a resource, the newest first. */
  recent: ({ kind, id }: PlaybookResource) =>
    queryOptions({
      queryKey: [...playbooks.all, 'recent', kind, id],
      queryFn: ({ signal }) =>
        call({
          path: '/api/db/playbook_runs',
          query: [
            eq(`${kind}_id`, id),
            order('created_at.desc'),
            limit(RECENT),
            select(
              'id',
              'status',
              'created_at',
              'start_time',
              'end_time',
              'error',
              'playbooks(name,title)',
              'created_by(name)'
            ),
          ],
          schema: z.array(recentRun),
          signal,
        }),
      staleTime: 0,
    }),

  /** The state of a run. */
  state: (runId: string) =>
    queryOptions({
      queryKey: [...playbooks.all, 'state', runId],
      queryFn: async ({ signal }): Promise<RunState | null> => {
        const [found] = await call({
          path: '/api/db/playbook_runs',
          query: [eq('id', runId), select('status', 'error', 'playbook_run_actions(name,status,error)')],
          schema: z.array(runState),
          signal,
        })
        return found ?? null
      },
      staleTime: 0,
      gcTime: 0,
    }),

  /** Queues a run. Roles: admin, editor. */
  run: () =>
    mutationOptions({
      mutationFn: async ({ id, resource, params }: RunRequest) => {
        const { run_id: runId } = await call({
          method: 'post',
          path: '/api/playbook/run',
          body: { id, ...resourceParams(resource), params },
          schema: z.object({ run_id: z.guid() }),
        })
        return runId
      },
      meta: {
        // The events around a check include the run.
        invalidates: [[...checks.all, 'relatedEvents']],
        // Which playbook was used last. The dialog of the run lists the playbooks.
        outdates: [[...playbooks.all, 'applicable']],
      },
    }),

  /** Approves a waiting run as the caller. The run starts after all approvals that its playbook requires. */
  approve: () =>
    mutationOptions({
      mutationFn: (runId: string) =>
        call({
          method: 'post',
          path: `/api/playbook/run/approve/${encodeURIComponent(runId)}`,
          schema: z.unknown(),
        }),
      meta: { invalidates: [playbooks.all] },
    }),
}

type RunRequest = {
  id: string
  resource: PlaybookResource | undefined
  params: Readonly<Record<string, string>>
}
