import { type AddressCodec, addressTemplate } from './address-template'

/** The parameters that set the request of a generic webhook, by the part that holds each. */
const settings = {
  contentType: 'ContentType',
  messageKey: 'MessageKey',
  titleKey: 'TitleKey',
  requestMethod: 'RequestMethod',
} as const

/** `generic+` and the address of the webhook, with the settings of the request in its query. */
const webhookAddress: AddressCodec = {
  write(parts) {
    const { url = '' } = parts
    if (url === '') return ''
    const query = Object.entries(settings).flatMap(([part, name]) =>
      parts[part] ? [`${name}=${encodeURIComponent(parts[part])}`] : []
    )
    if (/^http:/i.test(url)) query.push('DisableTLS=Yes')
    if (query.length === 0) return `generic+${url}`
    return `generic+${url}${url.includes('?') ? '&' : '?'}${query.join('&')}`
  },
  read(address) {
    const [, base, query] = /^generic\+(https?:\/\/[^?#]*)(?:\?([^#]*))?$/i.exec(address) ?? []
    // Earlier versions encrypted the whole address.
    if (base === undefined || base.includes('://***')) return undefined
    const found = new Map<string, string>()
    const rest = (query ?? '').split('&').filter((pair) => {
      const [name = '', value = ''] = pair.split('=')
      const part = Object.entries(settings).find(([, one]) => one.toLowerCase() === name.toLowerCase())?.[0]
      if (part !== undefined) found.set(part, decodeURIComponent(value.replaceAll('+', ' ')))
      return part === undefined && name.toLowerCase() !== 'disabletls' && pair !== ''
    })
    return { ...Object.fromEntries(found), url: rest.length === 0 ? base : `${base}?${rest.join('&')}` }
  },
}

/**
 * The addresses of connections that notifications can be sent to, by type. Secrets are placeholders for the columns
 * `username` and `password`, so that an address can be shown again.
 */
export const notificationAddresses: Readonly<Record<string, AddressCodec>> = {
  discord: addressTemplate('discord://$(password)@{webhookId}'),
  email: addressTemplate(
    'smtp://$(username):$(password)@{host}:{port}/?UseStartTLS={startTls}&Encryption={encryptionMethod}&Auth={authMethod}',
    ({ encryptionMethod = '' }) => ({ startTls: String(['ExplicitTLS', 'Auto'].includes(encryptionMethod)) })
  ),
  generic_webhook: webhookAddress,
  google_chat: addressTemplate(
    'googlechat://chat.googleapis.com/v1/spaces/{space}/messages?key=$(username)&token=$(password)'
  ),
  ifttt: addressTemplate('ifttt://$(password)/?Events={events}'),
  matrix: addressTemplate('matrix://{user}:$(password)@{host}/?DisableTLS={disableTls}&Rooms={rooms}'),
  mattermost: addressTemplate('mattermost://{user}@{host}/$(password)/{channel}'),
  ntfy: addressTemplate('ntfy://{user}:$(password)@{host}/{topic}?Scheme={scheme}'),
  opsgenie: addressTemplate('opsgenie://{host}:{port}/$(password)'),
  pushbullet: addressTemplate('pushbullet://$(password)/{targets}'),
  pushover: addressTemplate('pushover://:$(password)@{user}/?Devices={devices}'),
  rocketchat: addressTemplate('rocketchat://{user}@{host}:{port}/$(username)/$(password)/{channel}'),
  slack: addressTemplate('slack://$(password)@{channel}'),
  teams: addressTemplate('teams://{group}@{tenant}/$(password)/{groupOwner}?host={host}'),
  telegram: addressTemplate('telegram://$(password)@telegram/?Chats={chats}'),
  zulip_chat: addressTemplate('zulip://{email}:$(password)@{host}/?Stream={stream}&Topic={topic}'),
}
