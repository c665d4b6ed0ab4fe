import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { callAll } from '../call-all'
import { ApiError, call } from '../http'
import { callLarge } from '../call-large'
import { eq, inList, isNull, limit, order, select } from '../postgrest'
import { playbooks } from './playbooks'
import { rowNames } from '../names'
import { runName, runColumns, runList, type RunRow, runShape, runSubject } from './run-list'
import { timestamp } from '../time'

const text = z.nullish(z.string())

const approval = z.object({
  id: z.guid(),
  created_at: timestamp,
  person: z.nullish(z.object({ id: z.guid(), name: text, avatar: text, email: text })),
  team: z.nullish(z.object({ id: z.guid(), name: z.string(), icon: text })),
})
export type RunApproval = z.infer<typeof approval>

/**
 * The members of the playbook spec, as of the start of the run, that the page shows. Other members are retained for the
 * document.
 */
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

const detail = z.object({
  ...runShape,
  spec,
  parameters: z.catch(z.nullish(z.record(z.string(), z.unknown())), null),
  parent_id: z.nullish(z.guid()),
  agent_id: z.nullish(z.guid()),
  notification_send_id: z.nullish(z.guid()),
  // Set also for deleted and inaccessible resources.
  config_id: z.nullish(z.guid()),
  component_id: z.nullish(z.guid()),
  check_id: z.nullish(z.guid()),
  playbook_approvals: z._default(z.array(approval), []),
})
export type RunDetail = z.infer<typeof detail>

const stepRow = z.object({
  id: z.guid(),
  name: z.string(),
  /** The run of the step. It differs from the requested run for steps of child runs. */
  playbook_run_id: z.nullish(z.guid()),
  status: z.string(),
  scheduled_time: z.nullish(timestamp),
  start_time: z.nullish(timestamp),
  end_time: z.nullish(timestamp),
  retry_count: z.nullish(z.int()),
  /** The id and the name are null for a step that ran on the server itself. */
  agent: z.nullish(z.object({ id: z.nullish(z.guid()), name: text })),
})
export type RunStepRow = z.infer<typeof stepRow>

const artifact = z.object({
  id: z.guid(),
  filename: z.string(),
  content_type: text,
  /** Bytes. */
  size: z.number(),
  created_at: z.nullish(timestamp),
  deleted_at: z.nullish(timestamp),
})
export type Artifact = z.infer<typeof artifact>

const stepDetail = z.object({
  id: z.guid(),
  name: z.string(),
  status: z.string(),
  error: text,
  /** Any shape: each kind of action has its own. */
  result: z.unknown(),
  artifacts: z._default(z.array(artifact), []),
})
export type StepDetail = z.infer<typeof stepDetail>

const RUN_PATH = '/api/db/playbook_runs'
const all = [...runList.all, 'one'] as const
/** Maximum number of rows in a response of the server. */
const STEPS_AT_ONCE = 2000
const MOST_CHILDREN = 500
/** Maximum size of an artifact to display, in bytes. Larger artifacts can only be downloaded. */
export const MOST_DISPLAYED_BYTES = 50 * 1024 * 1024

const file = z.instanceof(Blob)

export const runById = (id: string) =>
  queryOptions({
    queryKey: [...all, id],
    meta: {
      // Includes the resource of the run, which its form uses to start the run again.
      names: rowNames<{ id: string; label: string }, RunDetail | null>(
        ['run', 'config', 'component', 'check'],
        ({ label }) => label,
        (found) => (found ? [{ id: found.id, label: runName(found) }, runSubject(found) ?? []].flat() : [])
      ),
    },
    queryFn: async ({ signal }): Promise<RunDetail | null> => {
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
 * The steps of a run and of its child runs, in the order of their start, without their results.
 * @param edition a new value requests the steps again
 */
export const runSteps = (runId: string, edition = '') =>
  queryOptions({
    queryKey: [...all, runId, 'steps', edition],
    placeholderData: keepPreviousData,
    meta: { names: rowNames<RunStepRow>('step', ({ name }) => name) },
    queryFn: ({ signal }) =>
      callAll(
        {
          path: '/api/db/rpc/get_playbook_run_actions',
          query: [
            ['run_id', runId],
            select(...Object.keys(stepRow.shape)),
            order('start_time.asc.nullslast', 'scheduled_time.asc', 'id.asc'),
          ],
          schema: stepRow,
          signal,
        },
        STEPS_AT_ONCE
      ),
  })

/**
 * The result of one step; null if the step does not exist. Results can be very large, so they are parsed in a worker
 * and not cached.
 * @param edition a new value requests the step again
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

/** The runs that a run has started. */
export const runChildren = (runId: string) =>
  queryOptions({
    queryKey: [...all, runId, 'children'],
    meta: { names: rowNames<RunRow>('run', runName) },
    queryFn: ({ signal }) =>
      call({
        path: RUN_PATH,
        query: [eq('parent_id', runId), select(runColumns), order('created_at.asc', 'id.asc'), limit(MOST_CHILDREN)],
        schema: z.array(z.object(runShape)),
        signal,
      }),
  })

/** Names of people by their lower-case e-mail addresses, which identify approvers. */
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

/** Names of the teams of a person, which identify approvers. */
export const personTeams = (personId: string) =>
  queryOptions({
    queryKey: ['people', 'teams', personId],
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const found = await call({
        path: '/api/db/team_members',
        query: [eq('person_id', personId), select('team:team_id(name,deleted_at)')],
        schema: z.array(
          z.object({ team: z.nullish(z.object({ name: z.string(), deleted_at: z.nullish(timestamp) })) })
        ),
        signal,
      })
      return found.flatMap(({ team }) => (team && !team.deleted_at ? [team.name] : []))
    },
    staleTime: 60_000,
  })

/** The file of an artifact; null if the file is not stored. */
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
        // Files can be large.
        timeoutMs: 300_000,
        signal,
      }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }),
  })

/** Cancels a run that has not ended. */
export const cancelRun = () =>
  mutationOptions({
    mutationFn: (runId: string) =>
      call({ method: 'post', path: `/api/playbook/run/cancel/${encodeURIComponent(runId)}`, schema: z.unknown() }),
    meta: { invalidates: [playbooks.all] },
  })
