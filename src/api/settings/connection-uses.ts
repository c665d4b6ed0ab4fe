import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { formatNames } from '@/shared/format'
import { call, type ResultPage } from '../http'
import { timestamp } from '../time'

const use = z.object({
  kind: z.string(),
  id: z.guid(),
  name: z.string(),
  namespace: z.nullish(z.string()),
  parts: z.array(z.string()),
  at: timestamp,
})

const answer = z.object({ uses: z.array(use), unread: z.array(z.string()) })

/** A resource that uses a connection. */
export type ConnectionUse = z.infer<typeof use>

/** The tables that may refer to a connection, in words. */
const nouns: Readonly<Record<string, string>> = {
  canary: 'canaries',
  scraper: 'scrapers',
  topology: 'topologies',
  playbook: 'playbooks',
  notification: 'notification rules',
  team: 'teams',
  logbackend: 'log backends',
  connection: 'connections',
}

/** The resources that use a connection and that the user may read. Other backends do not have this list. */
export const connectionUses = (id: string) =>
  queryOptions({
    queryKey: ['connection-uses', id],
    async queryFn({ signal }): Promise<ResultPage<ConnectionUse>> {
      const path = `/api/connection/${encodeURIComponent(id)}/_uses`
      const { uses, unread } = await call({ path, schema: answer, signal })
      const hidden = formatNames(unread.map((kind) => nouns[kind] ?? kind))
      const omitted = hidden === '' ? undefined : `Others may use it, too: you may not read ${hidden}.`
      return { rows: uses, total: uses.length, omitted }
    },
    staleTime: 0,
  })
