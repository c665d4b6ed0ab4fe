import type { PersonReader } from '../../data/db/db'
import {
  composeResourceEvent,
  type EventResource,
  type NotificationEvent,
  parseResourceKind,
  readEventResources,
  readLastResults,
  readNotificationEvent,
} from '../event'
import { reportedHealth } from '../health-events'
import type { PastEvent } from './events'

/** Reads past events for a person. */
export type ReadPastEvent = (event: PastEvent) => Promise<NotificationEvent | undefined>

/**
 * Reads each resource once, as it is now, except for the state that the event reports.
 * The result is undefined when the resource does not exist or may not be read.
 */
export function createPastEventReader(reader: PersonReader): ReadPastEvent {
  const known = new Map<string, Promise<EventResource | undefined>>()
  return async (event) => {
    const kind = parseResourceKind(event.name)
    const id = event.properties['id']
    if (kind === undefined || id === undefined) return withPastStatus(await readNotificationEvent(reader, event))
    const subject = known.get(id) ?? readEventResources(reader, kind, [id]).then((found) => found.get(id))
    known.set(id, subject)
    const found = await subject
    if (!found) return undefined
    const result =
      kind === 'check' ? (event.result ?? (await readLastResults(reader, [id], event.createdAt)).get(id)) : undefined
    return composeResourceEvent(event, { ...found, resource: toPastResource(found.resource, event) }, result)
  }
}

function toPastResource(
  { kind, id, selectable, env }: EventResource['resource'],
  { name, createdAt, properties }: PastEvent
): EventResource['resource'] {
  const health = reportedHealth(name)
  const deletedAt = typeof env['deleted_at'] === 'string' ? new Date(env['deleted_at']) : undefined
  const isDeleted = deletedAt !== undefined && deletedAt <= createdAt
  // The status of a check is its health.
  const status = kind === 'check' ? health : properties['status']
  return {
    kind,
    id,
    selectable: { ...selectable, ...(health && { health }), ...(status && { status }), isDeleted },
    env: {
      ...env,
      ...(isDeleted ? {} : { deleted_at: null }),
      ...(health && kind !== 'check' && { health }),
      ...(health && { last_transition_time: createdAt.toISOString() }),
      ...(status && { status }),
      ...(health && kind === 'config' && properties['description'] && { description: properties['description'] }),
    },
  }
}

/** An incident had the status that the event reports. */
function withPastStatus(event: NotificationEvent | undefined): NotificationEvent | undefined {
  const [, status] = /^incident\.status\.(.+)$/.exec(event?.name ?? '') ?? []
  const incident = event?.env['incident']
  if (!event || status === undefined || typeof incident !== 'object') return event
  return { ...event, env: { ...event.env, incident: { ...incident, status } } }
}
