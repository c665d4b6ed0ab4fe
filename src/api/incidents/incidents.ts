import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { overStatuses } from '@/lib/incidents/incidents'
import { call } from '../http'
import { eq, ilike, limit, notIn, or, order, select } from '../postgrest'
import { timestamp } from '../time'

const evidence = z.object({
  check_id: z.nullish(z.guid()),
  component_id: z.nullish(z.guid()),
  config_id: z.nullish(z.guid()),
  config_analysis_id: z.nullish(z.guid()),
  config_change_id: z.nullish(z.guid()),
  /** The selected lines of the document of the item. */
  selection: z.nullish(z.string()),
  created_by: z.nullish(z.guid()),
  created_at: z.nullish(timestamp),
  checks: z.nullish(z.object({ namespace: z.nullish(z.string()) })),
})
const hypothesis = z.object({
  id: z.guid(),
  title: z.string(),
  type: z.string(),
  evidences: z._default(z.array(evidence), []),
})
const found = z.object({
  id: z.guid(),
  /** For example `INC-12`. */
  incident_id: z.string(),
  title: z.string(),
  severity: z.string(),
  status: z.string(),
  hypotheses: z._default(z.array(hypothesis), []),
})
export type OpenIncident = z.infer<typeof found>

const MOST_FOUND = 20
/** An organisation with more open incidents has other problems. */
const MOST_OPEN = 100
const columns = select(
  'id',
  'incident_id',
  'title',
  'severity',
  'status',
  'hypotheses(id,title,type,evidences(check_id,component_id,config_id,config_analysis_id,config_change_id,selection:evidence->>selection,created_by,created_at,checks(namespace)))'
)

/** Open incidents with a text in their title or number, the newest first. */
const findOpen = (text: string, most: number, signal: AbortSignal | undefined): Promise<OpenIncident[]> =>
  call({
    path: '/api/db/incidents',
    query: [
      columns,
      notIn('status', overStatuses),
      ...(text === '' ? [] : [or(ilike('title', text), ilike('incident_id', text))]),
      order('created_at.desc'),
      limit(most),
    ],
    schema: z.array(found),
    signal,
  })

/** Open incidents with a text in their title or number, the newest first. */
export const findIncidents = (text: string, signal?: AbortSignal) => findOpen(text, MOST_FOUND, signal)

/** Hypotheses of an incident with a text in their title, the oldest first. */
export const findHypotheses = (incidentId: string, text: string, signal?: AbortSignal) =>
  call({
    path: '/api/db/hypotheses',
    query: [
      eq('incident_id', incidentId),
      ...(text === '' ? [] : [ilike('title', text)]),
      select('id', 'title'),
      order('created_at.asc'),
      limit(MOST_FOUND),
    ],
    schema: z.array(z.object({ id: z.guid(), title: z.string() })),
    signal,
  })

export const incidents = {
  all: ['incidents'] as const,

  /** One incident; null if it does not exist. */
  found: (id: string) =>
    queryOptions({
      queryKey: [...incidents.all, 'found', id],
      queryFn: async ({ signal }): Promise<OpenIncident | null> => {
        const [one] = await call({
          path: '/api/db/incidents',
          query: [eq('id', id), columns],
          schema: z.array(found),
          signal,
        })
        return one ?? null
      },
    }),

  /** All open incidents with their evidence, the newest first. */
  open: () =>
    queryOptions({
      queryKey: [...incidents.all, 'open'],
      queryFn: ({ signal }) => findOpen('', MOST_OPEN, signal),
      staleTime: 30_000,
    }),
}

/** Ids of the checks that are evidence of an incident. */
export const listEvidenceChecks = ({ hypotheses }: Pick<OpenIncident, 'hypotheses'>): ReadonlySet<string> =>
  new Set(hypotheses.flatMap(({ evidences }) => evidences.flatMap(({ check_id }) => check_id ?? [])))

/**
 * Ids of all resources that are evidence of an incident themselves. The item of a change or insight is not evidence
 * itself.
 */
export const listEvidenceIds = ({ hypotheses }: Pick<OpenIncident, 'hypotheses'>): ReadonlySet<string> =>
  new Set(
    hypotheses.flatMap(({ evidences }) =>
      evidences.flatMap(
        (one) =>
          one.check_id ?? one.config_analysis_id ?? one.config_change_id ?? itemOrLines(one) ?? one.component_id ?? []
      )
    )
  )

/** Lines of a document are evidence themselves, with the id of `formatLinesId`. */
const itemOrLines = ({ config_id: id, selection }: z.infer<typeof evidence>) =>
  id && selection ? `${id}/${selection}` : id
