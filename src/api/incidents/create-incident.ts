import { mutationOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { call } from '../http'
import type { Incident } from './incident'
import {
  createIncident,
  createRootHypothesis,
  deleteIncidentRows,
  type NewIncident,
  removeHypothesis,
  removeIncident,
} from './incident-rows'
import { incidents } from './incidents'
import { inList, select } from '../postgrest'

const meta = { invalidates: [incidents.all] }

type CreatedIncident = { incidentId: string; hypothesisId: string }

/** Creates an incident with its root hypothesis, which has the same title. */
export const openIncident = () =>
  mutationOptions({
    meta,
    async mutationFn({ personId, ...wanted }: NewIncident & { personId: string }): Promise<CreatedIncident> {
      const incidentId = await createIncident(wanted, personId)
      try {
        return { incidentId, hypothesisId: await createRootHypothesis(incidentId, wanted.title, personId) }
      } catch (error) {
        // Nothing could be added to an incident without a root hypothesis, and a retry would create a second incident.
        await removeIncident(incidentId).catch(() => false)
        throw error
      }
    },
  })

/** Removes a newly created incident. @returns false if the incident stays because something was added to it */
export const undoCreateIncident = () =>
  mutationOptions({
    meta,
    mutationFn: ({ incidentId, hypothesisId }: CreatedIncident): Promise<boolean> =>
      removeIncident(incidentId, hypothesisId),
  })

/** Removes a newly added hypothesis. @returns false if the hypothesis stays because something was added to it */
export const undoAddHypothesis = () => mutationOptions({ meta, mutationFn: removeHypothesis })

async function areForwarded(comments: readonly string[]): Promise<boolean> {
  if (comments.length === 0) return false
  const rows = await call({
    path: '/api/db/comments',
    query: [inList('id', comments), select('comment_responders(id)')],
    schema: z.array(z.object({ comment_responders: z.array(z.unknown()) })),
  })
  return rows.some(({ comment_responders: passedOn }) => passedOn.length > 0)
}

/**
 * Deletes hypotheses of an incident and everything that refers to them. Child hypotheses must come first.
 * @returns false if they stay, because a comment that was forwarded to a responder cannot be deleted
 */
export const deleteHypotheses = () =>
  mutationOptions({
    meta,
    async mutationFn({ incident, ids }: { incident: Incident; ids: readonly string[] }): Promise<boolean> {
      const isOfThese = ({ hypothesis_id: of }: { hypothesis_id?: string | null | undefined }) =>
        !!of && ids.includes(of)
      const evidences = incident.hypotheses.flatMap((one) => one.evidences.filter(isOfThese)).map(({ id }) => id)
      const comments = incident.comments.filter(isOfThese).map(({ id }) => id)
      if (await areForwarded(comments)) return false
      await deleteIncidentRows('comments', comments)
      await deleteIncidentRows('evidences', evidences)
      for (const id of ids) await deleteIncidentRows('hypotheses', [id])
      return true
    },
  })
