import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { callChange } from '../call-change'
import { call } from '../http'
import { eq, isNull, limit, order, select } from '../postgrest'
import { timestamp } from '../time'
import { newestJobShape, personEmbed, settingsTable } from './settings-table'

const teamRow = z.object({
  id: z.guid(),
  name: z.string(),
  icon: z.nullish(z.string()),
  spec: z.nullish(z.record(z.string(), z.unknown())),
  source: z.nullish(z.string()),
  created_at: z.nullish(timestamp),
  updated_at: z.nullish(timestamp),
  created_by: personEmbed,
  ...newestJobShape,
  job_details: z.nullish(z.object({ errors: z.nullish(z.array(z.string())) })),
})
export type Team = z.infer<typeof teamRow>

export const teams = settingsTable<Team>('team', {
  table: 'teams',
  view: 'teams_with_status',
  made: { source: 'UI' },
  columns: Object.keys(teamRow.shape).filter((name) => name !== 'created_by'),
  row: teamRow,
})

const person = z.object({
  id: z.guid(),
  name: z.nullish(z.string()),
  email: z.nullish(z.string()),
  avatar: z.nullish(z.string()),
})
/** A member of a team, or a person who can become one. */
export type TeamMember = z.infer<typeof person>

const PERSON_COLUMNS = 'id,name,avatar,email'
const MEMBERS_PATH = '/api/db/team_members'
/** Maximum number of people offered. */
const MOST_PEOPLE = 1000
const meta = { invalidates: [teams.all] }

export const teamMembers = {
  /** The members of a team by name. */
  of: (teamId: string) =>
    queryOptions({
      queryKey: [...teams.all, 'members', teamId],
      queryFn: async ({ signal }): Promise<readonly TeamMember[]> => {
        const rows = await call({
          path: MEMBERS_PATH,
          query: [eq('team_id', teamId), select(`person:person_id(${PERSON_COLUMNS})`)],
          schema: z.array(z.object({ person: z.nullish(person) })),
          signal,
        })
        const members = rows.flatMap((row) => row.person ?? [])
        return members.toSorted((a, b) => (a.name ?? '').localeCompare(b.name ?? '', 'en'))
      },
    }),

  /** The people who can become members: users without agents and without the system itself. */
  people: () =>
    queryOptions({
      queryKey: [...teams.all, 'people'],
      queryFn: ({ signal }): Promise<readonly TeamMember[]> =>
        call({
          path: '/api/db/people',
          query: [
            select(...PERSON_COLUMNS.split(',')),
            isNull('deleted_at'),
            isNull('type'),
            order('name.asc'),
            limit(MOST_PEOPLE),
          ],
          schema: z.array(person),
          signal,
        }),
    }),

  add: () =>
    mutationOptions({
      mutationFn: ({ team, people }: { team: string; people: readonly string[] }) =>
        call({
          method: 'post',
          path: MEMBERS_PATH,
          body: people.map((one) => ({ team_id: team, person_id: one })),
          schema: z.unknown(),
        }),
      meta,
    }),

  remove: () =>
    mutationOptions({
      mutationFn: ({ team, person: one }: { team: string; person: string }) =>
        callChange({
          method: 'delete',
          path: MEMBERS_PATH,
          query: [eq('team_id', team), eq('person_id', one)],
          schema: z.unknown(),
          missing: 'This person is no longer a member of the team.',
        }),
      meta,
    }),
}
