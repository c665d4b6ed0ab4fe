import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { ApiError, call, callAll } from './http'
import { callLarge } from './large'
import { eq, inList, isNull, limit, order, select } from './postgrest'
import { playbooks } from './playbooks'
import { rowNames } from './row-names'
import { nameOfRow, runColumns, runList, type RunRow, runShape, subjectOfRun } from './run-list'
import { moment } from './time'

const text = z.nullish(z.string())

const approval = z.object({
  id: z.guid(),
  created_at: moment,
  person: z.nullish(z.object({ id: z.guid(), name: text, avatar: text, email: text })),
  team: z.nullish(z.object({ id: z.guid(), name: z.string(), icon: text })),
})
export type Approval = z.infer<typeof approval>

/** Of the playbook as it was when the run was asked for, what its page shows; the rest is kept for the document. */
const spec = z.catch(
  z.looseObject({
    actions: z.catch(z.optional(z.array(z.looseObject({ name: z.catch(z.string(), '') }))), undefined),
    parameters: z.catch(
      z.optional(
        z.array(
          z.looseObject({
            name: z.string(),
            label: text,
            type: text,
            properties: z.catch(z.nullish(z.record(z.string(), z.unknown())), null),
          })
        )
      ),
      undefined
    ),
  }),
  {}
)
export type RunSpec = z.infer<typeof spec>

const detail = z.object({
  ...runShape,
  spec,
  parameters: z.catch(z.nullish(z.record(z.string(), z.unknown())), null),
  parent_id: z.nullish(z.guid()),
  agent_id: z.nullish(z.guid()),
  notification_send_id: z.nullish(z.guid()),
  // Also of what is gone, or may not be seen.
  config_id: z.nullish(z.guid()),
  component_id: z.nullish(z.guid()),
  check_id: z.nullish(z.guid()),
  playbook_approvals: z._default(z.array(approval), []),
})
export type Run = z.infer<typeof detail>

const stepRow = z.object({
  id: z.guid(),
  name: z.string(),
  /** Another run than the one that was asked for: one that it has begun. */
  playbook_run_id: z.nullish(z.guid()),
  status: z.string(),
  scheduled_time: z.nullish(moment),
  start_time: z.nullish(moment),
  end_time: z.nullish(moment),
  retry_count: z.nullish(z.int()),
  agent: z.nullish(z.object({ id: z.guid(), name: text })),
})
export type Step = z.infer<typeof stepRow>

const artifact = z.object({
  id: z.guid(),
  filename: z.string(),
  content_type: text,
  /** Bytes. */
  size: z.number(),
  created_at: z.nullish(moment),
  deleted_at: z.nullish(moment),
})
export type Artifact = z.infer<typeof artifact>

const stepDetail = z.object({
  id: z.guid(),
  name: z.string(),
  status: z.string(),
  error: text,
  /** Of any shape: each kind of action has its own. */
  result: z.unknown(),
  artifacts: z._default(z.array(artifact), []),
})
export type StepDetail = z.infer<typeof stepDetail>

const RUN_PATH = '/api/db/playbook_runs'
const all = [...runList.all, 'one'] as const
/** As many as the server gives at once. */
const STEPS_AT_ONCE = 2000
const MOST_CHILDREN = 500
/** Bytes. A larger artifact is only downloaded. */
export const MOST_SHOWN = 50 * 1024 * 1024

const file = z.instanceof(Blob)

export const runById = (id: string) =>
  queryOptions({
    queryKey: [...all, id],
    meta: {
      // Also what it was for, which its form is opened for again.
      names: rowNames<{ id: string; label: string }, Run | null>(
        ['run', 'config', 'component', 'check'],
        ({ label }) => label,
        (found) => (found ? [{ id: found.id, label: nameOfRow(found) }, subjectOfRun(found) ?? []].flat() : [])
      ),
    },
    queryFn: async ({ signal }): Promise<Run | null> => {
      const [found] = await call({
        path: RUN_PATH,
        query: [
          eq('id', id),
          select(
            runColumns,
            'spec,parameters,parent_id,agent_id,notification_send_id,config_id,component_id,check_id',
            'playbook_approvals(id,created_at,person:person_id(id,name,avatar,email),team:team_id(id,name,icon))'
          ),
        ],
        schema: z.array(detail),
        signal,
      })
      return found ?? null
    },
  })

