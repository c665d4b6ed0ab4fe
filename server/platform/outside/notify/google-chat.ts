import { isWebAddress, serviceUrl } from './address'
import { invalidSettings } from './notification-error'
import { registerSecret } from '../redaction'
import type { Sender } from './sender'
import { reasonAt } from './service-request'
import { breakLinks, cutBytes, joinTitle, sizeAsJson } from './text'

/** A message has at most 32,000 bytes. */
const MOST_TEXT_BYTES = 31_900

/**
 * A webhook of Google Chat: its address, or
 * `googlechat://chat.googleapis.com/v1/spaces/space/messages?key=…&token=…`.
 * https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages/create
 */
export const googleChatSender: Sender = {
  types: ['google_chat'],
  schemes: ['googlechat', 'hangouts'],
  owns: ({ hostname }) => hostname === 'chat.googleapis.com',
  // `<users/all>` is a mention and `<address|text>` a link.
  escapeValue: breakLinks,
  async send({ address, message: { title, message }, idempotencyKey, request }) {
    const query = Object.fromEntries(address.query)
    if (!query['key'] || !query['token'])
      throw invalidSettings('The address needs the key and token of the webhook: ?key=…&token=….')
    for (const name of ['key', 'token']) registerSecret(query[name])
    const isPlain = isWebAddress(address) && address.scheme === 'http'
    await request({
      url: serviceUrl(address, address.segments, {
        isPlain,
        // The service answers a known request with the message that it created.
        query: { ...query, ...(idempotencyKey !== undefined && { requestId: idempotencyKey }) },
      }),
      json: { text: cutBytes(joinTitle(title && `*${title}*`, message), MOST_TEXT_BYTES, sizeAsJson) },
      findFailure: reasonAt('error', 'message'),
    })
  },
}
