import { capital } from '@/shared/format'
import { sendRequest } from './http-request'
import type { ResolvedConnection } from './resolve-connection'
import { basicAuthIfGiven, requestHeaders } from './request-headers'
import { withMailServer } from './smtp'
import { registerSecret } from './redaction'

type NotificationMessage = {
  title: string
  message: string
  /** Additional data: members of a webhook's body, or `to`, `subject` and `from` of a mail. */
  properties: Readonly<Record<string, string>>
}

/**
 * Sends a message to a stored connection: a webhook, a Slack-compatible webhook, or a mail server.
 * @throws when sending fails or the service is not supported. The message is for users and contains only the origin of
 * an address, because the rest of a webhook's address is secret.
 */
export async function notify(
  target: ResolvedConnection,
  message: NotificationMessage,
  signal: AbortSignal
): Promise<void> {
  const { type, url } = target
  const scheme = schemeOf(target)
  if (type === 'email' || /^smtps?$/.test(scheme)) return mail(target, message, signal)
  if (type === 'slackwebhook' || scheme === 'slack') return post(slackHook(target), slackBody(message), target, signal)
  if (/^generic(?:\+https?)?$/.test(scheme)) return generic(target, message, signal)
  if (!/^https?$/.test(scheme))
    throw new Error(`${capital(type || scheme || 'unknown')} notifications need a Mission Control backend.`)
  await post({ url: webUrl(url) }, isSlackTarget(target) ? slackBody(message) : jsonBody(message), target, signal)
}

const schemeOf = ({ url }: ResolvedConnection) => url.split(':', 1)[0] ?? ''

/** Whether messages are texts in the format of Slack. */
export const isSlackTarget = (target: ResolvedConnection): boolean =>
  target.type === 'slackwebhook' ||
  schemeOf(target) === 'slack' ||
  (URL.canParse(target.url) && new URL(target.url).hostname === 'hooks.slack.com')

type Post = { url: URL; method?: string; contentType?: string }

const jsonBody = ({ title, message, properties }: NotificationMessage) => ({ ...properties, title, message })

/** The format that all Slack-compatible services accept. */
const slackBody = ({ title, message, properties }: NotificationMessage) => ({
  text: [title && `*${title}*`, message].filter(Boolean).join('\n'),
  ...(properties['channel'] && { channel: properties['channel'] }),
})

/**
 * `slack://hook:A-B-C@webhook` is a Slack webhook; `slack://token@channel` is the Slack API, which is not supported.
 */
function slackHook({ url }: ResolvedConnection): Post {
  if (/^https?:/.test(url)) return { url: webUrl(url) }
  const [, token] = /^slack:\/\/hook[:-]([\w-]+)@/.exec(url) ?? []
  if (token === undefined) throw new Error('Slack notifications without a webhook need a Mission Control backend.')
  registerSecret(token)
  return { url: new URL(`https://hooks.slack.com/services/${token.split('-').join('/')}`) }
}

/**
 * `generic+https://host/path?MessageKey=text&TitleKey=subject&ContentType=…&RequestMethod=PUT`, as written by forms.
 */
function generic(target: ResolvedConnection, message: NotificationMessage, signal: AbortSignal): Promise<void> {
  const written = target.url.replace(/^generic\+/, '')
  const isPlain = /[?&]disabletls=(?:yes|true|1)\b/i.test(written)
  const url = webUrl(written.replace(/^generic:/, isPlain ? 'http:' : 'https:'))
  const option = (name: string) => {
    const [key, value] = [...url.searchParams].find(([one]) => one.toLowerCase() === name) ?? []
    if (key !== undefined) url.searchParams.delete(key)
    return value
  }
  option('disabletls')
  const titleKey = option('titlekey') || 'title'
  const messageKey = option('messagekey') || 'message'
  const contentType = option('contenttype')
  const method = option('requestmethod')
  const { title, message: text, properties } = message
  const body = { ...properties, [titleKey]: title, [messageKey]: text }
  return post({ url, ...(method && { method }), ...(contentType && { contentType }) }, body, target, signal)
}

function webUrl(url: string): URL {
  if (!URL.canParse(url) || !/^https?:/i.test(url)) throw new Error('The address of a webhook must name a host.')
  return new URL(url)
}

async function post(
  { url, method = 'POST', contentType = 'application/json' }: Post,
  content: object,
  { username, password, isInsecure }: ResolvedConnection,
  signal: AbortSignal
): Promise<void> {
  if (!/^[A-Z]{1,20}$/i.test(method)) throw new Error('The HTTP method of the webhook is invalid.')
  const body = JSON.stringify(content)
  const signIn = basicAuthIfGiven(
    username || decodeURIComponent(url.username),
    password || decodeURIComponent(url.password)
  )
  url.username = ''
  url.password = ''
  const headers = requestHeaders(body, signIn, { 'Content-Type': contentType })
  const request = { url, method: method.toUpperCase(), headers, body, tls: { rejectUnauthorized: !isInsecure } }
  const { status } = await sendRequest(request, signal)
  if (status < 200 || status > 299)
    throw new Error(`${url.origin} did not accept the notification: it responded with status ${status}.`)
}

async function mail(
  target: ResolvedConnection,
  { title, message, properties }: NotificationMessage,
  signal: AbortSignal
): Promise<void> {
  const address = URL.canParse(target.url) ? new URL(target.url) : undefined
  /** Searched in the message, the connection, then its address. */
  const written = (...names: string[]) => {
    const lists = [properties, target.properties, Object.fromEntries(address?.searchParams ?? [])]
    const all = lists.flatMap((list) => Object.entries(list))
    return all.find(([name, value]) => names.includes(name.toLowerCase()) && value !== '')?.[1]
  }
  const to = written('to', 'toaddresses')
  if (!to) throw new Error('The notification has no recipient. Set its property to.')
  const from = written('from', 'fromaddress')
  if (!from) throw new Error('The connection has no sender address.')
  const recipients = to.split(',').map((one) => ({ name: '', address: one.trim() }))
  // Checked here, too, so that no header or command depends on how the mail library writes addresses.
  const invalid = [from, ...recipients.map(({ address: one }) => one)].find((one) => !/^[^\s<>"\\,;:]+$/.test(one))
  if (invalid !== undefined) throw new Error(`${JSON.stringify(invalid)} is not an e-mail address.`)
  await withMailServer(target, signal, (transport) =>
    transport.sendMail({
      from: { name: written('fromname') ?? '', address: from },
      // Plain addresses, so that no header can be injected.
      to: recipients,
      subject: written('subject') ?? title,
      text: message,
      disableFileAccess: true,
      disableUrlAccess: true,
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
  )
}
