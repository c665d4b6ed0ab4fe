import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call } from '../http'
import { limit, select } from '../postgrest'

/** Maximum number of components in a topology. */
const MOST = 10_000

const row = z.object({ component_id: z.string(), teams: z.nullish(z.object({ name: z.string() })) })

export const componentTeams = {
  /** The names of the teams that own each component, keyed by component id. */
  names: () =>
    queryOptions({
      queryKey: ['componentTeams'],
      queryFn: ({ signal }) =>
        call({
          path: '/api/db/team_components',
          query: [select('component_id', 'teams(name)'), limit(MOST)],
          schema: z.array(row),
          signal,
        }),
      select: toNames,
    }),
}

function toNames(rows: readonly z.infer<typeof row>[]): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>()
  for (const { component_id: id, teams } of rows) {
    if (!teams) continue
    const list = names.get(id)
    if (!list) names.set(id, [teams.name])
    else if (!list.includes(teams.name)) list.push(teams.name)
  }
  for (const list of names.values()) list.sort()
  return names
}
