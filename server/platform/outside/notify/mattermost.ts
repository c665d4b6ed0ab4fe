import { isOn, isWebAddress, requireSecret, secretHook, serviceUrl } from './address'
import type { Sender } from './sender'
import { reasonAt } from './service-request'
import { breakLinks, breakMentions, cutText, escapeMarkdown, joinTitle } from './text'

/** Mattermost divides longer messages into several posts. */
const LONGEST_TEXT = 16_383

/**
 * An incoming webhook of Mattermost: its address, or `mattermost://user@host/path/token/channel?disabletls=yes`.
 * https://developers.mattermost.com/integrate/webhooks/incoming/
 */
export const mattermostSender: Sender = {
  types: ['mattermost'],
  schemes: ['mattermost'],
  // Mattermost reads mentions and links in the format of Slack before it reads Markdown.
  escapeValue: (value) => breakMentions(breakLinks(escapeMarkdown(value, /[\\*_~`|>#[\]()]/g))),
  async send({ address, target, message: { title, message, properties }, option, request }) {
    const [token, channel] = address.segments
    const username = option('username') || address.user
    const icon = option('icon')
    const to = properties['channel'] || (isWebAddress(address) ? undefined : channel) || option('channel')
    await request({
      url: isWebAddress(address)
        ? secretHook(address)
        : serviceUrl(
            address,
            ['hooks', requireSecret('The connection has no webhook token.', token, target.password)],
            { isPlain: isOn(option('disabletls')) }
          ),
      json: {
        text: cutText(joinTitle(title && `**${title}**`, message), LONGEST_TEXT),
        ...(to && { channel: to }),
        ...(username && !isWebAddress(address) && { username }),
        ...(icon && (/^https?:/.test(icon) ? { icon_url: icon } : { icon_emoji: icon })),
      },
      findFailure: reasonAt('message'),
    })
  },
}
