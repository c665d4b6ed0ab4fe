import type { PersonReader } from '../../data/db/db'
import { type Sql, sql } from '../../data/db/sql'
import type { Evaluate } from '../../platform/expression/evaluator'
import {
  connectionOf,
  type Destination,
  DestinationError,
  findPersonMail,
  findSharedDestinations,
} from '../delivery/destination'
import { namespaceOf } from '../delivery/transport'
import type { NotificationEvent } from '../event'
import type { CustomService, Rule, RuleRecipient } from '../rules/rule'

/** Who would receive a message. Contains no address, because addresses can contain secrets. */
export type Recipient = {
  kind: 'person' | 'team' | 'connection' | 'address' | 'playbook'
  id?: string
  name: string
}

type Deps = { reader: PersonReader; evaluate: Evaluate; mayRead: (relation: string) => boolean }

/** Those who would receive the message about an event. Without any, `status` and `reason` say what becomes of it. */
export type Receivers =
  | { recipients: readonly [Recipient, ...Recipient[]]; reason?: string }
  | { recipients: readonly []; status: 'skipped' | 'error'; reason: string }

/** Finds the recipients of a rule as the sender does, and names them. */
export function createRecipientFinder({ reader, evaluate, mayRead }: Deps) {
  const names = new Map<string, Promise<Recipient>>()
  const name = (rule: Rule, destination: Destination) => {
    const key = JSON.stringify(destination)
    const named = names.get(key) ?? describe(reader, rule, destination, mayRead)
    names.set(key, named)
    return named
  }
  const find = async (rule: Rule, event: NotificationEvent, wanted: RuleRecipient): Promise<Recipient[]> => {
    // How a person is notified is known to that person only.
    const destinations =
      wanted.kind === 'person'
        ? [await findPersonMail(reader, wanted.id)]
        : await findSharedDestinations(reader, rule, wanted, event, evaluate)
    return Promise.all(destinations.map((destination) => name(rule, destination)))
  }
  /** @throws {RuleError} when the filter of a service fails. */
  return async (rule: Rule, event: NotificationEvent): Promise<Receivers> => {
    if (!rule.recipient) return { recipients: [], status: 'skipped', reason: 'The rule has no recipient.' }
    try {
      return orSkipped(await find(rule, event, rule.recipient))
    } catch (error) {
      if (!(error instanceof DestinationError)) throw error
      if (!rule.fallback) return { recipients: [], status: 'error', reason: error.message }
      return findFallback(rule, event, rule.fallback.recipient, error.message)
    }
  }

  async function findFallback(
    rule: Rule,
    event: NotificationEvent,
    fallback: RuleRecipient,
    reason: string
  ): Promise<Receivers> {
    try {
      const found = orSkipped(await find(rule, event, fallback))
      return found.recipients.length === 0
        ? found
        : { ...found, reason: `${reason} The fallback recipient receives it.` }
    } catch (error) {
      if (!(error instanceof DestinationError)) throw error
      return { recipients: [], status: 'error', reason: error.message }
    }
  }
}

function orSkipped([first, ...more]: readonly Recipient[]): Receivers {
  return first
    ? { recipients: [first, ...more] }
    : { recipients: [], status: 'skipped', reason: 'Not sent, because the filter of no service matches.' }
}

async function describe(
  reader: PersonReader,
  rule: Rule,
  destination: Destination,
  mayRead: (relation: string) => boolean
): Promise<Recipient> {
  const read = async (relation: string, query: Sql): Promise<string | undefined> =>
    mayRead(relation) ? (await reader.query<{ name: string | null }>(query))[0]?.name || undefined : undefined
  if (destination.kind === 'playbook') {
    const { id } = destination
    const name = await read(
      'playbooks',
      sql`select coalesce(nullif(title, ''), name) as name from playbooks where id = ${id}`
    )
    return { kind: 'playbook', id, name: name ?? 'A playbook' }
  }
  const { teamId } = destination
  if (teamId !== undefined) {
    const name = await read('teams', sql`select name from teams where id = ${teamId}`)
    return { kind: 'team', id: teamId, name: name ?? 'A team' }
  }
  if (destination.kind === 'mail') {
    const id = destination.personId ?? ''
    const name = await read('people', sql`select name from people where id = ${id}`)
    return { kind: 'person', id, name: name ?? 'A person' }
  }
  const { service } = destination
  const reference = connectionOf(service)
  if (reference === undefined) return { kind: 'address', name: nameOfAddress(service) }
  return describeConnection(reader, reference, rule, mayRead)
}

async function describeConnection(
  reader: PersonReader,
  reference: string,
  rule: Rule,
  mayRead: (relation: string) => boolean
): Promise<Recipient> {
  const [, first, name = ''] = /^(?:connection:\/\/)?(?:([^/]+)\/)?([^/]+)$/.exec(reference) ?? []
  const [found] = mayRead('connections_list')
    ? await reader.query<{ id: string; name: string }>(sql`
        select id::text, name from connections_list
        where (name = ${name} and (namespace = ${first ?? namespaceOf(rule)} or type = ${first ?? null}))
          or id::text = ${first === undefined ? name.toLowerCase() : null}
        order by namespace = ${first ?? namespaceOf(rule)} desc, id limit 1`)
    : []
  return { kind: 'connection', ...(found && { id: found.id }), name: found?.name || name || 'A connection' }
}

/** The name of the service, or the host of a web address. Other addresses can have a token in place of a host. */
function nameOfAddress({ name, url = '' }: CustomService): string {
  if (name) return name
  const web = url.replace(/^generic\+/, '')
  if (/^https?:/i.test(web) && URL.canParse(web)) return new URL(web).host
  return /^([a-z][\w+.-]*):/i.exec(url)?.[1] ?? 'An address'
}
