import { registerSecret } from '../redaction'
import { bearerAuth } from '../request-headers'
import { isDiscord } from './discord'
import { isWebAddress, requireSecret } from './address'
import { invalidSettings } from './notification-error'
import type { Delivery, Sender } from './sender'
import { type ServiceFailure, textAt, valueAt } from './service-request'
import { cutText, joinTitle } from './text'
import { signIn, webUrl } from './webhook'

/** Slack truncates longer texts. */
const LONGEST_TEXT = 40_000

const SLACK_HOOKS = 'hooks.slack.com'

/**
 * Slack, and services with compatible webhooks: the address of a webhook, `slack://hook:A-B-C@webhook`, or
 * `slack://xoxb:token@channel` for the API.
 */
export const slackSender: Sender = {
  types: ['slack', 'slackwebhook'],
  schemes: ['slack'],
  // Discord accepts the format of Slack at this path of a webhook.
  owns: (url) => url.hostname === SLACK_HOOKS || (isDiscord(url) && url.pathname.endsWith('/slack')),
  implicitAddress: 'slack://$(username)',
  escapeValue: escapeSlack,
  send: (delivery) => {
    const { address, target } = delivery
    if (isWebAddress(address)) {
      const url = webUrl(address.text)
      if (slackSender.owns?.(url)) registerSecret(url.pathname)
      const headers = signIn(url, delivery)
      // The user of a `slack` connection is its channel.
      return sendToHook(url, target.type === 'slack' ? {} : headers, delivery)
    }
    const token = [address.user, address.password].filter(Boolean).join('-') || target.password
    const [, hook] = /^hook-([\w-]+)$/.exec(token) ?? []
    if (hook === undefined) return sendToApi(token, delivery)
    registerSecret(hook)
    const path = hook.split('-').join('/')
    registerSecret(path)
    return sendToHook(new URL(`https://${SLACK_HOOKS}/services/${path}`), {}, delivery, true)
  },
}

/** Slack reads `<!channel>` as a mention and `<https://…|text>` as a link, unless they are written this way. */
function escapeSlack(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

async function sendToHook(url: URL, headers: Record<string, string>, delivery: Delivery, isFixedHost = false) {
  const { message } = delivery
  const channel = message.properties['channel']
  await delivery.request({
    url,
    headers,
    isFixedHost,
    json: { ...bodyOf(delivery), ...(channel && { channel }) },
    // Slack explains an error in one word, as plain text. Other services may answer with anything.
    findFailure: ({ status, body }) =>
      status >= 400 && /^[a-z_]{1,60}$/.test(body.trim()) ? { reason: body.trim() } : undefined,
  })
}

/** https://docs.slack.dev/reference/methods/chat.postMessage */
async function sendToApi(written: string, delivery: Delivery) {
  const { address, option } = delivery
  const token = requireSecret('The connection has no bot token.', written)
  const channel = delivery.message.properties['channel'] || address.host || option('channel')
  if (!channel) throw invalidSettings('The notification has no Slack channel. Set its property channel.')
  await delivery.request({
    url: new URL('https://slack.com/api/chat.postMessage'),
    isFixedHost: true,
    headers: { ...bearerAuth(token), 'Content-Type': 'application/json; charset=utf-8' },
    json: { channel, ...bodyOf(delivery) },
    findFailure: findSlackFailure,
  })
}

/** Errors that Slack asks to retry. */
const temporary = new Set(['ratelimited', 'internal_error', 'fatal_error', 'service_unavailable', 'request_timeout'])

/** The API reports most errors with the status 200. */
function findSlackFailure({ status, json }: { status: number; json: unknown }): ServiceFailure | undefined {
  if (valueAt(json, 'ok') === true && status === 200) return undefined
  const reason = textAt(json, 'error')
  if (status !== 200) return { reason }
  return { reason: reason ?? 'the response is not from Slack', isPermanent: !temporary.has(reason ?? '') }
}

function bodyOf({ message: { title, message, payload = {} }, option }: Delivery) {
  const { blocks, attachments } = payload
  const username = option('botname', 'username')
  const text = cutText(joinTitle(title && `*${title}*`, message), LONGEST_TEXT)
  return {
    // A cut reference such as `&lt;` would be shown as it is.
    text: text.replace(/&[a-z]{0,3}…$/, '…'),
    ...(Array.isArray(blocks) && { blocks }),
    ...(Array.isArray(attachments) && { attachments }),
    ...(username && { username }),
  }
}
