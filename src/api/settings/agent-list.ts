import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { LOCAL_AGENT } from '@/lib/settings/origin'
import { agents } from './agents'
import { callAll } from '../call-all'
import { callChange } from '../call-change'
import { call } from '../http'
import { rowNames } from '../names'
import { eq, isNull, isOtherText, order, select } from '../postgrest'
import { personEmbed } from './settings-table'
import { timestamp } from '../time'

const text = z.nullish(z.string())
const count = z.nullish(z.number())

const agentRow = z.object({
  id: z.guid(),
  name: z.string(),
  hostname: text,
  description: text,
  version: text,
  properties: z.nullish(z.record(z.string(), z.unknown())),
  created_at: timestamp,
  created_by: personEmbed,
  last_seen: z.nullish(timestamp),
  last_received: z.nullish(timestamp),
  config_count: count,
  checks_count: count,
  /** The spelling of the view. */
  config_scrapper_count: count,
  playbook_runs_count: count,
})
export type Agent = z.infer<typeof agentRow>

/** A new agent with its token, which is returned once. */
const generated = z.object({ username: z.string(), access_token: z.string().check(z.minLength(1)) })
export type GeneratedAgent = z.infer<typeof generated>

/** Specification, "Business constants". */
const PAGE_ROWS = 100
const PATH = '/api/db/agents'
const meta = { invalidates: [agents.all] }

export const agentList = {
  /** The agents with the number of resources that they pushed, the newest first, without the local agent. */
  list: () =>
    queryOptions({
      queryKey: [...agents.all, 'list'],
      meta: { names: rowNames<Agent>('agent', ({ name }) => name) },
      queryFn: ({ signal }): Promise<readonly Agent[]> =>
        callAll(
          {
            path: '/api/db/agents_summary',
            query: [
              select(
                ...Object.keys(agentRow.shape).map((name) => (name === 'created_by' ? 'created_by(id,name)' : name))
              ),
              isNull('deleted_at'),
              isOtherText('id', LOCAL_AGENT),
              order('created_at.desc', 'id.asc'),
            ],
            schema: agentRow,
            signal,
          },
          PAGE_ROWS
        ),
    }),

  /** Creates an agent, and the user with whose token it signs in. */
  generate: () =>
    mutationOptions({
      mutationFn: (body: { name: string; properties: Readonly<Record<string, string>> }) =>
        call({ method: 'post', path: '/api/agent/generate', body, schema: generated }),
      meta,
    }),

  /** Creates another token for an existing agent. */
  createToken: () =>
    mutationOptions({
      mutationFn: (agentName: string) =>
        call({ method: 'post', path: '/api/agent/token', body: { agentName }, schema: generated }),
      meta,
    }),

  /** Marks an agent as deleted; its tokens stop working. With `cleanup`, the pushed data is deleted, too. */
  remove: () =>
    mutationOptions({
      mutationFn: ({ id, cleanup }: { id: string; cleanup: boolean }) =>
        callChange({
          method: 'patch',
          path: PATH,
          query: [eq('id', id)],
          body: { deleted_at: 'now()', ...(cleanup && { cleanup: true }) },
          schema: z.object({ id: z.guid() }),
          missing: 'This agent no longer exists.',
        }),
      meta,
    }),
}
