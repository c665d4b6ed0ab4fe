import { z } from 'zod'
import type { PersonReader } from '../data/db/db'
import { sql } from '../data/db/sql'
import type { TemplateEnv } from '../platform/expression/template'
import type { QueuedEvent } from '../platform/jobs/event-queue'
import {
  findResources,
  type Resource,
  type ResourceKind,
  type ResourceParts,
} from '../platform/selection/find-resource'

/** An event with its resource, as rules, silences and templates read it. */
export type NotificationEvent = {
  /** For example `check.failed`. */
  name: string
  createdAt: Date
  properties: Readonly<Record<string, string>>
  /** Undefined for events of incidents and playbooks, which are not about a resource. */
  resource: Resource | undefined
  /** Ids of the resources whose recursive silences apply: the ancestors, root first. */
  ancestorIds: readonly string[]
  /** The canary of a check, whose silences apply to all of its checks. */
  canaryId: string | undefined
  /** Why the resource is in its state, in its own words; undefined when it does not say. */
  reason?: string | undefined
  /** When the resource changed to its state. */
  since?: Date | undefined
  /**
   * The variables of filters and templates: `check` with `canary` and `status` (its last result), `config`, `component`,
   * `incident`, `agent`, `event`.
   */
  env: TemplateEnv
}

const kinds = ['check', 'component', 'config', 'canary'] as const satisfies readonly ResourceKind[]

/** The kind of the resource that an event is about; undefined for events of incidents and playbooks. */
export const parseResourceKind = (event: string): ResourceKind | undefined =>
  kinds.find((kind) => event.startsWith(`${kind}.`))

/**
 * Reads the resource of an event, as it is now.
 * @returns undefined when the resource, or the incident, does not exist or may not be read.
 */
export async function readNotificationEvent(
  reader: PersonReader,
  { name, properties, createdAt }: QueuedEvent
): Promise<NotificationEvent | undefined> {
  const event = { name, createdAt, properties }
  const id = z.guid().safeParse(properties['id']).data
  if (id === undefined) return undefined
  const kind = parseResourceKind(name)
  if (kind === undefined) {
    const subject = await readSubject(reader, name, id)
    const env = subject && { event: describeEvent(event), ...subject }
    return env && { ...event, resource: undefined, ancestorIds: [], canaryId: undefined, env }
  }
  const [found] = await readResourceEvents(reader, kind, [{ ...event, resourceId: id }])
  return found
}

/** An event about a resource. */
export type ResourceEvent = QueuedEvent & { resourceId: string }

/**
 * Reads the resources of several events, as they are now, with a fixed number of statements.
 * @param parts `selection` leaves out the variables of filters, for silences without one
 * @returns the events in their order; undefined for each whose resource does not exist or may not be read.
 */
export async function readResourceEvents(
  reader: PersonReader,
  kind: ResourceKind,
  events: readonly ResourceEvent[],
  parts: ResourceParts = 'all'
): Promise<(NotificationEvent | undefined)[]> {
  const ids = [...new Set(events.map(({ resourceId }) => resourceId.toLowerCase()))]
  const resources = await readEventResources(reader, kind, ids, parts)
  const hasResults = kind === 'check' && parts === 'all'
  const results = hasResults ? await readLastResults(reader, ids) : new Map<string, LastResult>()
  return events.map((event) => {
    const id = event.resourceId.toLowerCase()
    const subject = resources.get(id)
    return subject && composeResourceEvent(event, subject, results.get(id))
  })
}

/** The resource of an event, with the canary of a check. */
export type EventResource = { resource: Resource; canary: Resource<'canary'> | undefined }

/** Reads resources by id. A resource that does not exist, or that the reader may not read, is absent. */
export async function readEventResources(
  reader: PersonReader,
  kind: ResourceKind,
  ids: readonly string[],
  parts: ResourceParts = 'all'
): Promise<Map<string, EventResource>> {
  const resources = await findResources(reader, kind, ids, parts)
  const canaryIds = [...resources.values()].flatMap(({ env }) => (kind === 'check' ? textIn(env['canary_id']) : []))
  const canaries = await findResources(reader, 'canary', [...new Set(canaryIds)], parts)
  return new Map(
    [...resources].map(([id, resource]) => [
      id,
      { resource, canary: canaries.get(textIn(resource.env['canary_id'])[0] ?? '') },
    ])
  )
}

const textIn = (value: unknown): string[] => (typeof value === 'string' ? [value] : [])

