import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import type { EvidenceRef } from '@/lib/incidents/evidence-kinds'
import { overStatuses } from '@/lib/incidents/incidents'
import { ApiError, call } from '../http'
import { eq, ilike, inList, limit, notIn, or, order, select } from '../postgrest'
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

const created = z.array(z.object({ id: z.guid() })).check(z.minLength(1))

async function create(path: string, body: object): Promise<string> {
  const [row] = await call({ method: 'post', path: `/api/db/${path}`, body, schema: created })
  return row?.id ?? ''
}

const remove = (path: string, column: string, id: string) =>
  call({ method: 'delete', path: `/api/db/${path}`, query: [eq(column, id)], schema: z.unknown() })

const hasRow = async (table: string, column: string, id: string): Promise<boolean> =>
  (
    await call({
      path: `/api/db/${table}`,
      query: [eq(column, id), select('id'), limit(1)],
      schema: z.array(z.object({ id: z.guid() })),
    })
  ).length > 0

export type NewIncident = { title: string; type: string; severity: string; description?: string | undefined }

/** Opens an incident with the caller as commander and communicator. @returns its id. */
export const createIncident = ({ title, type, severity, description = '' }: NewIncident, personId: string) =>
  create('incidents', {
    title,
    description,
    severity,
    type,
    status: 'open',
    created_by: personId,
    commander_id: personId,
    communicator_id: personId,
  })

/** @returns its id. */
export const createRootHypothesis = (incidentId: string, title: string, personId: string) =>
  create('hypotheses', { incident_id: incidentId, title, status: 'possible', type: 'root', created_by: personId })

export type NewEvidence = {
  source: EvidenceRef
  hypothesisId: string
  description: string
  isDefinitionOfDone: boolean
  /** Snapshot of the source, such as lines of its document. */
  snapshot?: object | undefined
}

/** @param ofSources the columns that refer to a source, by its id. @returns the id of the evidence. */
export const createEvidence = (
  { source, hypothesisId, description, isDefinitionOfDone, snapshot = {} }: NewEvidence,
  ofSources: ReadonlyMap<string, object>,
  personId: string
) =>
  create('evidences', {
    ...ofSources.get(source.id),
    hypothesis_id: hypothesisId,
    description,
    definition_of_done: isDefinitionOfDone,
    evidence: snapshot,
    created_by: personId,
  })

/** Removes evidence, after the history entries that refer to it and prevent its deletion. */
export async function removeEvidences(ids: readonly string[]): Promise<void> {
  const query = [inList('evidence_id', ids)]
  await call({ method: 'delete', path: '/api/db/incident_histories', query, schema: z.unknown() })
  await call({ method: 'delete', path: '/api/db/evidences', query: [inList('id', ids)], schema: z.unknown() })
}

/**
 * Removes a hypothesis, after the history entries that refer to it and prevent its deletion.
 * @returns whether it was removed. A hypothesis with evidence, comments or children stays, together with its history.
 */
export async function removeHypothesis(id: string): Promise<boolean> {
  const added = await Promise.all([
    hasRow('evidences', 'hypothesis_id', id),
    hasRow('comments', 'hypothesis_id', id),
    hasRow('hypotheses', 'parent_id', id),
  ])
  if (added.includes(true)) return false
  try {
    await remove('incident_histories', 'hypothesis_id', id)
    await remove('hypotheses', 'id', id)
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return false
    throw error
  }
}

/**
 * @param root the root hypothesis, removed with the incident
 * @returns whether it was removed. An incident with further additions stays, together with its hypothesis.
 */
export async function removeIncident(id: string, root?: string): Promise<boolean> {
  const [one] = await call({
    path: '/api/db/incidents',
    query: [eq('id', id), select('hypotheses(id)', 'comments(id)', 'responders(id)')],
    schema: z.array(z.record(z.string(), z.array(z.object({ id: z.guid() })))),
  })
  if (!one) return true
  if (Object.values(one).some((list) => list.some((added) => added.id !== root))) return false
  if (root !== undefined && !(await removeHypothesis(root))) return false
  await remove('incident_histories', 'incident_id', id)
  await remove('incidents', 'id', id)
  return true
}
