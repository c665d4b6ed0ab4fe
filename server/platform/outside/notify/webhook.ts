import { basicAuthIfGiven } from '../request-headers'
import { joinTitle } from './text'
import { invalidSettings } from './notification-error'
import type { Delivery, NotificationMessage, Sender } from './sender'
import type { ServiceRequest } from './service-request'

/**
 * Any webhook. `http(s)://…` receives `{title, message}` and the properties as JSON. The query of
 * `generic+https://host/path?MessageKey=text&TitleKey=subject&ContentType=…&RequestMethod=PUT&@header=…&$member=…` changes
 * the request and is not sent.
 */
export const webhookSender: Sender = {
  types: ['generic_webhook', 'webhook', 'http'],
  schemes: ['http', 'https', 'generic', 'generic+http', 'generic+https'],
  async send(delivery) {
    const { address, message, idempotencyKey } = delivery
    const isCustom = address.scheme.startsWith('generic')
    const { url, ...settings } = isCustom ? readSettings(address.text) : { ...plain, url: webUrl(address.text) }
    const members = {
      ...message.properties,
      ...settings.members,
      [settings.titleKey]: message.title,
      [settings.messageKey]: message.message,
    }
    await delivery.request({
      ...contentOf(settings, members, message, url),
      headers: {
        ...signIn(url, delivery),
        // A key is unique to the notification, so a receiver can recognise another attempt.
        ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
        ...settings.headers,
      },
      followsRedirects: true,
    })
  },
}

type Settings = {
  method: string
  contentType: string
  titleKey: string
  messageKey: string
  headers: Readonly<Record<string, string>>
  members: Readonly<Record<string, string>>
}

const plain: Settings = {
  method: 'POST',
  contentType: 'application/json',
  titleKey: 'title',
  messageKey: 'message',
  headers: {},
  members: {},
}

/** Removes the settings from the query of a `generic` address. */
function readSettings(text: string): Settings & { url: URL } {
  const written = text.replace(/^generic\+/, '')
  const isPlain = /[?&]disabletls=(?:yes|true|1)\b/i.test(written)
  const url = webUrl(written.replace(/^generic:/, isPlain ? 'http:' : 'https:'))
  const option = (name: string) => {
    const [key, value] = [...url.searchParams].find(([one]) => one.toLowerCase() === name) ?? []
    if (key !== undefined) url.searchParams.delete(key)
    return value || undefined
  }
  const prefixed = (prefix: string) => {
    const found = [...url.searchParams].filter(([name]) => name.startsWith(prefix))
    for (const [name] of found) url.searchParams.delete(name)
    return Object.fromEntries(found.map(([name, value]) => [name.slice(prefix.length), value]))
  }
  option('disabletls')
  const template = option('template')
  if (template !== undefined && !/^json$/i.test(template))
    throw invalidSettings(`The template ${JSON.stringify(template)} of the webhook is not supported. Use JSON.`)
  const method = (option('requestmethod') ?? plain.method).toUpperCase()
  if (!/^[A-Z]{1,20}$/.test(method)) throw invalidSettings('The HTTP method of the webhook is invalid.')
  const headers = prefixed('@')
  if (Object.entries(headers).some(([name, value]) => !/^[\w-]+$/.test(name) || /[^\t\x20-\x7e]/.test(value)))
    throw invalidSettings('A header of the webhook is invalid.')
  return {
    method,
    contentType: option('contenttype') ?? plain.contentType,
    titleKey: option('titlekey') ?? plain.titleKey,
    messageKey: option('messagekey') ?? plain.messageKey,
    headers,
    members: prefixed('$'),
    url,
  }
}

/** The message in the format of the content type; in the query for methods without a body. */
function contentOf(
  { method, contentType }: Settings,
  members: Readonly<Record<string, string>>,
  { title, message }: NotificationMessage,
  url: URL
): Pick<ServiceRequest, 'url' | 'method' | 'body'> {
  if (method === 'GET' || method === 'HEAD') {
    const asked = new URL(url)
    for (const [name, value] of Object.entries(members)) asked.searchParams.set(name, value)
    return { url: asked, method }
  }
  const [kind = ''] = contentType.toLowerCase().split(';')
  const text =
    kind.trim() === 'application/x-www-form-urlencoded'
      ? new URLSearchParams({ ...members }).toString()
      : kind.startsWith('text/')
        ? joinTitle(title, message)
        : JSON.stringify(members)
  return { url, method, body: { type: contentType, text } }
}

export function webUrl(text: string): URL {
  if (!URL.canParse(text) || !/^https?:/i.test(text))
    throw invalidSettings('The address of a webhook must name a host.')
  return new URL(text)
}

/** Moves the credentials of an address into a header. Those of the connection take precedence. */
export function signIn(url: URL, { target, address }: Pick<Delivery, 'target' | 'address'>): Record<string, string> {
  const { user, password } = address
  url.username = ''
  url.password = ''
  return basicAuthIfGiven(target.username || user, target.password || password)
}
