import { z } from 'zod/mini'
import { evidenceKindDescriptions, type EvidenceRef } from '@/lib/incidents/evidence-kinds'
import { ApiError, call } from '../http'
import { eq, inList, limit, select } from '../postgrest'

/*
 * The only module that writes rows of incidents: inserts, updates and deletions of every table go through one function
 * each, with the columns below.
 */

/** The columns that commands change, read first so that a change can be undone. */
const stored = {
  incidents: z.object({
    id: z.guid(),
    title: z.string(),
    description: z.string(),
    status: z.string(),
    severity: z.string(),
    type: z.string(),
    acknowledged: z.nullable(z.string()),
    resolved: z.nullable(z.string()),
    closed: z.nullable(z.string()),
    commander_id: z.nullable(z.guid()),
    communicator_id: z.nullable(z.guid()),
  }),
  hypotheses: z.object({
    id: z.guid(),
    incident_id: z.guid(),
    type: z.string(),
    title: z.string(),
    status: z.string(),
  }),
  evidences: z.object({
    id: z.guid(),
    hypothesis_id: z.guid(),
    definition_of_done: z.nullable(z.boolean()),
    done: z.nullable(z.boolean()),
    script: z.nullable(z.string()),
    script_result: z.nullable(z.string()),
    properties: z.nullable(z.record(z.string(), z.unknown())),
    check_id: z.nullable(z.guid()),
    component_id: z.nullable(z.guid()),
    config_id: z.nullable(z.guid()),
    config_analysis_id: z.nullable(z.guid()),
    config_change_id: z.nullable(z.guid()),
  }),
  responders: z.object({
    id: z.guid(),
    incident_id: z.guid(),
    deleted_at: z.nullable(z.string()),
  }),
}
export type StoredRows = { [T in keyof typeof stored]: z.infer<(typeof stored)[T]> }
export type StoredTable = keyof StoredRows

/** The columns that refer to the source of evidence. A change and an insight also refer to their item. */
export type EvidenceColumns = {
  check_id?: string | undefined
  component_id?: string | undefined
  config_id?: string | undefined
  config_analysis_id?: string | undefined
  config_change_id?: string | undefined
}

type Created = { created_by: string }

/** The columns of a new row. The others have the defaults of the database. */
export type NewRows = {
  incidents: Created &
    Pick<StoredRows['incidents'], 'title' | 'description' | 'severity' | 'type' | 'status'> & {
      commander_id: string
      communicator_id: string
    }
  hypotheses: Created & Omit<StoredRows['hypotheses'], 'id'> & { parent_id?: string }
  evidences: Created &
    EvidenceColumns & {
      hypothesis_id: string
      type: string
      description: string
      /** Snapshot of the source. */
      evidence: object
      definition_of_done: boolean
      done?: boolean
    }
  comments: Created & { incident_id: string; hypothesis_id?: string; comment: string }
  responders: Created & { incident_id: string; type: string; person_id?: string; team_id?: string }
}

/** The current rows. Deleted rows are left out. */
export const readStoredRows = <T extends StoredTable>(
  table: T,
  ids: readonly string[],
  signal?: AbortSignal
): Promise<StoredRows[T][]> =>
  call({
    path: `/api/db/${table}`,
    query: [inList('id', ids), select(...Object.keys(stored[table].shape))],
    schema: z.array(stored[table]) as unknown as z.ZodMiniType<StoredRows[T][]>,
    signal,
  })

const written = z.array(z.object({ id: z.guid() }))

/** Creates a row. @returns its id */
export async function insertIncidentRow<T extends keyof NewRows>(table: T, body: NewRows[T]): Promise<string> {
  const path = `/api/db/${table}`
  const [row] = await call({ method: 'post', path, body, schema: written.check(z.minLength(1)) })
  return row?.id ?? ''
}

/** A row and the members to write. */
export type RowChange<T extends StoredTable = StoredTable> = { id: string; body: Partial<StoredRows[T]> }

/** Updates rows. Rows with the same changes share one request. @returns the number of updated rows */
export async function patchIncidentRows<T extends StoredTable>(
  table: T,
  changes: readonly RowChange<T>[]
): Promise<number> {
  const alike = new Map<string, { body: RowChange<T>['body']; ids: string[] }>()
  for (const { id, body } of changes) {
    const key = JSON.stringify(body)
    const group = alike.get(key) ?? { body, ids: [] }
    group.ids.push(id)
    alike.set(key, group)
  }
  let count = 0
  for (const { body, ids } of alike.values()) {
    const query = [inList('id', ids), select('id')]
    count += (await call({ method: 'patch', path: `/api/db/${table}`, query, body, schema: written })).length
  }
  return count
}

/** Columns of the incident history that refer to rows of a table and prevent their deletion. */
const historyColumns = {
  incidents: 'incident_id',
  hypotheses: 'hypothesis_id',
  responders: 'responder_id',
  evidences: 'evidence_id',
  comments: 'comment_id',
}

/** Permanently deletes rows, after the history entries that refer to them. */
export async function deleteIncidentRows(table: keyof typeof historyColumns, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const logged = [inList(historyColumns[table], ids)]
  await call({ method: 'delete', path: '/api/db/incident_histories', query: logged, schema: z.unknown() })
  await call({ method: 'delete', path: `/api/db/${table}`, query: [inList('id', ids)], schema: z.unknown() })
}

export type NewIncident = { title: string; type: string; severity: string; description?: string | undefined }

/** Opens an incident with the caller as commander and communicator. @returns its id. */
export const createIncident = ({ title, type, severity, description = '' }: NewIncident, personId: string) =>
  insertIncidentRow('incidents', {
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
  insertIncidentRow('hypotheses', {
    incident_id: incidentId,
    title,
    status: 'possible',
    type: 'root',
    created_by: personId,
  })

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
  ofSources: ReadonlyMap<string, EvidenceColumns>,
  personId: string
) =>
  insertIncidentRow('evidences', {
    type: evidenceKindDescriptions[source.kind].stored,
    ...ofSources.get(source.id),
    hypothesis_id: hypothesisId,
    description,
    definition_of_done: isDefinitionOfDone,
    evidence: snapshot,
    created_by: personId,
  })

const hasRow = async (table: string, column: string, id: string): Promise<boolean> =>
  (
    await call({
      path: `/api/db/${table}`,
      query: [eq(column, id), select('id'), limit(1)],
      schema: z.array(z.object({ id: z.guid() })),
    })
  ).length > 0

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
    await deleteIncidentRows('hypotheses', [id])
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
    schema: z.array(z.object({ hypotheses: written, comments: written, responders: written })),
  })
  if (!one) return true
  if (Object.values(one).some((list) => list.some((added) => added.id !== root))) return false
  if (root !== undefined && !(await removeHypothesis(root))) return false
  await deleteIncidentRows('incidents', [id])
  return true
}
