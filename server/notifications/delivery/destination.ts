import { z } from 'zod'
import type { Db, Queryable } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import type { Evaluate } from '../../platform/expression/evaluator'
import { findConnectionByReference } from '../../platform/connections/connection'
import { tryParseJson } from '../../platform/documents/try-parse-json'
import type { NotificationEvent } from '../event'
import { matchesFilter } from '../rules/matching'
import { type CustomService, parseServices, type Rule, RuleError, type RuleRecipient } from '../rules/rule'

/** Where one message goes. */
export type Destination =
  | { kind: 'mail'; personId?: string; teamId?: string; addresses: readonly string[] }
  | { kind: 'service'; service: CustomService; key: string; teamId?: string }
  | { kind: 'playbook'; id: string }

/** Another attempt fails, too. The message is for users. */
export class DestinationError extends Error {
  override readonly name = 'DestinationError'
  readonly isPermanent = true
}

/**
 * The destinations of a recipient: of several services, those whose filter is true.
 * @throws {DestinationError | RuleError}
 */
export async function findDestinations(
  db: Queryable,
  rule: Rule,
  recipient: RuleRecipient,
  event: NotificationEvent,
  evaluate: Evaluate
): Promise<Destination[]> {
  if (recipient.kind === 'playbook') return [recipient]
  if (recipient.kind === 'person') return [await readPerson(db, recipient.id)]
  const teamId = recipient.kind === 'team' ? recipient.id : undefined
  const services = recipient.kind === 'team' ? await readTeamServices(db, recipient.id) : recipient.services
  if (teamId !== undefined && services.length === 0) return [await readTeam(db, teamId)]
  const found: Destination[] = []
  for (const [index, service] of services.entries()) {
    const { isMatch, error } = await matchesFilter(service.filter, event, evaluate, rule.id)
    if (error !== undefined) throw new RuleError(`The service ${nameOf(service)}: ${error}`)
    if (isMatch) found.push({ kind: 'service', service, key: keyOf(service, index), ...(teamId && { teamId }) })
  }
  return found
}

/**
 * Finds the service that a message was planned for; undefined if it is for no service.
 * @param key of the destination.
 * @throws {DestinationError} when the rule no longer has it.
 */
export async function findPlannedService(
  db: Queryable,
  recipient: RuleRecipient,
  key: string
): Promise<Destination | undefined> {
  const written = plannedSchema.safeParse(tryParseJson(key)).data
  if (!written || recipient.kind === 'person' || recipient.kind === 'playbook') return undefined
  const services = recipient.kind === 'team' ? await readTeamServices(db, recipient.id) : recipient.services
  const isSame = (one: CustomService | undefined) =>
    one !== undefined && one.name === written.name && (one.connection ?? '') === written.connection
  const service = isSame(services[written.index]) ? services[written.index] : services.find(isSame)
  if (!service)
    throw new DestinationError(`The rule no longer has the service ${written.name || written.connection || 'it had'}.`)
  return {
    kind: 'service',
    service,
    key,
    ...(recipient.kind === 'team' && { teamId: recipient.id }),
  }
}

const plannedSchema = z.object({ index: z.int().min(0), name: z.string(), connection: z.string() })

/** Names a service without its address, which can contain secrets. */
const keyOf = ({ name, connection }: CustomService, index: number) =>
  JSON.stringify({ index, name, connection: connection ?? '' })

export const nameOf = ({ name, connection }: CustomService): string => name || connection || 'without a name'

async function readTeamServices(db: Queryable, id: string): Promise<readonly CustomService[]> {
  const [team] = await db.query<{ services: unknown }>(sql`
    select spec -> 'notifications' as services from teams where id = ${id} and deleted_at is null`)
  return parseServices(team?.services)
}

async function readPerson(db: Queryable, id: string): Promise<Destination> {
  const [person] = await db.query<{ name: string; email: string | null }>(sql`
    select name, email from people where id = ${id} and deleted_at is null`)
  if (!person) throw new DestinationError('The person who receives the messages of the rule was removed.')
  if (!person.email) throw new DestinationError(`${person.name} has no e-mail address.`)
  return { kind: 'mail', personId: id, addresses: [person.email] }
}

/** A mail for a whole team names at most this number of recipients. */
const MOST_ADDRESSES = 100

async function readTeam(db: Queryable, id: string): Promise<Destination> {
  const rows = await db.query<{ name: string; email: string | null }>(sql`
    select teams.name, people.email
    from teams left join team_members on team_members.team_id = teams.id
      left join people on people.id = team_members.person_id and people.deleted_at is null
        and coalesce(people.email, '') <> ''
    where teams.id = ${id} and teams.deleted_at is null order by people.email limit ${MOST_ADDRESSES}`)
  if (rows.length === 0) throw new DestinationError('The team that receives the messages of the rule was deleted.')
  const addresses = rows.flatMap(({ email }) => email ?? [])
  if (addresses.length === 0)
    throw new DestinationError(`The team ${rows[0]?.name ?? ''} has no member with an e-mail address.`)
  return { kind: 'mail', teamId: id, addresses }
}

/** The columns of a message that name its recipient. */
export async function describeRecipient(db: Db, destination: Destination, namespace: string) {
  const reference = destination.kind === 'service' ? connectionOf(destination.service) : undefined
  const connection = reference === undefined ? undefined : await findConnectionByReference(db, reference, namespace)
  return {
    personId: destination.kind === 'mail' ? (destination.personId ?? null) : null,
    teamId: destination.kind === 'playbook' ? null : (destination.teamId ?? null),
    connectionId: connection?.id ?? null,
  }
}

/** The stored connection of a service; an address can name one, too. */
export const connectionOf = ({ connection, url }: CustomService): string | undefined =>
  connection ?? (url?.startsWith('connection://') ? url : undefined)
