import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { checks } from './checks'
import { call } from './http'
import { moment } from './time'
import { eq, isNull, limit, order, select } from './postgrest'
import { rowNames } from './row-names'

/** What playbooks can be run for. */
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

/** A playbook as it is searched for. */
export type Named = {
  id: string
  title: string
  name: string
  category: string
  description: string
  /** What it can be run for some of. */
  kinds: readonly PlaybookResource['kind'][]
}

/** One thing that a playbook asks before it is run. All values travel as text. */
const parameter = z.object({
  name: z.string(),
  label: z.nullish(z.string()),
  description: z.nullish(z.string()),
  type: z.nullish(z.string()),
  required: z.nullish(z.boolean()),
  default: z.nullish(z.pipe(z.union([z.string(), z.number(), z.boolean()]), z.transform(String))),
  properties: z.nullish(z.record(z.string(), z.unknown())),
})
export type Parameter = z.infer<typeof parameter>

const recentRun = z.object({
  id: z.guid(),
  status: z.string(),
  created_at: moment,
  start_time: z.nullish(moment),
  end_time: z.nullish(moment),
  error: z.nullish(z.string()),
  playbooks: z.nullish(z.object({ name: z.string(), title: z.nullish(z.string()) })),
  created_by: z.nullish(z.object({ name: z.string() })),
})
/** A run among those for one thing. */
export type RecentRun = z.infer<typeof recentRun>
/** What is older is looked for among all runs. */
const RECENT = 50

/** What the palette has asked need not be asked again by the dialog that goes on from there. */
export const JUST_ASKED_MS = 5000

/** A run as far as it has come. */
const runState = z.object({
  status: z.string(),
  error: z.nullish(z.string()),
  playbook_run_actions: z._default(
    z.array(z.object({ name: z.string(), status: z.string(), error: z.nullish(z.string()) })),
    []
  ),
})
export type RunState = z.infer<typeof runState>

/** A playbook without selectors is run for nothing in particular. */
export const aboutResource = (resource: PlaybookResource | undefined): Record<string, string> =>
  resource ? { [`${resource.kind}_id`]: resource.id } : {}

export const playbooks = {
  all: ['playbooks'] as const,

  /** All of them, by title. Which of them can be run for one thing, only the server knows. */
  named: () =>
    queryOptions({
      queryKey: [...playbooks.all, 'named'],
      meta: { names: rowNames<Named>('playbook', ({ title }) => title) },
      queryFn: async ({ signal }): Promise<Named[]> => {
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

  /** What a playbook asks before it is run for something. Asked anew each time: what it starts with may depend on it. */
  parameters: (id: string, resource: PlaybookResource | undefined) =>
    queryOptions({
      queryKey: [...playbooks.all, 'parameters', id, resource?.kind, resource?.id],
      queryFn: async ({ signal }) => {
        const { params } = await call({
          method: 'post',
          path: `/api/playbook/${encodeURIComponent(id)}/params`,
          body: { id, ...aboutResource(resource) },
          schema: z.object({ params: z.nullish(z.array(parameter)) }),
          signal,
        })
        return params ?? []
      },
      staleTime: JUST_ASKED_MS,
      gcTime: 0,
    }),

  /** The latest runs for something, the newest first. */
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

  /** How a run is. */
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

  /** Puts a run into the queue. Roles: admin, editor. */
  run: () =>
    mutationOptions({
      mutationFn: async ({ id, resource, params }: RunRequest) => {
        const { run_id: runId } = await call({
          method: 'post',
          path: '/api/playbook/run',
          body: { id, ...aboutResource(resource), params },
          schema: z.object({ run_id: z.guid() }),
        })
        return runId
      },
      // What was done around the check has it, too.
      meta: { invalidates: [[...checks.all, 'relatedEvents']] },
    }),

  /** Approves a run that waits for it, as whoever asks. It starts when all approvals that its playbook wants are there. */
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

export type RunRequest = {
  id: string
  resource: PlaybookResource | undefined
  params: Readonly<Record<string, string>>
}
