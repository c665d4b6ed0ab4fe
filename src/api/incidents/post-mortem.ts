import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { incidentDuration, isOver, incidentTypeLabel } from '@/lib/incidents/incidents'
import type { PostMortemSource } from '@/lib/incidents/post-mortem'
import { quotedLines } from '@/lib/incidents/evidence-lines'
import { kindAndTitle, evidenceTitle } from '@/lib/incidents/evidence-name'
import { ApiError } from '../http'
import { incidentHistory, type Incident, incidentById } from './incident'
import { listInvolved, buildIncidentTimeline, incidentWindow } from './incident-timeline'
import { incidents } from './incidents'
import type { TimelineEvent } from '../timeline/events'
import { timeline } from '../timeline/timeline'

const now = { staleTime: 0 }

/** The current data of the post-mortem of an incident; null if the incident does not exist. */
export const postMortem = (id: string) =>
  queryOptions({
    queryKey: [...incidents.all, 'postMortem', id],
    staleTime: 0,
    queryFn: async ({ client }): Promise<PostMortemSource | null> => {
      const [incident, history] = await Promise.all([
        client.fetchQuery({ ...incidentById(id), ...now }),
        client.fetchQuery({ ...incidentHistory(id), ...now }),
      ])
      if (!incident) return null
      const { events, missing } = await eventsIn(incident, client)
      return { ...factsOf(incident), entries: buildIncidentTimeline(incident, history, events), missing }
    },
  })

type Found = { events: readonly TimelineEvent[]; missing: readonly string[] }

/** The events of the resources involved. If they cannot be read, the post-mortem names the error. */
async function eventsIn(incident: Incident, client: QueryClient): Promise<Found> {
  try {
    const { resources, omitted } = await client.fetchQuery(timeline.involved(listInvolved(incident)))
    const { events, missing } = await client.fetchQuery({
      ...timeline.eventsOn(resources, incidentWindow(incident)),
      ...now,
    })
    return { events, missing: omitted > 0 ? [...missing, `${omitted} config items are not included.`] : missing }
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind === 'aborted') throw error
    return { events: [], missing: [`Events of the resources involved: ${error.message}`] }
  }
}

const byTime = <T extends { created_at: string; id: string }>(list: readonly T[]): T[] =>
  list.toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at) || (a.id < b.id ? -1 : 1))

function factsOf(incident: Incident): Omit<PostMortemSource, 'entries' | 'missing'> {
  const pieces = incident.hypotheses.flatMap(({ evidences }) => evidences)
  return {
    number: incident.incident_id,
    title: incident.title,
    description: incident.description,
    type: incidentTypeLabel(incident.type),
    severity: incident.severity,
    status: incident.status,
    openedBy: incident.rule ? `the rule ${incident.rule.name}` : incident.creator?.name,
    commander: incident.commander?.name,
    communicator: incident.communicator?.name,
    responders: byTime(incident.responders).flatMap(({ deleted_at: deleted, person, team }) =>
      deleted ? [] : (person?.name ?? team?.name ?? [])
    ),
    opened: incident.created_at,
    acknowledged: incident.acknowledged ?? undefined,
    resolved: incident.resolved ?? undefined,
    closed: incident.closed ?? undefined,
    isOver: isOver(incident),
    // Shown for closed incidents only. The current time would count only if no end is stored.
    lastedMs: incidentDuration(incident, Date.parse(incident.updated_at ?? incident.created_at)),
    hypotheses: byTime(incident.hypotheses).map(({ id, parent_id: parent, type, title, status, evidences }) => ({
      id,
      parentId: parent ?? undefined,
      type,
      title,
      status,
      evidence: byTime(evidences).map((one) => {
        const { kind: word, title: ownTitle } = kindAndTitle(one)
        return {
          word,
          title: ownTitle,
          quoted: quotedLines(one),
          by: one.created_by?.name,
          weighs: one.properties?.weighs ?? undefined,
        }
      }),
    })),
    done: byTime(pieces.filter(({ definition_of_done: isPart }) => isPart)).map((one) => ({
      title: evidenceTitle(one),
      isDone: one.done === true,
      when: one.script || undefined,
    })),
  }
}
