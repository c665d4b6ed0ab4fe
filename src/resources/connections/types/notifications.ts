import type { FieldDescription } from '@/shared/forms/form-description'
import {
  choiceField,
  type ConnectionField,
  type ConnectionType,
  defineTypes,
  flagField,
  insecureTlsField,
  portField,
  secretField,
  sourceField,
  textField,
  type TypeIcon,
} from '../type'

/** The forms of the protocol are filled in with this text, which has to be replaced. */
const HOST = '{host}'

const checkHost =
  (example: string): NonNullable<FieldDescription['validate']> =>
  (value) =>
    String(value).includes('{') ? `Replace ${HOST} with the host, such as ${example}.` : undefined

const notifying = (
  id: string,
  label: string,
  icon: TypeIcon,
  fields: readonly ConnectionField[],
  keywords = ''
): ConnectionType => ({ id, label, group: 'Notifications', icon, keywords: `notification message ${keywords}`, fields })

const hostField = (placeholder: string) => textField('address.host', 'Host', { placeholder, isRequired: true })
const userField = (label = 'Username') => textField('address.user', label)
const channelField = textField('address.channel', 'Channel')

/** The fields of the services follow from their addresses (`src/shared/connections/notification-address.ts`). */
export default defineTypes([
  notifying('discord', 'Discord', 'chat', [
    textField('address.webhookId', 'Webhook ID', {
      validate: (value) => (value && !/^\d+$/.test(String(value).trim()) ? 'The webhook ID is a number.' : undefined),
    }),
    secretField('password', 'Token'),
  ]),
  notifying(
    'email',
    'Email',
    'mail',
    [
      textField('address.host', 'Host', { placeholder: 'smtp.example', copy: 'host' }),
      portField('address.port', 587, { copy: 'port' }),
      sourceField('username', 'Username'),
      secretField('password', 'Password'),
      textField('properties.from', 'From address', { placeholder: 'console@shop.example' }),
      textField('properties.fromName', 'From name'),
      choiceField('address.encryptionMethod', 'Encryption method', ['None', 'ExplicitTLS', 'ImplicitTLS', 'Auto'], {
        initial: 'Auto',
        copy: 'encryptionMethod',
      }),
      choiceField('address.authMethod', 'SMTP auth method', ['None', 'Plain', 'CRAMMD5', 'Unknown', 'OAuth2'], {
        initial: 'Unknown',
        copy: 'authMethod',
      }),
      insecureTlsField,
    ],
    'smtp mail'
  ),
  notifying(
    'generic_webhook',
    'Generic webhook',
    'web',
    [
      textField('address.url', 'URL', {
        placeholder: 'https://hooks.example/alerts',
        isMono: true,
        validate: (value) =>
          value === '' || /^https?:\/\/[^/]/i.test(String(value).trim())
            ? undefined
            : 'The URL must begin with http:// or https:// and name a host.',
      }),
      textField('address.contentType', 'Content type', { initial: 'application/json' }),
      choiceField('address.requestMethod', 'Request method', ['POST', 'GET'], { initial: 'POST' }),
      textField('address.messageKey', 'Message key', { initial: 'message' }),
      textField('address.titleKey', 'Title key', { initial: 'title' }),
    ],
    'http'
  ),
  notifying(
    'google_chat',
    'Google Chat',
    'chat',
    [
      textField('address.space', 'Space', { help: 'The webhook is …/spaces/SPACE/messages?key=KEY&token=TOKEN.' }),
      sourceField('username', 'Key'),
      secretField('password', 'Token'),
    ],
    'hangouts'
  ),
  notifying('ifttt', 'IFTTT', 'send', [
    secretField('password', 'Webhook key'),
    textField('address.events', 'Events', { help: 'Names of events, separated by commas.' }),
  ]),
  notifying('matrix', 'Matrix', 'chat', [
    hostField('matrix.example'),
    userField(),
    secretField('password', 'Password', { help: 'Without a username: an access token.' }),
    textField('address.rooms', 'Rooms', {
      help: 'Room IDs or aliases, separated by commas. Empty: every room that the user has joined.',
    }),
    flagField('address.disableTls', 'Plain HTTP', { help: 'Sends without TLS.' }),
  ]),
  notifying('mattermost', 'Mattermost', 'chat', [
    hostField('chat.example'),
    secretField('password', 'Webhook token'),
    userField(),
    channelField,
  ]),
  notifying('ntfy', 'ntfy', 'bell', [
    textField('address.host', 'Host', { initial: 'ntfy.sh' }),
    textField('address.topic', 'Topic'),
    userField(),
    secretField('password', 'Password', { help: 'Without a username: an access token.' }),
    choiceField('address.scheme', 'Scheme', ['https', 'http'], { initial: 'https' }),
  ]),
  notifying(
    'opsgenie',
    'Opsgenie',
    'bell',
    [
      textField('address.host', 'Host', { initial: HOST, validate: checkHost('api.opsgenie.com') }),
      portField('address.port', 443),
      secretField('password', 'API key'),
    ],
    'alert on-call'
  ),
  notifying('pushbullet', 'Pushbullet', 'send', [
    secretField('password', 'Access token'),
    textField('address.targets', 'Targets', {
      help: 'A device, #channel or email address, separated by commas. Empty: every device.',
    }),
  ]),
  notifying('pushover', 'Pushover', 'send', [
    secretField('password', 'API token'),
    userField('User key'),
    textField('address.devices', 'Devices', { help: 'Names, separated by commas. Empty: every device.' }),
  ]),
  notifying('rocketchat', 'Rocket.Chat', 'chat', [
    hostField('chat.example'),
    portField('address.port'),
    sourceField('username', 'Token, first part'),
    secretField('password', 'Token, second part'),
    userField('Displayed name'),
    channelField,
  ]),
  notifying('slack', 'Slack', 'chat', [
    textField('address.channel', 'Channel', { placeholder: '#on-call' }),
    secretField('password', 'Bot token'),
    textField('properties.BotName', 'Bot name'),
  ]),
  notifying(
    'teams',
    'Microsoft Teams',
    'chat',
    [
      textField('address.group', 'Group', {
        help: 'The webhook is https://HOST/webhookb2/GROUP@TENANT/IncomingWebhook/ALT_ID/GROUP_OWNER.',
      }),
      textField('address.tenant', 'Tenant'),
      secretField('password', 'Alt ID'),
      textField('address.groupOwner', 'Group owner'),
      textField('address.host', 'Host', { initial: HOST, validate: checkHost('shop.webhook.office.com') }),
    ],
    'office'
  ),
  notifying('telegram', 'Telegram', 'send', [
    secretField('password', 'Bot token'),
    textField('address.chats', 'Chats', { placeholder: '@channel,1234', help: 'Separated by commas.' }),
  ]),
  notifying('zulip_chat', 'Zulip', 'chat', [
    hostField('zulip.example'),
    textField('address.email', 'Bot email', { isRequired: true }),
    secretField('password', 'API key'),
    textField('address.stream', 'Stream'),
    textField('address.topic', 'Topic'),
  ]),
])
