import { basicAuth } from '../request-headers'
import { listItems, requireSecret, serviceUrl } from './address'
import { invalidSettings } from './notification-error'
import type { Sender } from './sender'
import { textAt, toWait, valueAt, type ServiceFailure } from './service-request'
import { breakLinks, cutText, joinTitle } from './text'

const LONGEST_CONTENT = 10_000
const LONGEST_TOPIC = 60

/** A bot of Zulip: `zulip://email:key@host/?stream=name&topic=text`. https://zulip.com/api/send-message */
export const zulipSender: Sender = {
  types: ['zulip_chat'],
  schemes: ['zulip'],
  // Mentions are `@**name**`, `@_**name**` and `@*group*`.
  escapeValue: (value) => breakLinks(value).replace(/@(?=_?\*)/g, '@\u200b'),
  async send({ address, target, message: { title, message }, option, request }) {
    const bot = address.user || target.username
    if (!bot) throw invalidSettings('The connection has no e-mail address of a bot.')
    const key = requireSecret('The connection has no API key.', address.password, target.password)
    const stream = option('stream', 'channel')
    const people = listItems(option('to'))
    if (!stream && people.length === 0)
      throw invalidSettings(
        'The notification has no Zulip channel. Set its property stream, or to for direct messages.'
      )
    const topic = option('topic') || title || 'Notifications'
    await request({
      url: serviceUrl(address, ['api', 'v1', 'messages']),
      headers: basicAuth(bot, key),
      form: {
        ...(stream
          ? { type: 'stream', to: stream, topic: cutText(topic, LONGEST_TOPIC) }
          : { type: 'direct', to: JSON.stringify(people) }),
        content: cutText(joinTitle(title && `**${title}**`, message), LONGEST_CONTENT),
      },
      findFailure: findZulipFailure,
    })
  },
}

function findZulipFailure({ status, json }: { status: number; json: unknown }): ServiceFailure | undefined {
  if (status === 200 && valueAt(json, 'result') === 'success') return undefined
  const seconds = valueAt(json, 'retry-after')
  return {
    reason: textAt(json, 'msg'),
    ...(typeof seconds === 'number' && { retryAfterMs: toWait(seconds * 1000) }),
  }
}
