import { mutationOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call } from './http'
import type { Incident } from './incident'
import {
  createIncident,
  createRootHypothesis,
  incidents,
  type NewIncident,
  removeHypothesis,
  removeIncident,
} from './incidents'
import { inList, select } from './postgrest'

const meta = { invalidates: [incidents.all] }

type Made = { incidentId: string; hypothesisId: string }

/** An incident with its root hypothesis, which is called as it is. */
export const opening = () =>
  mutationOptions({
    meta,
    async mutationFn({ personId, ...wanted }: NewIncident & { personId: string }): Promise<Made> {
      const incidentId = await createIncident(wanted, personId)
      try {
        return { incidentId, hypothesisId: await createRootHypothesis(incidentId, wanted.title, personId) }
      } catch (error) {
        // Without it nothing could be added to the incident, and another try would make a second one.
        await removeIncident(incidentId).catch(() => false)
        throw error
      }
    },
  })

/** Takes back what was just opened. @returns false where it stays, because something was added to it */
export const undoCreateIncident = () =>
  mutationOptions({
    meta,
    mutationFn: ({ incidentId, hypothesisId }: Made): Promise<boolean> => removeIncident(incidentId, hypothesisId),
  })

/** Takes back a hypothesis that was just added. @returns false where it stays, because something was added to it */
export const unmakingHypothesis = () => mutationOptions({ meta, mutationFn: removeHypothesis })

const remove = (table: string, column: string, list: readonly string[]) =>
  list.length === 0
    ? undefined
    : call({ method: 'delete', path: `/api/db/${table}`, query: [inList(column, list)], schema: z.unknown() })

async function arePassedOn(comments: readonly string[]): Promise<boolean> {
  if (comments.length === 0) return false
  const rows = await call({
    path: '/api/db/comments',
    query: [inList('id', comments), select('comment_responders(id)')],
    schema: z.array(z.object({ comment_responders: z.array(z.unknown()) })),
  })
  return rows.some(({ comment_responders: passedOn }) => passedOn.length > 0)
}

/**
 * Deletes hypotheses of an incident with all that refers to them; those below others come first.
 * @returns false where they stay, because a comment was passed on to a responder, which keeps it from going
 */
export const deletion = () =>
  mutationOptions({
    meta,
    async mutationFn({ incident, ids }: { incident: Incident; ids: readonly string[] }): Promise<boolean> {
      const isOfThese = ({ hypothesis_id: of }: { hypothesis_id?: string | null | undefined }) =>
        !!of && ids.includes(of)
      const evidences = incident.hypotheses.flatMap((one) => one.evidences.filter(isOfThese)).map(({ id }) => id)
      const comments = incident.comments.filter(isOfThese).map(({ id }) => id)
      if (await arePassedOn(comments)) return false
      await remove('incident_histories', 'evidence_id', evidences)
      await remove('incident_histories', 'comment_id', comments)
      await remove('incident_histories', 'hypothesis_id', ids)
      await remove('comments', 'id', comments)
      await remove('evidences', 'id', evidences)
      for (const id of ids) await remove('hypotheses', 'id', [id])
      return true
    },
  })
