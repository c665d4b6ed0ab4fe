import type { SmtpSettings } from '../../identity/mail/courier'
import { isSlackTarget, notify } from '../../platform/outside/notify'
import type { ReadConnection, ResolvedConnection } from '../../platform/outside/resolve-connection'
import { registerSecret } from '../../platform/outside/redaction'
import { connectionOf, type Destination, DestinationError } from './destination'

/** Where a message is sent, with additional data such as a channel. */
export type Target = { connection: ResolvedConnection; properties: Readonly<Record<string, string>> }

export type Notify = (
  target: ResolvedConnection,
  message: { title: string; message: string; properties: Readonly<Record<string, string>> },
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
  namespace: string,
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
      properties: { to: destination.addresses.join(',') },
    }
  }
  const { service } = destination
  const reference = connectionOf(service)
  if (reference === undefined && service.url === undefined)
    throw new DestinationError('The service has neither a connection nor an address.')
  if (reference === undefined)
    return { connection: { ...noConnection, url: service.url ?? '' }, properties: service.properties }
  const opened = await openConnection(reference, namespace)
  if (typeof opened === 'string') throw new DestinationError(`${reference} cannot be used: ${opened}`)
  if (!opened) throw new DestinationError(`There is no connection ${reference}.`)
  return { connection: opened, properties: service.properties }
}

const noConnection = { type: '', username: '', password: '', certificate: '', properties: {}, isInsecure: false }

/** Slack reads `<!channel>` as a mention and `<https://…|text>` as a link, unless they are written this way. */
const escapeSlack = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** How a value is written for a target, so that it stays text there. */
export const escapeFor = (target: ResolvedConnection): ((value: string) => string) | undefined =>
  isSlackTarget(target) ? escapeSlack : undefined
