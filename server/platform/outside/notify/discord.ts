import { registerSecret } from '../redaction'
import { isWebAddress, requireSecret, secretHook, serviceUrl } from './address'
import { invalidSettings } from './notification-error'
import type { Sender } from './sender'
import { type ServiceFailure, textAt, toWait, valueAt } from './service-request'
import { cutText, escapeMarkdown, joinTitle } from './text'

const LONGEST_TEXT = 2000
const LONGEST_TITLE = 256

/** A webhook of Discord: its address, or `discord://token@id`. https://docs.discord.com/developers/resources/webhook */
export const discordSender: Sender = {
  types: ['discord'],
  schemes: ['discord'],
  owns: (url) => isDiscord(url) && !/\/(?:slack|github)$/.test(url.pathname),
  implicitAddress: 'discord://$(username)',
  escapeValue: escapeMarkdown,
  async send({ address, target, message: { title, message }, option, request }) {
    const url = isWebAddress(address)
      ? secretHook(address)
      : discordHook(address.host, requireSecret('The connection has no webhook token.', address.user, target.password))
    // Otherwise Discord answers before it has stored the message, and does not report that it failed to.
    url.searchParams.set('wait', 'true')
    const thread = option('thread_id')
    if (thread) url.searchParams.set('thread_id', thread)
    const username = option('username')
    await request({
      url,
      isFixedHost: !isWebAddress(address),
      json: {
        content: cutText(joinTitle(title && `**${cutText(title, LONGEST_TITLE)}**`, message), LONGEST_TEXT),
        allowed_mentions: { parse: [] },
        ...(username && { username: cutText(username, 80) }),
      },
      findFailure: findDiscordFailure,
    })
  },
}

export const isDiscord = ({ hostname }: URL): boolean => /^(?:\w+\.)?discord(?:app)?\.com$/.test(hostname)

/** The address of a webhook; a GET returns its description. */
function discordHook(id: string, token: string): URL {
  if (!/^\d+$/.test(id)) throw invalidSettings('The connection has no webhook ID, which is a number.')
  registerSecret(token)
  return serviceUrl({ host: 'discord.com' }, ['api', 'webhooks', id, token])
}

function findDiscordFailure({ status, json }: { status: number; json: unknown }): ServiceFailure | undefined {
  if (status >= 200 && status <= 299) return undefined
  const seconds = valueAt(json, 'retry_after')
  return {
    reason: textAt(json, 'message'),
    ...(typeof seconds === 'number' && { retryAfterMs: toWait(seconds * 1000) }),
  }
}