/**
 * What a run has done, and what those have that it began, in the order in which it was begun; without what came of it.
 * @param edition another one is asked anew
 */
export const stepsOf = (runId: string, edition = '') =>
  queryOptions({
    queryKey: [...all, runId, 'steps', edition],
    placeholderData: keepPreviousData,
    meta: { names: rowNames<Step>('step', ({ name }) => name) },
    queryFn: ({ signal }) =>
      callAll(
        {
          path: '/api/db/rpc/get_playbook_run_actions',
          query: [['run_id', runId], order('start_time.asc.nullslast', 'scheduled_time.asc', 'id.asc')],
          schema: stepRow,
          signal,
        },
        STEPS_AT_ONCE
      ),
  })

/**
 * What came of one step; null where it is gone. A result may be very large: it is read beside the page, and not kept.
 * @param edition another one is asked anew
 */
export const stepById = (id: string, edition = '') =>
  queryOptions({
    queryKey: [...all, 'step', id, edition],
    meta: {
      names: rowNames<Artifact, StepDetail | null>(
        'artifact',
        ({ filename }) => filename,
        (found) => found?.artifacts ?? []
      ),
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<StepDetail | null> => {
      const [found] = await callLarge({
        path: '/api/db/playbook_run_actions',
        query: [
          eq('id', id),
          select('id,name,status,error,result', 'artifacts(id,filename,content_type,size,created_at,deleted_at)'),
        ],
        schema: z.array(stepDetail),
        signal,
      })
      return found ?? null
    },
  })

/** The runs that a run has begun. */
export const childrenOf = (runId: string) =>
  queryOptions({
    queryKey: [...all, runId, 'children'],
    meta: { names: rowNames<RunRow>('run', nameOfRow) },
    queryFn: ({ signal }) =>
      call({
        path: RUN_PATH,
        query: [eq('parent_id', runId), select(runColumns), order('created_at.asc', 'id.asc'), limit(MOST_CHILDREN)],
        schema: z.array(z.object(runShape)),
        signal,
      }),
  })

/** What people are called by their e-mail addresses, in small letters, which is how approvers are listed. */
export const namesByEmail = (emails: readonly string[]) =>
  queryOptions({
    queryKey: ['people', 'byEmail', ...emails],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, string>> => {
      const found = await call({
        path: '/api/db/people',
        query: [inList('email', emails), isNull('deleted_at'), select('id', 'name', 'email')],
        schema: z.array(z.object({ name: text, email: text })),
        signal,
      })
      return new Map(found.flatMap(({ name, email }) => (name && email ? [[email.toLowerCase(), name] as const] : [])))
    },
    staleTime: 60_000,
  })

/** The names of the teams that somebody is in, as approvers are listed. */
export const teamsOf = (personId: string) =>
  queryOptions({
    queryKey: ['people', 'teams', personId],
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const found = await call({
        path: '/api/db/team_members',
        query: [eq('person_id', personId), select('team:team_id(name,deleted_at)')],
        schema: z.array(z.object({ team: z.nullish(z.object({ name: z.string(), deleted_at: z.nullish(moment) })) })),
        signal,
      })
      return found.flatMap(({ team }) => (team && !team.deleted_at ? [team.name] : []))
    },
    staleTime: 60_000,
  })

/** The file of an artifact; null where it is not kept. */
export const artifactFile = (id: string) =>
  queryOptions({
    queryKey: [...all, 'artifact', id],
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    queryFn: ({ signal }): Promise<Blob | null> =>
      call({
        path: `/api/artifacts/download/${encodeURIComponent(id)}`,
        schema: file,
        isFile: true,
        // As large as it is.
        timeoutMs: 300_000,
        signal,
      }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }),
  })

/** Ends a run that has not ended. */
export const cancelRun = () =>
  mutationOptions({
    mutationFn: (runId: string) =>
      call({ method: 'post', path: `/api/playbook/run/cancel/${encodeURIComponent(runId)}`, schema: z.unknown() }),
    meta: { invalidates: [playbooks.all] },
  })
