import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { checks } from './checks'
import { call } from '../http'
import { readPart, readParts } from '../parts'
import { eq, gt, inList, isNull, limit, or, order, select } from '../postgrest'
import { timestamp } from '../time'

const thing = z.object({ id: z.guid(), name: z.nullish(z.string()), type: z.nullish(z.string()) })

const change = z.object({
  id: z.guid(),
  created_at: timestamp,
  change_type: z.nullish(z.string()),
  severity: z.nullish(z.string()),
  source: z.nullish(z.string()),
  summary: z.nullish(z.string()),
  diff: z.nullish(z.string()),
  external_created_by: z.nullish(z.string()),
  count: z.nullish(z.int()),
  config: z.nullish(thing),
})
type RelatedChange = z.infer<typeof change> & { is: 'change' }

const changeColumns =
  'id,created_at,change_type,severity,source,summary,diff,external_created_by,count,config:config_items(id,name,type)'

const run = z.object({
  id: z.guid(),
  created_at: timestamp,
  start_time: z.nullish(timestamp),
  end_time: z.nullish(timestamp),
  status: z.string(),
  error: z.nullish(z.string()),
  parameters: z.nullish(z.record(z.string(), z.unknown())),
  playbooks: z.nullish(z.object({ name: z.string(), title: z.nullish(z.string()) })),
  created_by: z.nullish(z.object({ name: z.string() })),
  config: z.nullish(thing),
  component: z.nullish(thing),
})
type RelatedRun = z.infer<typeof run> & { is: 'run' }

const runColumns =
  'id,created_at,start_time,end_time,status,error,parameters,playbooks(name,title),created_by(name),' +
  'config:config_items(id,name,type),component:components(id,name,type)'

/** A change or a playbook run on a resource that a check belongs to. */
export type RelatedEvent = RelatedChange | RelatedRun

/** Maximum number of events of each type. More cannot be distinguished in a chart. */
const MOST = 200

type Related = { configs: readonly string[]; components: readonly string[] }

/**
 * The events within the last `windowMs` on resources that a check belongs to, the newest first: changes of its config
 * items and of the config items of its components, and playbook runs on any of them or on the check itself.
 */
export const relatedEvents = (checkId: string, related: Related, windowMs: number) =>
  queryOptions({
    queryKey: [...checks.all, 'relatedEvents', checkId, related, windowMs],
    queryFn: async ({ signal }): Promise<{ events: readonly RelatedEvent[]; missing: readonly string[] }> => {
      const missing: string[] = []
      const since = gt('created_at', new Date(Date.now() - windowMs).toISOString())
      const linked = await readPart('Config items of the components', configsOf(related.components, signal), missing)
      const configs = [...new Set([...related.configs, ...(linked ?? [])])]
      const parts = await readParts<string, readonly RelatedEvent[]>(
        configs.length === 0 ? ['Playbook runs'] : ['Changes', 'Playbook runs'],
        (name) =>
          name === 'Changes'
            ? readChanges(configs, since, signal)
            : readRuns({ checkId, configs, components: related.components }, since, signal)
      )
      return {
        events: parts.found.flat().toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at)),
        missing: [...missing, ...parts.missing],
      }
    },
    staleTime: 10_000,
  })

type Since = ReturnType<typeof gt>

/** The start of a playbook run is also a change of its config item. Only the run is listed. */
async function readChanges(configs: readonly string[], since: Since, signal: AbortSignal): Promise<RelatedChange[]> {
  const changed = await call({
    path: '/api/db/config_changes',
    query: [inList('config_id', configs), since, order('created_at.desc'), limit(MOST), select(changeColumns)],
    schema: z.array(change),
    signal,
  })
  return changed.filter(({ source }) => source !== 'Playbook').map((one) => ({ ...one, is: 'change' }))
}

async function readRuns(
  { checkId, configs, components }: Related & { checkId: string },
  since: Since,
  signal: AbortSignal
): Promise<RelatedRun[]> {
  const ran = await call({
    path: '/api/db/playbook_runs',
    query: [
      or(
        eq('check_id', checkId),
        ...(configs.length > 0 ? [inList('config_id', configs)] : []),
        ...(components.length > 0 ? [inList('component_id', components)] : [])
      ),
      since,
      order('created_at.desc'),
      limit(MOST),
      select(runColumns),
    ],
    schema: z.array(run),
    signal,
  })
  return ran.map((one) => ({ ...one, is: 'run' }))
}

async function configsOf(components: readonly string[], signal: AbortSignal): Promise<string[]> {
  if (components.length === 0) return []
  const links = await call({
    path: '/api/db/config_component_relationships',
    query: [inList('component_id', components), isNull('deleted_at'), select('config_id')],
    schema: z.array(z.object({ config_id: z.guid() })),
    signal,
  })
  return links.map(({ config_id }) => config_id)
}
