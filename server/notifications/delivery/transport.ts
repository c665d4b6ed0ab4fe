import type { SmtpSettings } from '../../identity/mail/courier'
import { noConnection, notify } from '../../platform/outside/notify/notify'
import type { NotificationMessage } from '../../platform/outside/notify/sender'
import type { ReadConnection, ResolvedConnection } from '../../platform/outside/resolve-connection'
import { registerSecret } from '../../platform/outside/redaction'
import type { Rule } from '../rules/rule'
import { connectionOf, type Destination, DestinationError } from './destination'

/** Where a message is sent, with additional data such as a channel. */
export type Target = { connection: ResolvedConnection; properties: Readonly<Record<string, string>> }

export type Notify = (
  target: ResolvedConnection,
  message: NotificationMessage,
  signal: AbortSignal,
  options: { idempotencyKey: string }
) => Promise<void>

/** Sends by the services that stored connections and addresses name. */
export const notifyOutside: Notify = notify

/**
 * Opens the target of a message.
 * @throws {DestinationError} when it cannot be used.
 */
export async function openTarget(
  destination: Exclude<Destination, { kind: 'playbook' }>,
  rule: Pick<Rule, 'namespace' | 'properties'>,
  { openConnection, smtp }: { openConnection: ReadConnection; smtp: SmtpSettings | undefined }
): Promise<Target> {
  if (destination.kind === 'mail') {
    if (!smtp)
      throw new DestinationError(
        'The console has no mail server, so it cannot send mail to people. Set SMTP_URL and SMTP_FROM.'
      )
    registerSecret(URL.canParse(smtp.url) ? decodeURIComponent(new URL(smtp.url).password) : undefined)
    return {
      connection: { ...noConnection, type: 'email', url: smtp.url, properties: { from: smtp.from } },
      // Of the rule, none: with a property such as toaddresses it could send mail of the console to anybody.
      properties: { to: destination.addresses.join(',') },
    }
  }
  const { service } = destination
  // A connection that a person chose gets none, because the author of the rule does not decide where it sends.
  const properties =
    destination.personId === undefined ? { ...rule.properties, ...service.properties } : service.properties
  const reference = connectionOf(service)
  if (reference === undefined && service.url === undefined)
    throw new DestinationError('The service has neither a connection nor an address.')
  if (reference === undefined) return { connection: { ...noConnection, url: service.url ?? '' }, properties }
  const opened = await openConnection(reference, namespaceOf(rule))
  if (typeof opened === 'string') throw new DestinationError(`${reference} cannot be used: ${opened}`)
  if (!opened) throw new DestinationError(`There is no connection ${reference}.`)
  return { connection: opened, properties }
}

/** The namespace in which a rule names connections. */
export const namespaceOf = ({ namespace }: Pick<Rule, 'namespace'>): string => namespace || 'default'
