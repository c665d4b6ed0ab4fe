import { registerSecret } from '../redaction'
import { listItems, requireSecret, serviceUrl } from './address'
import { invalidSettings } from './notification-error'
import type { Sender } from './sender'
import { sendToEach, textAt, toWait, valueAt, type ServiceFailure } from './service-request'
import { cutText, joinTitle } from './text'

const LONGEST_TEXT = 4096

/**
 * A bot of Telegram: `telegram://token@telegram?chats=@channel,1234`. The text is sent without a parse mode, so it has
 * no markup. https://core.telegram.org/bots/api#sendmessage
 */
export const telegramSender: Sender = {
  types: ['telegram'],
  schemes: ['telegram'],
  implicitAddress: 'telegram://telegram/?chats=$(username)',
  async send({ address, target, message: { title, message }, option, request }) {
    const written = [address.user, address.password].filter(Boolean).join(':')
    const token = requireSecret('The connection has no bot token, such as 1234567:abc.', written, target.password)
    if (!/^\d+:[\w-]+$/.test(token)) throw invalidSettings('The connection has no bot token, such as 1234567:abc.')
    registerSecret(token.split(':')[1])
    const chats = listItems(option('chats', 'channels'))
    if (chats.length === 0) throw invalidSettings('The notification has no Telegram chat. Set its property chats.')
    const isSilent = /^(?:no|false|0)$/i.test(option('notification') ?? '')
    const hasPreview = !/^(?:no|false|0)$/i.test(option('preview') ?? '')
    // A colon is allowed in a path, and the documentation does not encode it.
    const url = serviceUrl({ host: 'api.telegram.org' }, [])
    url.pathname = `/bot${token}/sendMessage`
    await sendToEach(chats, (chat) =>
      request({
        url,
        isFixedHost: true,
        json: {
          chat_id: chat,
          text: cutText(joinTitle(title, message), LONGEST_TEXT),
          ...(isSilent && { disable_notification: true }),
          ...(!hasPreview && { link_preview_options: { is_disabled: true } }),
        },
        findFailure: findTelegramFailure,
      })
    )
  },
}

function findTelegramFailure({ status, json }: { status: number; json: unknown }): ServiceFailure | undefined {
  if (status === 200 && valueAt(json, 'ok') === true) return undefined
  const seconds = valueAt(json, 'parameters', 'retry_after')
  return {
    reason: textAt(json, 'description'),
    ...(typeof seconds === 'number' && { retryAfterMs: toWait(seconds * 1000) }),
  }
}
