import { createHash } from 'node:crypto'
import type { Queryable } from '../../data/db/db'
import { findConnectionByReference } from '../../platform/connections/connection'
import type { CustomService, Rule } from '../rules/rule'
import { connectionOf, type Destination } from './destination'
import { namespaceOf } from './transport'

/** Who receives messages, in the columns of the history. */
export type RecipientColumns = { personId: string | null; teamId: string | null; connectionId: string | null }

/** The columns of a message that name its recipient. */
export async function describeRecipient(
  db: Queryable,
  destination: Destination,
  namespace: string
): Promise<RecipientColumns> {
  return {
    personId: destination.kind === 'playbook' ? null : (destination.personId ?? null),
    teamId: destination.kind === 'playbook' ? null : (destination.teamId ?? null),
    connectionId: destination.kind === 'service' ? await findConnectionId(db, destination.service, namespace) : null,
  }
}

async function findConnectionId(db: Queryable, service: CustomService, namespace: string): Promise<string | null> {
  const reference = connectionOf(service)
  const connection = reference === undefined ? undefined : await findConnectionByReference(db, reference, namespace)
  return connection?.id ?? null
}

/**
 * The key of a recipient, for the limit of attempts; undefined for a playbook, whose runs have a queue of their own.
 * Messages to different recipients can have the same key, which only makes them wait for each other.
 */
export function composeRecipientKey(destination: Destination, { connectionId }: RecipientColumns): string | undefined {
  if (destination.kind === 'playbook') return undefined
  if (destination.kind === 'service') return keyOfService(destination.service, connectionId)
  return destination.personId === undefined ? `team:${destination.teamId ?? ''}` : `person:${destination.personId}`
}

/** An address can contain secrets, which so short a digest does not give away. */
function keyOfService(service: CustomService, connectionId: string | null): string {
  if (connectionId !== null) return `connection:${connectionId}`
  const written = connectionOf(service) ?? service.url ?? ''
  return `address:${createHash('sha256').update(written).digest('hex').slice(0, 8)}`
}

/** The key of the recipient of a rule; undefined if only an attempt can tell. */
export async function findRecipientKey(db: Queryable, rule: Rule): Promise<string | undefined> {
  const { recipient } = rule
  if (recipient?.kind === 'person') return `person:${recipient.id}`
  if (recipient?.kind !== 'services') return undefined
  const [service, ...more] = recipient.services
  if (!service || more.length > 0) return undefined
  return keyOfService(service, await findConnectionId(db, service, namespaceOf(rule)))
}
