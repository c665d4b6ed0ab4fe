import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { configItemName } from '@/lib/catalog/config-name'
import type { IncidentResource } from '@/lib/incidents/similar'
import type { Incident } from './incident'
import { call } from '../http'
import { gte, isNull, limit, or, order, select } from '../postgrest'
import { timestamp } from '../time'

const text = z.nullish(z.string())
const named = z.nullish(z.object({ id: z.guid(), name: z.string() }))
const item = z.nullish(z.object({ id: z.guid(), name: text }))

/** The sources of evidence. */
const things = z.object({ checks: named, components: named, configs: item })

const row = z.object({
  id: z.guid(),
  incident_id: z.string(),
  title: z.string(),
  type: z.string(),
  severity: z.string(),
  status: z.string(),
  created_at: timestamp,
  resolved: z.nullish(timestamp),
  closed: z.nullish(timestamp),
  hypotheses: z._default(z.array(z.object({ evidences: z._default(z.array(things), []) })), []),
})
export type OtherIncident = z.infer<typeof row>

const DAY_MS = 24 * 60 * 60 * 1000
/** Maximum age in days of a closed incident that is compared. */
export const COMPARED_DAYS = 90
/** Maximum number of incidents to compare, the newest first. */
const MOST = 500

type WithThings = { hypotheses: readonly { evidences: readonly z.infer<typeof things>[] }[] }

/** The resources that are evidence of an incident, each once. */
export function listIncidentResources({ hypotheses }: WithThings | Pick<Incident, 'hypotheses'>): IncidentResource[] {
  const found = hypotheses.flatMap((one) =>
    one.evidences.flatMap(({ checks: check, components: component, configs: config }): IncidentResource[] => [
      ...(check ? [{ kind: 'check' as const, id: check.id, name: check.name }] : []),
      ...(component ? [{ kind: 'component' as const, id: component.id, name: component.name }] : []),
      ...(config ? [{ kind: 'config' as const, id: config.id, name: configItemName(config) }] : []),
    ])
  )
  return [...new Map(found.map((one) => [one.id, one])).values()]
}

/**
 * Incidents that are open or were closed within the last 90 days, with their evidence, the newest first. The same for
 * all incidents, so that one request serves them all.
 */
export const comparableIncidents = () =>
  queryOptions({
    // Not below the key of incidents, which every change invalidates: the other incidents need not be up to date to the
    // minute.
    queryKey: ['similar incidents'],
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }): Promise<{ rows: readonly OtherIncident[]; isCut: boolean }> => {
      const since = new Date(Date.now() - COMPARED_DAYS * DAY_MS).toISOString()
      const rows = await call({
        path: '/api/db/incidents',
        query: [
          or(gte('created_at', since), gte('resolved', since), gte('closed', since), isNull('resolved')),
          order('created_at.desc'),
          limit(MOST),
          select(
            'id,incident_id,title,type,severity,status,created_at,resolved,closed',
            'hypotheses(evidences(checks(id,name),components(id,name),configs(id,name)))'
          ),
        ],
        schema: z.array(row),
        signal,
      })
      return {
        isCut: rows.length === MOST,
        rows: rows.filter(({ closed, resolved }) => !closed || !!resolved || closed >= since),
      }
    },
  })
