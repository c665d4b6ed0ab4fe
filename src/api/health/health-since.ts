import { z } from 'zod/mini'
import { call } from '../http'
import { eq, inList, limit, order, select } from '../postgrest'
import { timestamp } from '../time'

/** The ISO time of the last change of the health of an item; null if no such change is stored. */
export async function latestHealthChange(id: string, signal: AbortSignal): Promise<string | null> {
  const [latest] = await call({
    path: '/api/db/config_changes',
    query: [
      eq('config_id', id),
      inList('change_type', ['Healthy', 'Unhealthy', 'Warning', 'HealthUnknown']),
      order('created_at.desc'),
      limit(1),
      select('created_at'),
    ],
    schema: z.array(z.object({ created_at: timestamp })),
    signal,
  })
  return latest?.created_at ?? null
}
