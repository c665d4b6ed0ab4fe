import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { incidentDuration, isOver, incidentTypeLabel } from '@/lib/incidents/incidents'
import type { PostMortemSource } from '@/lib/incidents/post-mortem'
import { quotedLines } from '@/lib/incidents/evidence-lines'
import { kindAndTitle, evidenceTitle } from '@/lib/incidents/evidence-name'
import { readPart } from '../parts'
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
      const unread: string[] = []
      const [incident, history] = await Promise.all([
        client.fetchQuery({ ...incidentById(id), ...now }),
        readPart('History of the incident', client.fetchQuery({ ...incidentHistory(id), ...now }), unread),
      ])
      if (!incident) return null
      const { events, missing } = await readAvailableEvents(incident, client)
      const entries = buildIncidentTimeline(incident, history ?? [], events)
      return { ...factsOf(incident), entries, missing: [...unread, ...missing] }
    },
  })

type Found = { events: readonly TimelineEvent[]; missing: readonly string[] }

/** The events of the resources involved. If they cannot be read, the post-mortem names the error. */
async function readAvailableEvents(incident: Incident, client: QueryClient): Promise<Found> {
  const missing: string[] = []
  const found = await readPart('Events of the resources involved', readEventsIn(incident, client), missing)
  return found ?? { events: [], missing }
}

async function readEventsIn(incident: Incident, client: QueryClient): Promise<Found> {
  const involved = await client.fetchQuery(timeline.involved(listInvolved(incident)))
  const { events, missing } = await client.fetchQuery({
    ...timeline.eventsOn(involved.resources, incidentWindow(incident)),
    ...now,
  })
  const omitted = involved.omitted > 0 ? [`${involved.omitted} config items are not included.`] : []
  return { events, missing: [...involved.missing, ...missing, ...omitted] }
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
