import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call } from '../http'
import { readParts } from '../parts'
import { ilike, isNull, limit, order, select } from '../postgrest'

/** A person or a team. */
type Assignee = { kind: 'person' | 'team'; id: string; name: string }

const MOST_FOUND = 20
const named = z.array(z.object({ id: z.guid(), name: z.string() }))

const byName = async (table: string, kind: Assignee['kind'], text: string, signal?: AbortSignal): Promise<Assignee[]> =>
  (
    await call({
      path: `/api/db/${table}`,
      query: [
        select('id', 'name'),
        isNull('deleted_at'),
        ...(text === '' ? [] : [ilike('name', text)]),
        order('name.asc'),
        limit(MOST_FOUND),
      ],
      schema: named,
      signal,
    })
  ).map((row) => ({ kind, ...row }))

/** People with a text in their name, sorted by name. */
export const findPeople = (text: string, signal?: AbortSignal) => byName('people', 'person', text, signal)

/** Teams, then people, with a text in their name. */
export async function findAssignees(text: string, signal?: AbortSignal): Promise<Assignee[]> {
  const { found } = await readParts(['Teams', 'People'], (name) =>
    name === 'Teams' ? byName('teams', 'team', text, signal) : findPeople(text, signal)
  )
  return found.flat()
}

/** Maximum number of people offered in filters and recognised in comments. */
const MOST_NAMES = 1000

const readEveryone = async (signal: AbortSignal): Promise<{ id: string; name: string }[]> => {
  const found = await call({
    path: '/api/db/people',
    query: [select('id', 'name'), isNull('deleted_at'), order('name.asc'), limit(MOST_NAMES)],
    schema: z.array(z.object({ id: z.guid(), name: z.nullish(z.string()) })),
    signal,
  })
  return found.flatMap(({ id, name }) => (name ? [{ id, name }] : []))
}

/** Names of all people who can be mentioned. */
export const peopleNames = () =>
  queryOptions({
    queryKey: ['people', 'names'],
    queryFn: async ({ signal }): Promise<string[]> => (await readEveryone(signal)).map(({ name }) => name),
  })

/** All people, as values of a filter. */
export const peopleChoices = () =>
  queryOptions({
    queryKey: ['people', 'choices'] as readonly string[],
    queryFn: async ({ signal }) => (await readEveryone(signal)).map(({ id, name }) => ({ value: id, label: name })),
  })
