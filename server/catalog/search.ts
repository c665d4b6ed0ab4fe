import { z } from 'zod'
import type { PersonReader } from '../data/db/db'
import { sql } from '../data/db/sql'
import { requireFewConditions } from '../platform/selection/conditions'
import { type SelectableKind, selectorConditions, selectRowsSql } from '../platform/selection/select-rows'
import { selectorSchema } from '../platform/selection/selector'

const DEFAULT_LIMIT = 100
const LARGEST_LIMIT = 1000
const limit = z.int().min(0).max(LARGEST_LIMIT).nullish()
const selectors = z
  .array(selectorSchema.extend({ limit, cache: z.string().nullish() }))
  .max(50)
  .nullish()

export const searchRequestSchema = z.object({ limit, checks: selectors, components: selectors, configs: selectors })
type ResourceSearchRequest = z.infer<typeof searchRequestSchema>

const kinds = ['checks', 'components', 'configs'] as const

type Found = {
  id: string
  agent: string
  name: string
  namespace: string
  type: string
  icon?: string
  tags?: object
  health?: string
  status?: string
}

/**
 * Returns the checks, components and config items that match any of their selectors. Kinds without a match are absent.
 * @throws {HttpError} 400 for an invalid selector, and for too many conditions.
 */
export async function searchResources(
  db: PersonReader,
  request: ResourceSearchRequest,
  now: Date
): Promise<Partial<Record<SelectableKind, Found[]>>> {
  const all = kinds.flatMap((kind) => request[kind] ?? [])
  requireFewConditions(all.flatMap((one) => selectorConditions(one, now) ?? []).length)
  const answer: Partial<Record<SelectableKind, Found[]>> = {}
  for (const kind of kinds) {
    const found = new Map<string, Found>()
    const most = request.limit ?? DEFAULT_LIMIT
    for (const one of request[kind] ?? []) {
      const selected = selectRowsSql(kind, one, now)
      if (!selected) continue
      const rows = await db.query<{ row: Found }>(sql`
        select json_strip_nulls(json_build_object(
          'id', id, 'agent', agent_id, 'name', coalesce(name, ''), 'namespace', coalesce(namespace, ''),
          'type', coalesce(type, ''), 'icon', nullif(icon, ''), 'tags', nullif(tags, '{}'),
          'health', nullif(health, ''), 'status', nullif(status, '')
        )) as row
        from (${selected}) as resource order by name, id limit ${Math.min(one.limit ?? most, most)}`)
      for (const { row } of rows) if (found.size < most) found.set(row.id, row)
    }
    if (found.size > 0) answer[kind] = [...found.values()]
  }
  return answer
}
