import { z } from 'zod'
import type { Db, Queryable } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import type { LocalProperties } from '../../data/properties'
import type { Evaluate } from '../../platform/expression/evaluator'
import { tryParseJson } from '../../platform/documents/try-parse-json'
import type { NotificationEvent } from '../event'
import { findOwnConnection } from '../preferences/own-connection'
import { readPreferences } from '../preferences/preferences'
import { matchesFilter } from '../rules/matching'
import { type CustomService, parseServices, type Rule, RuleError, type RuleRecipient } from '../rules/rule'

/** Where one message goes. */
export type Destination =
  | { kind: 'mail'; personId?: string; teamId?: string; addresses: readonly string[] }
  /** The connection that a person chose has a `personId`. */
  | { kind: 'service'; service: CustomService; key: string; teamId?: string; personId?: string }
  | { kind: 'playbook'; id: string }

/** Another attempt fails, too. The message is for users. */
export class DestinationError extends Error {
  override readonly name = 'DestinationError'
  readonly isPermanent = true
}

type Deps = { db: Db; evaluate: Evaluate; local: LocalProperties }

/**
 * The destinations of a recipient: of several services, those whose filter is true.
 * @throws {DestinationError | RuleError}
 */
export async function findDestinations(
  deps: Deps,
  rule: Rule,
  recipient: RuleRecipient,
  event: NotificationEvent
): Promise<Destination[]> {
  return recipient.kind === 'person'
    ? [await findPersonDestination(deps, recipient.id)]
    : findSharedDestinations(deps.db, rule, recipient, event, deps.evaluate)
}

/**
 * The destinations of a recipient that is not a person.
 * @throws {DestinationError | RuleError}
 */
export async function findSharedDestinations(
  db: Queryable,
  rule: Rule,
  recipient: Exclude<RuleRecipient, { kind: 'person' }>,
  event: NotificationEvent,
  evaluate: Evaluate
): Promise<Destination[]> {
  if (recipient.kind === 'playbook') return [recipient]
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

/** The connection that a person chose, while the person may read it, or else mail. */
async function findPersonDestination({ db, local }: Deps, id: string): Promise<Destination> {
  const person = await readPerson(db, id)
  const { connectionId } = await readPreferences(db, id)
  const connection = connectionId === null ? undefined : await findOwnConnection({ db, local }, id, connectionId)
  if (connection) {
    const properties = connection.type === 'email' && person.email ? { to: person.email } : {}
    const service = { name: connection.name, connection: connection.id, url: undefined, filter: undefined, properties }
    return { kind: 'service', service, key: keyOf(service, 0), personId: id }
  }
  return toMail(id, person)
}

/**
 * The mail to a person, whatever the person prefers.
 * @throws {DestinationError}
 */
export const findPersonMail = async (db: Queryable, id: string): Promise<Destination> =>
  toMail(id, await readPerson(db, id))

type Person = { name: string; email: string | null }

async function readPerson(db: Queryable, id: string): Promise<Person> {
  const [person] = await db.query<Person>(sql`
    select name, email from people where id = ${id} and deleted_at is null`)
  if (!person) throw new DestinationError('The person who receives the messages of the rule was removed.')
  return person
}

function toMail(personId: string, { name, email }: Person): Destination {
  if (!email) throw new DestinationError(`${name} has no e-mail address.`)
  return { kind: 'mail', personId, addresses: [email] }
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

/** The stored connection of a service; an address can name one, too. */
export const connectionOf = ({ connection, url }: CustomService): string | undefined =>
  connection ?? (url?.startsWith('connection://') ? url : undefined)
