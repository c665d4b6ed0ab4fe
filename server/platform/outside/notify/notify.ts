import { capital } from '@/shared/format'
import { hideSecrets } from '@/shared/connections/secret-parts'
import { wellFormed } from '../../well-formed'
import { type SendRequest, sendOnce } from '../http-request'
import { mapTexts, registerSecret, withRedaction } from '../redaction'
import type { ResolvedConnection } from '../resolve-connection'
import { addressOf, parseServiceAddress } from './address'
import { invalidSettings, NotificationError } from './notification-error'
import type { NotificationMessage, Sender } from './sender'
import { senders } from './senders'
import { requestFrom } from './service-request'
import { webhookSender } from './webhook'

type NotifyOptions = {
  /**
   * Same for every attempt at the same notification. Used where a service can recognise another attempt
   * (docs/notifications.md).
   */
  idempotencyKey?: string
  /** Sends each request. */
  send?: SendRequest
}

/**
 * Sends a message to a stored connection, or to an address (`{ ...noConnection, url }`).
 * @throws {NotificationError} when it is not delivered. The message is for users and contains only the origin of an
 * address, because the rest is secret. Rethrows other errors when the signal aborts.
 */
export async function notify(
  target: ResolvedConnection,
  message: NotificationMessage,
  signal: AbortSignal,
  { idempotencyKey, send = sendOnce }: NotifyOptions = {}
): Promise<void> {
  const { value: failure, clean } = await withRedaction(
    () =>
      deliver(target, message, signal, { idempotencyKey, send }).then(
        () => undefined,
        (error: unknown) => ({ error })
      ),
    [target.password]
  )
  if (!failure) return
  const { error } = failure
  if (!(error instanceof NotificationError)) throw error
  const { isPermanent, retryAfterMs } = error
  throw new NotificationError(clean(error.message), { isPermanent, retryAfterMs })
}

async function deliver(
  target: ResolvedConnection,
  { title, message, payload, properties: given }: NotificationMessage,
  signal: AbortSignal,
  { idempotencyKey, send }: { idempotencyKey: string | undefined; send: SendRequest }
): Promise<void> {
  const sender = requireSender(target)
  const properties = mapTexts(given, wellFormed)
  const text = addressOf(target, sender.implicitAddress)
  const address = parseServiceAddress(text)
  hideSecrets('url', text, (secret) => {
    registerSecret(secret)
    return ''
  })
  await sender.send({
    target,
    message: { title: wellFormed(title), message: wellFormed(message), properties, ...(payload && { payload }) },
    address,
    option: (...names) =>
      [Object.entries(properties), Object.entries(target.properties), address.query]
        .flat()
        .find(([name, value]) => names.includes(name.toLowerCase()) && value !== '')?.[1],
    idempotencyKey,
    signal,
    request: (request) => requestFrom(request, { isInsecure: target.isInsecure, send }, signal),
  })
}

/** What an address without a stored connection lacks. */
export const noConnection: Omit<ResolvedConnection, 'url'> = {
  type: '',
  username: '',
  password: '',
  certificate: '',
  properties: {},
  isInsecure: false,
}

/**
 * How a template's value is written in a message to this target, so that it stays a text there: no mention, no link.
 * @returns undefined when every text stays one.
 */
export const valueEscapeFor = (target: ResolvedConnection): ((value: string) => string) | undefined =>
  findSender(target)?.escapeValue

/** Properties in which commas separate recipients. */
export const isListProperty = (name: string): boolean =>
  /^(?:to|toaddresses|chats|channels|rooms?|events?|devices?|targets)$/i.test(name)

/** By the type, the scheme of the address, then the host of a web address. */
function findSender(target: ResolvedConnection): Sender | undefined {
  const typed = senders.find(({ types }) => types.includes(target.type))
  if (typed && typed !== webhookSender) return typed
  const scheme = schemeOf(target)
  const named = senders.find(({ schemes }) => schemes.includes(scheme))
  if (named !== webhookSender || !URL.canParse(target.url)) return named
  const url = new URL(target.url)
  return senders.find(({ owns }) => /^https?$/.test(scheme) && owns?.(url)) ?? named
}

function requireSender(target: ResolvedConnection): Sender {
  const sender = findSender(target)
  if (sender) return sender
  const scheme = schemeOf(target)
  if (scheme === '' && (target.type === '' || webhookSender.types.includes(target.type)))
    throw invalidSettings('The address of a notification must begin with a scheme, such as https://.')
  const name = capital(scheme || target.type)
  throw invalidSettings(`${name} notifications are not supported. Use a generic webhook: generic+https://….`)
}

const schemeOf = ({ url }: ResolvedConnection): string => /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase() ?? ''