/** Adds to an event of a resource what rules, silences and templates read. */
export function composeResourceEvent(
  { name, createdAt, properties }: QueuedEvent,
  { resource, canary }: EventResource,
  result: LastResult | undefined
): NotificationEvent {
  return {
    name,
    createdAt,
    properties,
    resource,
    reason: findReason(resource, result),
    since: parseTime(resource.env['last_transition_time']),
    ancestorIds: ancestorIds(resource),
    canaryId: canary?.id,
    env: {
      event: describeEvent({ name, createdAt, properties }),
      agent: { id: resource.selectable.agent.id, name: resource.selectable.agent.name },
      ...(canary && { canary: canary.env }),
      ...(result && { status: result }),
      [resource.kind]: resource.env,
    },
  }
}

const describeEvent = ({ name, createdAt, properties }: QueuedEvent) => ({
  name,
  created_at: createdAt.toISOString(),
  properties,
})

/** The result of a run of a check. */
export type LastResult = { status: boolean | null; message: string; error: string; duration: number; time: string }

/** The last result of each check, by the id of the check. @param until the latest time of a run */
export async function readLastResults(
  reader: PersonReader,
  checkIds: readonly string[],
  until?: Date
): Promise<Map<string, LastResult>> {
  const rows = await reader.query<{ id: string; result: LastResult }>(sql`
    select wanted.id::text, jsonb_build_object('status', last.status, 'message', coalesce(last.message, ''),
      'error', coalesce(last.error, ''), 'duration', last.duration, 'time', last.time) as result
    from unnest(${[...checkIds]}::uuid[]) as wanted (id)
      cross join lateral (
        select * from check_statuses where check_id = wanted.id ${until ? sql`and time <= ${until}` : sql``}
        order by time desc limit 1
      ) as last`)
  return new Map(rows.map(({ id, result }) => [id, result]))
}

/** A component has the reason for its status; its description, like that of a check, says what it is. */
function findReason({ kind, env }: Resource, status: LastResult | undefined): string | undefined {
  const words = { check: status?.error || status?.message, component: env['status_reason'], canary: undefined }
  const reason = kind === 'config' ? env['description'] : words[kind]
  return typeof reason === 'string' && reason.trim() !== '' ? reason.trim() : undefined
}

function parseTime(written: unknown): Date | undefined {
  const time = typeof written === 'string' ? new Date(written) : undefined
  return time && !Number.isNaN(time.getTime()) ? time : undefined
}

/** Some writers end the path with the item itself. */
const ancestorIds = ({ id, env }: Resource): string[] => {
  const path = env['path']
  return typeof path === 'string' ? path.split('.').filter((one) => one !== '' && one !== id) : []
}

/** The incident of an event, with its comment, responder or evidence, or the playbook. */
async function readSubject(reader: PersonReader, event: string, id: string): Promise<TemplateEnv | undefined> {
  const [group, part] = event.split('.')
  if (group === 'playbook') return part === 'approval' ? readApproval(reader, id) : readPlaybook(reader, id)
  if (group !== 'incident') return undefined
  const member = { responder: 'responder', comment: 'comment', dod: 'evidence' }[part ?? '']
  if (member === undefined) {
    const [row] = await reader.query<{ env: object }>(sql`
      select to_jsonb(incidents) as env from incidents where id = ${id}`)
    return row && { incident: row.env }
  }
  const found = {
    responder: sql`select to_jsonb(r) as part, r.incident_id from responders r where r.id = ${id}`,
    comment: sql`select to_jsonb(c) as part, c.incident_id from comments c where c.id = ${id}`,
    evidence: sql`
      select to_jsonb(e) - 'evidence' as part, h.incident_id from evidences e
        join hypotheses h on h.id = e.hypothesis_id where e.id = ${id}`,
  }[member as 'responder' | 'comment' | 'evidence']
  const [row] = await reader.query<{ part: object; incident: object }>(sql`
    select found.part, to_jsonb(i) as incident from (${found}) as found join incidents i on i.id = found.incident_id`)
  return row && { incident: row.incident, [member]: row.part }
}

async function readPlaybook(reader: PersonReader, id: string): Promise<TemplateEnv | undefined> {
  const [row] = await reader.query<{ playbook: object }>(sql`
    select to_jsonb(found) - 'spec' as playbook from playbooks as found where id = ${id}`)
  return row
}

/** The approval of a run, with its playbook and the name of the person or team. */
async function readApproval(reader: PersonReader, id: string): Promise<TemplateEnv | undefined> {
  const [row] = await reader.query<{ approval: object; playbook: object | null }>(sql`
    select to_jsonb(a) || jsonb_build_object('approver', coalesce(people.name, teams.name, '')) as approval,
      to_jsonb(p) - 'spec' as playbook
    from playbook_approvals a left join playbook_runs r on r.id = a.run_id left join playbooks p on p.id = r.playbook_id
      left join people on people.id = a.person_id left join teams on teams.id = a.team_id
    where a.id = ${id}`)
  return row && { approval: row.approval, ...(row.playbook && { playbook: row.playbook }) }
}
