import { isOn, isWebAddress, requireSecret, secretHook, serviceUrl } from './address'
import { invalidSettings } from './notification-error'
import type { Sender } from './sender'
import { type ServiceFailure, textAt, valueAt } from './service-request'
import { breakLinks, breakMentions, cutText, joinTitle } from './text'

/** The default limit of a workspace. */
const LONGEST_TEXT = 5000

/**
 * An incoming webhook of Rocket.Chat: its address, or `rocketchat://user@host:port/tokenA/tokenB/channel`.
 * https://docs.rocket.chat/docs/integrations
 */
export const rocketchatSender: Sender = {
  types: ['rocketchat'],
  schemes: ['rocketchat'],
  escapeValue: (value) => breakMentions(breakLinks(value)),
  async send({ address, message: { title, message, properties }, option, request }) {
    const isHook = isWebAddress(address)
    const channel =
      properties['channel'] || (isHook ? '' : address.segments[2] || address.fragment) || option('channel')
    const alias = option('username') || (isHook ? '' : address.user)
    await request({
      url: isHook ? secretHook(address) : hookAt(address.segments),
      json: {
        text: cutText(joinTitle(title && `*${title}*`, message), LONGEST_TEXT),
        ...(channel && { channel: /^[#@]/.test(channel) ? channel : `#${channel}` }),
        ...(alias && { alias }),
      },
      findFailure: findRocketchatFailure,
    })

    function hookAt([first, second]: readonly string[]): URL {
      if (!second) throw invalidSettings('The address needs both parts of the webhook token: rocketchat://host/a/b.')
      for (const part of [first, second]) requireSecret('', part)
      return serviceUrl(address, ['hooks', first ?? '', second], { isPlain: isOn(option('disabletls')) })
    }
  },
}

function findRocketchatFailure({ status, json }: { status: number; json: unknown }): ServiceFailure | undefined {
  if (status >= 200 && status <= 299 && valueAt(json, 'success') !== false) return undefined
  return { reason: textAt(json, 'error') ?? textAt(json, 'message') }
}
