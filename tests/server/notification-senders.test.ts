import { afterEach, expect, test } from 'vitest'
import { notificationAddresses } from '../../src/shared/connections/notification-address'
import { openConnection } from '../../server/platform/connections/connection'
import { parseNetworks } from '../../server/platform/outside/networks'
import { noConnection, notify, valueEscapeFor } from '../../server/platform/outside/notify/notify'
import { NotificationError } from '../../server/platform/outside/notify/notification-error'
import type { NotificationMessage } from '../../server/platform/outside/notify/sender'
import { senders } from '../../server/platform/outside/notify/senders'
import { withRedaction } from '../../server/platform/outside/redaction'
import type { ResolvedConnection } from '../../server/platform/outside/resolve-connection'
import { createTargetPolicy, setTargetPolicy } from '../../server/platform/outside/targets'
import {
  answerAs,
  documented,
  standIn,
  type StandInAnswer,
  type StandInRequest,
} from '../helpers/notification-stand-ins'
import { tcpTarget } from '../helpers/targets'
import { testVault } from '../helpers/vault'

// Each sender against a stand-in that accepts only the documented request and answers as documented.

const { signal } = new AbortController()
afterEach(() => setTargetPolicy(createTargetPolicy({}, false)))

const target = (more: Partial<ResolvedConnection>): ResolvedConnection => ({ ...noConnection, url: '', ...more })
const message = (more: Partial<NotificationMessage> = {}): NotificationMessage => ({
  title: 'Checkout is down',
  message: 'p95 over 2 s',
  properties: {},
  ...more,
})

/** The error of a notification. */
const failureOf = (sent: Promise<void>): Promise<NotificationError> =>
  sent.then(
    () => expect.unreachable('the notification was sent'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(NotificationError)
      return error as NotificationError
    }
  )

type Row = {
  /** In `documented`. */
  service: string
  /** Every way to name the service. */
  targets: Partial<ResolvedConnection>[]
  properties?: Record<string, string>
  /** The body of each request, or what it contains. */
  bodies: object[]
  /** Where the key of the notification is in a request. */
  keyIn?: (request: StandInRequest) => unknown
}

const both = 'Checkout is down\np95 over 2 s'
const bold = '**Checkout is down**\np95 over 2 s'
const starred = '*Checkout is down*\np95 over 2 s'

const rows: Row[] = [
  {
    service: 'webhook',
    targets: [
      { url: 'https://hooks.shop.example/in' },
      { type: 'generic_webhook', url: 'generic+https://hooks.shop.example/in' },
      { type: 'webhook', url: 'generic://hooks.shop.example/in?template=JSON' },
    ],
    properties: { severity: 'high' },
    bodies: [{ severity: 'high', title: 'Checkout is down', message: 'p95 over 2 s' }],
    keyIn: ({ headers }) => headers['idempotency-key'],
  },
  {
    service: 'slackHook',
    targets: [
      { type: 'slackwebhook', url: 'https://hooks.slack.com/services/T0/B0/tokenX' },
      { url: 'https://hooks.slack.com/services/T0/B0/tokenX' },
      { type: 'slack', url: 'slack://hook:T0-B0-tokenX@webhook' },
      { type: 'slack', url: 'slack://webhook', password: 'hook-T0-B0-tokenX' },
    ],
    bodies: [{ text: starred }],
  },
  {
    service: 'slackApi',
    targets: [
      { url: 'slack://xoxb:12-34-tokenX@C01' },
      { type: 'slack', url: 'slack://xoxb-12-34-tokenX@C01' },
      { type: 'slack', username: 'C01', password: 'xoxb-12-34-tokenX' },
    ],
    properties: { username: 'Console' },
    bodies: [{ channel: 'C01', text: starred, username: 'Console' }],
  },
  {
    service: 'discord',
    targets: [
      { type: 'discord', url: 'discord://tokenX@123' },
      { url: 'https://discord.com/api/webhooks/123/tokenX' },
      { type: 'discord', username: '123', password: 'tokenX' },
    ],
    bodies: [{ content: bold, allowed_mentions: { parse: [] } }],
  },
  {
    service: 'mattermost',
    targets: [
      { type: 'mattermost', url: 'mattermost://console@chat.shop.example:8065/tokenX/ops' },
      { url: 'mattermost://chat.shop.example:8065/tokenX?username=console&channel=ops' },
    ],
    bodies: [{ text: bold, channel: 'ops', username: 'console' }],
  },
  {
    service: 'mattermost',
    targets: [{ type: 'mattermost', url: 'https://chat.shop.example:8065/hooks/tokenX' }],
    bodies: [{ text: bold }],
  },
  {
    service: 'rocketchat',
    targets: [
      { type: 'rocketchat', url: 'rocketchat://console@chat.shop.example:443/partA/tokenX/ops' },
      { url: 'rocketchat://console@chat.shop.example:/partA/tokenX/%23ops' },
      { url: 'rocketchat://console@chat.shop.example/partA/tokenX#ops' },
    ],
    bodies: [{ text: starred, channel: '#ops', alias: 'console' }],
  },
  {
    service: 'rocketchat',
    targets: [{ type: 'rocketchat', url: 'https://chat.shop.example/hooks/partA/tokenX' }],
    properties: { channel: '@bo' },
    bodies: [{ text: starred, channel: '@bo' }],
  },
  {
    service: 'teams',
    targets: [
      { type: 'teams', url: 'teams://group@tenant/tokenX/owner?host=shop.webhook.office.com' },
      { url: 'https://shop.webhook.office.com/webhookb2/group@tenant/IncomingWebhook/tokenX/owner' },
      { type: 'teams', url: 'https://flows.example/workflows/1?sig=tokenX' },
    ],
    bodies: [
      {
        attachments: [
          {
            content: {
              body: [
                { text: 'Checkout is down', weight: 'Bolder' },
                { text: 'p95 over 2 s', wrap: true },
              ],
            },
          },
        ],
      },
    ],
  },
  {
    service: 'telegram',
    targets: [
      { type: 'telegram', url: 'telegram://12:tokenX@telegram/?Chats=@ops,-1001&preview=no&notification=no' },
      { url: 'telegram://12%3AtokenX@telegram?chats=%40ops,-1001&preview=no&notification=no' },
      {
        type: 'telegram',
        username: '@ops,-1001',
        password: '12:tokenX',
        properties: { preview: 'no', notification: 'no' },
      },
    ],
    bodies: ['@ops', '-1001'].map((chat) => ({
      chat_id: chat,
      text: both,
      disable_notification: true,
      link_preview_options: { is_disabled: true },
    })),
  },
  {
    service: 'ntfy',
    targets: [
      { type: 'ntfy', url: 'ntfy://:@ntfy.sh/ops?Scheme=https&priority=high&tags=warning' },
      { url: 'ntfy://ntfy.sh/ops?priority=4&tags=warning' },
    ],
    properties: { click: 'https://console.shop.example/' },
    bodies: [
      {
        topic: 'ops',
        title: 'Checkout is down',
        message: 'p95 over 2 s',
        priority: 4,
        tags: ['warning'],
        click: 'https://console.shop.example/',
      },
    ],
    keyIn: ({ json }) => (json as { sequence_id?: unknown }).sequence_id,
  },
  {
    service: 'pushover',
    targets: [
      { type: 'pushover', url: 'pushover://:tokenX@userKey/?devices=a,b&priority=1' },
      { url: 'pushover://shoutrrr:tokenX@userKey/?Devices=a,b&Priority=1' },
      {
        type: 'pushover',
        username: 'userKey',
        password: 'tokenX',
        properties: { devices: 'a,b', priority: '1' },
      },
    ],
    bodies: [{ title: 'Checkout is down', message: 'p95 over 2 s', device: 'a,b', priority: '1' }],
  },
  {
    service: 'opsgenie',
    targets: [
      { type: 'opsgenie', url: 'opsgenie://api.eu.opsgenie.com:443/tokenX?priority=P1&tags=shop' },
      { type: 'opsgenie', url: 'opsgenie://api.eu.opsgenie.com', password: 'tokenX', properties: { tags: 'shop' } },
    ],
    properties: { priority: 'p1', cluster: 'eu' },
    bodies: [
      {
        message: 'Checkout is down',
        description: 'p95 over 2 s',
        priority: 'P1',
        tags: ['shop'],
        details: { cluster: 'eu' },
      },
    ],
    keyIn: ({ json }) => (json as { alias?: unknown }).alias,
  },
  {
    service: 'googleChat',
    targets: [
      { type: 'google_chat', url: 'googlechat://chat.googleapis.com/v1/spaces/S1/messages?key=keyX&token=tokenX' },
      { url: 'https://chat.googleapis.com/v1/spaces/S1/messages?key=keyX&token=tokenX' },
    ],
    bodies: [{ text: starred }],
    keyIn: ({ url }) => url.searchParams.get('requestId'),
  },
  {
    service: 'zulip',
    targets: [
      { type: 'zulip_chat', url: 'zulip://bot%40shop.example:tokenX@chat.shop.example/?stream=ops&topic=Shop' },
      {
        type: 'zulip_chat',
        url: 'zulip://chat.shop.example/?topic=Shop',
        username: 'bot@shop.example',
        password: 'tokenX',
        properties: { stream: 'ops' },
      },
    ],
    bodies: [{ type: 'stream', to: 'ops', topic: 'Shop', content: bold }],
  },
  {
    service: 'zulip',
    targets: [{ url: 'zulip://bot%40shop.example:tokenX@chat.shop.example/' }],
    properties: { to: 'a@shop.example, b@shop.example' },
    bodies: [{ type: 'direct', to: '["a@shop.example","b@shop.example"]', content: bold }],
  },
  {
    service: 'pushbullet',
    targets: [
      { type: 'pushbullet', url: 'pushbullet://tokenX' },
      { type: 'pushbullet', password: 'tokenX' },
    ],
    bodies: [{ type: 'note', title: 'Checkout is down', body: 'p95 over 2 s' }],
    keyIn: ({ json }) => (json as { guid?: unknown }).guid,
  },
  {
    service: 'pushbullet',
    targets: [
      { url: 'pushbullet://tokenX/device/bo@shop.example/#news' },
      { url: 'pushbullet://tokenX', properties: { targets: 'device, bo@shop.example, #news' } },
    ],
    bodies: [{ device_iden: 'device' }, { email: 'bo@shop.example' }, { channel_tag: 'news' }],
  },
  {
    service: 'ifttt',
    targets: [
      { type: 'ifttt', url: 'ifttt://tokenX/?events=down,page' },
      { type: 'ifttt', username: 'tokenX', properties: { events: 'down, page' } },
    ],
    properties: { value3: 'shop' },
    bodies: [1, 2].map(() => ({ value1: 'Checkout is down', value2: 'p95 over 2 s', value3: 'shop' })),
  },
  {
    service: 'matrix',
    targets: [{ type: 'matrix', url: 'matrix://:tokenX@matrix.shop.example/?rooms=!a:shop.example,!b:shop.example' }],
    bodies: [1, 2].map(() => ({ msgtype: 'm.text', body: both, 'm.mentions': {} })),
  },
]

test('has a row for every sender', () => {
  const covered = rows.flatMap(({ targets }) => targets)
  const isCovered = ({ types, schemes }: (typeof senders)[number]) =>
    covered.some(({ type = '', url = '' }) => types.includes(type) || schemes.includes(url.split(':', 1)[0] ?? ''))
  expect(senders.filter((one) => !isCovered(one)).map(({ schemes }) => schemes)).toEqual([['smtp', 'smtps']])
})

const cases = rows.flatMap(({ targets, ...row }) =>
  targets.map((one) => ({ ...row, one, name: `${row.service}: ${one.type ?? ''} ${one.url ?? ''}` }))
)

test.each(cases)('sends the documented request: $name', async ({ service, one, properties = {}, bodies, keyIn }) => {
  const { received, send } = await standIn(answerAs(service))
  await notify(target(one), message({ properties }), signal, { send, idempotencyKey: 'key-1' })
  expect(received.map((request) => (documented[service]?.form ? request.form : request.json))).toEqual(
    bodies.map((body) => expect.objectContaining(matching(body)))
  )
  const keys = keyIn ? received.map(keyIn) : []
  expect(keys).toEqual(keys.map(() => 'key-1'))
})

/** The parts and credentials that a form of each type is filled in with. */
const forms: [type: string, service: string, parts: Record<string, string>, password?: string, username?: string][] = [
  ['discord', 'discord', { webhookId: '123' }],
  ['generic_webhook', 'webhook', { url: 'https://hooks.shop.example/in', contentType: 'application/json' }],
  ['google_chat', 'googleChat', { space: 'S1' }, 'tokenX', 'keyX'],
  ['ifttt', 'ifttt', { events: 'down,page' }],
  ['matrix', 'matrix', { host: 'matrix.shop.example', rooms: '!a:shop.example,!b:shop.example' }],
  ['mattermost', 'mattermost', { user: 'console', host: 'chat.shop.example:8065', channel: 'ops' }],
  ['ntfy', 'ntfy', { host: 'ntfy.sh', topic: 'ops', scheme: 'https' }, ''],
  ['opsgenie', 'opsgenie', { host: 'api.eu.opsgenie.com', port: '443' }],
  ['pushbullet', 'pushbullet', {}],
  ['pushover', 'pushover', { user: 'userKey', devices: 'a,b' }],
  ['rocketchat', 'rocketchat', { host: 'chat.shop.example', port: '443', channel: 'ops' }, 'tokenX', 'partA'],
  ['slack', 'slackApi', { channel: '#ops' }, 'xoxb-12-34-tokenX'],
  ['teams', 'teams', { group: 'group', tenant: 'tenant', groupOwner: 'owner', host: 'shop.webhook.office.com' }],
  ['telegram', 'telegram', { chats: '@ops,-1001' }, '12:tokenX'],
  ['zulip_chat', 'zulip', { email: 'bot@shop.example', host: 'chat.shop.example', stream: 'ops', topic: 'Shop' }],
]

test('has a form for every service but mail', () =>
  expect(forms.map(([type]) => type)).toEqual(
    Object.keys(notificationAddresses)
      .filter((type) => type !== 'email')
      .toSorted()
  ))

test.each(forms)(
  'sends to the address that a form assembles: %s [CONN-74]',
  async (type, service, parts, password = 'tokenX', username = '') => {
    const url = notificationAddresses[type]?.write(parts) ?? ''
    const connection = { id: 'x', name: 'x', namespace: 'default', type, isInsecure: false }
    const stored = { ...connection, url, username, password, certificate: null, properties: null }
    const { received, send } = await standIn(answerAs(service))
    await notify(openConnection(stored, testVault), message(), signal, { send })
    expect(received.length).toBeGreaterThan(0)
  }
)

/** The members of an object, at any depth. */
function matching(value: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, typeof member === 'object' ? partOf(member) : member])
  )
}
const partOf = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(partOf)
    : typeof value === 'object' && value !== null
      ? expect.objectContaining(matching(value))
      : value

const first = rows.flatMap(({ service, targets: [one = {}], properties = {} }) => ({ service, one, properties }))

/** Services that document no limit of a text. */
const unlimited = new Set(['webhook', 'pushbullet', 'ifttt'])

test.each(first)('keeps a long message within the limits: $service', async ({ service, one, properties }) => {
  const { received, send } = await standIn(answerAs(service))
  const [title, text] = ['A' + '🎉'.repeat(400), '"\n🎉'.repeat(30_000)]
  await notify(target(one), message({ title, message: text, properties }), signal, {
    send,
    idempotencyKey: 'k'.repeat(600),
  })
  for (const request of received) {
    const whole = Object.keys(request.form).length > 1 ? JSON.stringify(request.form) : request.text
    expect(whole).not.toMatch(/\p{Surrogate}/u)
    expect(whole).not.toMatch(/\\ud[89ab]../i)
    expect(whole.includes('…')).toBe(!unlimited.has(service))
  }
})

test.each(first)('reports a rejection without the token: $service', async ({ service, one, properties }) => {
  const reason = JSON.stringify(one).includes('tokenX') ? 'bad tokenX' : 'bad topic'
  const { received, send } = await standIn(() => documented[service]?.refused(reason) ?? {})
  const failure = await failureOf(notify(target(one), message({ properties }), signal, { send }))
  expect(failure).toMatchObject({ isPermanent: true, retryAfterMs: undefined })
  const origin = new URL(received[0]?.url ?? '').origin
  expect(failure.message).toContain(`${origin} did not accept the notification: `)
  expect(failure.message).toMatch(/\.$/)
  expect(failure.message).not.toMatch(/tokenX|secret details|undefined/)
})

test.each(first)('waits as a busy service asks: $service', async ({ one, properties }) => {
  const { send } = await standIn(() => ({ status: 503, headers: { 'Retry-After': '7' } }))
  const failure = await failureOf(notify(target(one), message({ properties }), signal, { send }))
  expect(failure).toMatchObject({ isPermanent: false, retryAfterMs: 7000 })
  expect(failure.message).toContain('status 503')
})

test.each<[string, Partial<ResolvedConnection>, StandInAnswer, object]>([
  [
    'a date',
    { url: 'https://a.example/' },
    { status: 429, headers: { 'Retry-After': 'Fri, 31 Dec 2999 23:59:59 GMT' } },
    { isPermanent: false, retryAfterMs: 86_400_000 },
  ],
  [
    'a date in the past',
    { url: 'https://a.example/' },
    { status: 503, headers: { 'Retry-After': 'Wed, 21 Oct 2015 07:28:00 GMT' } },
    { isPermanent: false, retryAfterMs: 0 },
  ],
  [
    'no number',
    { url: 'https://a.example/' },
    { status: 503, headers: { 'Retry-After': 'soon' } },
    { isPermanent: false, retryAfterMs: undefined },
  ],
  ['no header', { url: 'https://a.example/' }, { status: 500 }, { isPermanent: false, retryAfterMs: undefined }],
  [
    'Discord',
    { url: 'discord://t@1' },
    { status: 429, body: { message: 'You are being rate limited.', retry_after: 0.65, global: false } },
    { isPermanent: false, retryAfterMs: 650 },
  ],
  [
    'Telegram',
    { url: 'telegram://1:t@telegram?chats=1' },
    {
      status: 429,
      body: {
        ok: false,
        error_code: 429,
        description: 'Too Many Requests: retry after 5',
        parameters: { retry_after: 5 },
      },
    },
    { isPermanent: false, retryAfterMs: 5000 },
  ],
  [
    'Matrix',
    { url: 'matrix://:t@m.example/?rooms=!a' },
    { status: 429, body: { errcode: 'M_LIMIT_EXCEEDED', error: 'Too many requests', retry_after_ms: 2000 } },
    { isPermanent: false, retryAfterMs: 2000 },
  ],
  [
    'Zulip',
    { url: 'zulip://b:t@z.example/?stream=a' },
    {
      status: 429,
      body: { result: 'error', code: 'RATE_LIMIT_HIT', msg: 'API usage exceeded rate limit', 'retry-after': 28.7 },
    },
    { isPermanent: false, retryAfterMs: 28_700 },
  ],
  [
    'Slack API',
    { url: 'slack://xoxb:t@C' },
    { status: 429, headers: { 'Retry-After': '30' }, body: { ok: false, error: 'ratelimited' } },
    { isPermanent: false, retryAfterMs: 30_000 },
  ],
  [
    'an error of the Slack API',
    { url: 'slack://xoxb:t@C' },
    { body: { ok: false, error: 'internal_error' } },
    { isPermanent: false },
  ],
  [
    'a channel that Slack does not know',
    { url: 'slack://xoxb:t@C' },
    { body: { ok: false, error: 'channel_not_found' } },
    { isPermanent: true, message: expect.stringContaining('channel_not_found') },
  ],
  [
    'Teams, in a success',
    { type: 'teams', url: 'https://t.example/x' },
    {
      body: 'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429 with ContextId x',
    },
    { isPermanent: false, message: expect.stringContaining('HTTP error 429') },
  ],
  [
    'Rocket.Chat, in a success',
    { url: 'rocketchat://r.example/a/b' },
    { body: { success: false, error: 'error-invalid-channel' } },
    { isPermanent: true, message: expect.stringContaining('error-invalid-channel') },
  ],
  [
    'the quota of Pushover',
    { url: 'pushover://:t@u' },
    { status: 429, body: { status: 0, errors: ['application is over its quota'] } },
    { isPermanent: true },
  ],
])('reads a failure as documented: %s', async (_what, one, answer, expected) => {
  const { send } = await standIn(() => answer)
  expect(await failureOf(notify(target(one), message(), signal, { send }))).toMatchObject(expected)
})

test.each([
  [400, true],
  [401, true],
  [403, true],
  [404, true],
  [408, false],
  [410, true],
  [425, false],
  [429, false],
  [500, false],
  [502, false],
  [302, true],
])('status %i is permanent: %s', async (status, isPermanent) => {
  const { send } = await standIn(() => ({ status, headers: { Location: 'https://other.example/' } }))
  const failure = await failureOf(notify(target({ url: 'https://a.example/hook' }), message(), signal, { send }))
  expect(failure).toMatchObject({ isPermanent })
  expect(failure.message).toContain(
    `https://a.example did not accept the notification: it responded with status ${status}.`
  )
})

test('follows a redirect that keeps the message, and no other', async () => {
  const { received, send } = await standIn(({ url }) =>
    url.pathname === '/old' ? { status: 308, headers: { Location: '/new' } } : {}
  )
  await notify(target({ url: 'https://a.example/old' }), message(), signal, { send })
  expect(received.map(({ method, url, json }) => [method, url.pathname, json])).toEqual([
    ['POST', '/old', { title: 'Checkout is down', message: 'p95 over 2 s' }],
    ['POST', '/new', { title: 'Checkout is down', message: 'p95 over 2 s' }],
  ])
  const secret = await standIn(() => ({ status: 308, headers: { Location: 'https://evil.example/' } }))
  await failureOf(notify(target({ url: 'pushover://:t@u' }), message(), signal, { send: secret.send }))
  expect(secret.received).toHaveLength(1)
})

test('sends a GET with the message in its query, headers and members as the address says', async () => {
  const { received, send } = await standIn()
  const url = 'generic+https://a.example/in?RequestMethod=GET&TitleKey=subject&@X-Api-Key=letmein&$team=shop&page=1'
  await notify(target({ type: 'generic_webhook', url }), message(), signal, { send })
  expect(received.map(({ method, url: { search }, text }) => [method, search, text])).toEqual([
    ['GET', '?page=1&team=shop&subject=Checkout+is+down&message=p95+over+2+s', ''],
  ])
  expect(received[0]?.headers['x-api-key']).toBe('letmein')
})

test.each([
  ['application/x-www-form-urlencoded', 'title=Checkout+is+down&message=p95+over+2+s'],
  ['text/plain; charset=utf-8', both],
  ['application/vnd.shop+json', '{"title":"Checkout is down","message":"p95 over 2 s"}'],
])('writes the body of a webhook as %s', async (type, body) => {
  const { received, send } = await standIn()
  const url = `generic+https://a.example/?ContentType=${encodeURIComponent(type)}`
  await notify(target({ url }), message(), signal, { send })
  expect(received.map(({ headers, text }) => [headers['content-type'], text])).toEqual([[type, body]])
})

test('sends blocks to Slack and to no other service', async () => {
  const payload = { blocks: [{ type: 'divider' }], channel: 'C9', token: 'x' }
  for (const [url, blocks] of [
    ['https://hooks.slack.com/services/T0/B0/tokenX', [{ type: 'divider' }]],
    ['discord://tokenX@123', undefined],
  ] as const) {
    const { received, send } = await standIn()
    await notify(target({ url }), message({ payload }), signal, { send })
    const json = received[0]?.json as Record<string, unknown>
    expect(json['blocks']).toEqual(blocks)
    expect(json).not.toHaveProperty('channel')
  }
})

test.each([
  [
    'slackwebhook',
    'https://s.example/',
    '<!channel> <https://evil.example|sign in>',
    '&lt;!channel&gt; &lt;https://evil.example|sign in&gt;',
  ],
  ['', 'https://discord.com/api/webhooks/1/t/slack', '<@1>', '&lt;@1&gt;'],
  [
    'discord',
    'discord://t@1',
    '[a](https://evil.example/x_y) **b** <@1>',
    String.raw`\[a\]\(https://evil.example/x_y%29 \*\*b\*\* \<@1>`.replace('1>', String.raw`1\>`),
  ],
  [
    'mattermost',
    'mattermost://m/t',
    '@all <!here> bo@x.example [a](b)',
    '@\u200ball <\u200b!here\\> bo@x.example \\[a\\]\\(b\\)',
  ],
  ['rocketchat', 'rocketchat://m/a/b', '@here [a](b)', '@\u200bhere [a]\u200b(b)'],
  ['teams', 'teams://a@b/c/d?host=e', '[a](b)', '[a]\u200b(b)'],
  ['google_chat', 'googlechat://g/v1?key=a&token=b', '<users/all>', '<\u200busers/all>'],
  ['zulip_chat', 'zulip://b:t@z', '@**all** @_**bo** bo@x.example', '@\u200b**all** @\u200b_**bo** bo@x.example'],
  ['opsgenie', 'opsgenie://o/k', '<a href="x">', '<\u200ba href="x">'],
])('keeps a value a text: %s %s', (type, url, value, escaped) => {
  expect(valueEscapeFor(target({ type, url }))?.(value)).toBe(escaped)
})

test.each([
  'telegram://1:t@telegram',
  'ntfy://n/t',
  'https://a.example/',
  'smtp://a',
  'matrix://:t@m',
  'pushover://:t@u',
])('leaves a value as it is where texts have no markup: %s', (url) =>
  expect(valueEscapeFor(target({ url }))).toBeUndefined()
)

test('notifies the other recipients when one fails', async () => {
  const { received, send } = await standIn(({ json }) =>
    (json as { chat_id: string }).chat_id === '2'
      ? { status: 400, body: { ok: false, error_code: 400, description: 'Bad Request: chat not found' } }
      : { body: { ok: true } }
  )
  const sent = notify(target({ url: 'telegram://1:t@telegram?chats=1,2,3' }), message(), signal, { send })
  const failure = await failureOf(sent)
  expect(received).toHaveLength(3)
  expect(failure.message).toBe(
    '1 of 3 recipients were not notified: https://api.telegram.org did not accept the notification: Bad Request: chat not found (status 400).'
  )
  expect(failure.isPermanent).toBe(true)
})

/** A Matrix server with passwords. Transactions belong to a device, as specified. */
async function matrixServer() {
  const devices = new Map<string, string>()
  const events = new Map<string, unknown>()
  const server = await standIn(({ method, url, headers, json }) => {
    const path = decodeURIComponent(url.pathname).replace('/_matrix/client/v3', '')
    if (method === 'POST' && path === '/login') {
      const { device_id: device, password } = json as { device_id: string; password: string }
      if (password !== 'sesame') return { status: 403, body: { errcode: 'M_FORBIDDEN', error: 'Invalid password' } }
      const token = `session-${device}-${devices.size}`
      for (const [old, one] of devices) if (one === device) devices.delete(old)
      devices.set(token, device)
      return { body: { access_token: token, device_id: device, user_id: '@bot:m.example' } }
    }
    const token = String(headers.authorization).replace('Bearer ', '')
    const device = devices.get(token)
    if (device === undefined) return { status: 401, body: { errcode: 'M_UNKNOWN_TOKEN', error: 'Unknown token' } }
    if (path === '/joined_rooms') return { body: { joined_rooms: ['!a:m.example'] } }
    if (path === '/directory/room/#ops:m.example') return { body: { room_id: '!b:m.example', servers: [] } }
    if (path === '/logout') {
      devices.delete(token)
      return { body: {} }
    }
    events.set(`${device} ${path}`, json)
    return { body: { event_id: '$1' } }
  })
  return { ...server, events, devices }
}

const matrixTarget = (rooms: string) => target({ type: 'matrix', url: `matrix://bot:sesame@m.example/?rooms=${rooms}` })

test('signs in to Matrix, sends to rooms, aliases or all joined rooms, and signs out', async () => {
  const { send, events, devices } = await matrixServer()
  await notify(matrixTarget('!z:m.example,%23ops:m.example'), message(), signal, { send, idempotencyKey: 'one' })
  await notify(matrixTarget(''), message(), signal, { send, idempotencyKey: 'two' })
  expect([...events.keys()].map((path) => /rooms\/(.*)\/send/.exec(path)?.[1])).toEqual([
    '!z:m.example',
    '!b:m.example',
    '!a:m.example',
  ])
  expect(devices.size).toBe(0)
})

test('repeats a Matrix transaction on the same device after an attempt that was cut off', async () => {
  const { send, events } = await matrixServer()
  const one = target({ url: 'matrix://bot:sesame@m.example/?rooms=!a:m.example' })
  const cutOff: typeof send = async (request, until) => {
    const answer = await send(request, until)
    if (request.method === 'PUT') throw new Error('socket hang up')
    return answer
  }
  const failure = await failureOf(notify(one, message(), signal, { send: cutOff, idempotencyKey: 'one' }))
  expect(failure).toMatchObject({
    isPermanent: false,
    message: 'https://m.example cannot be reached: socket hang up.',
  })
  await notify(one, message(), signal, { send, idempotencyKey: 'one' })
  expect(events.size).toBe(1)
  await notify(one, message(), signal, { send, idempotencyKey: 'two' })
  expect(events.size).toBe(2)
})

test('reports a wrong password of Matrix', async () => {
  const { send } = await matrixServer()
  const failure = await failureOf(
    notify(target({ url: 'matrix://bot:wrong-word@m.example/' }), message(), signal, { send })
  )
  expect(failure.message).toBe('https://m.example did not accept the notification: Invalid password (status 403).')
})

test.each<[string, Partial<ResolvedConnection>, string]>([
  ['no scheme', { url: 'shop.example/hook' }, 'must begin with a scheme'],
  ['an unknown scheme', { url: 'gotify://a/b' }, 'Gotify notifications are not supported. Use a generic webhook'],
  [
    'a connection for other uses',
    { type: 'postgres', url: 'postgres://a' },
    'Postgres notifications are not supported.',
  ],
  ['a webhook without a host', { url: 'https://' }, 'The address of the notification service is invalid.'],
  ['a method that is no word', { url: 'generic+https://a/?RequestMethod=a%20b' }, 'The HTTP method'],
  ['a template', { url: 'generic+https://a/?template=slack' }, 'template "slack" of the webhook is not supported'],
  ['a header with a line break', { url: 'generic+https://a/?@X=a%0Ab' }, 'A header of the webhook is invalid.'],
  ['Slack without a token', { type: 'slack', url: 'slack://C01' }, 'no bot token'],
  ['Slack without a channel', { type: 'slack', password: 'xoxb-1' }, 'Set its property channel.'],
  ['Discord without a number', { url: 'discord://t@../x' }, 'no webhook ID'],
  ['Discord without a token', { url: 'discord://1' }, 'no webhook token'],
  ['Discord with a path as token', { url: 'discord://..@1' }, 'names another path'],
  ['Mattermost without a token', { url: 'mattermost://m' }, 'no webhook token'],
  ['Rocket.Chat with half a token', { url: 'rocketchat://m/a' }, 'both parts of the webhook token'],
  ['Teams without a host', { url: 'teams://a@b/c/d' }, 'needs the host'],
  ['Teams with a placeholder', { url: 'teams://a@b/c/d?host={host}' }, 'no valid host'],
  ['Teams without an owner', { url: 'teams://a@b/c?host=d' }, 'all parts of the webhook'],
  ['Telegram without a bot', { url: 'telegram://telegram?chats=1' }, 'no bot token'],
  ['Telegram with a path as token', { url: 'telegram://1:a%2F..@telegram?chats=1' }, 'no bot token'],
  ['Telegram without a chat', { url: 'telegram://1:t@telegram' }, 'Set its property chats.'],
  ['ntfy without a topic', { url: 'ntfy://n' }, 'needs one topic'],
  ['ntfy with an unknown priority', { url: 'ntfy://n/t?priority=9' }, 'a number from 1 to 5'],
  ['Pushover without a user', { url: 'pushover:///', password: 't' }, 'no user key'],
  ['Pushover without a token', { url: 'pushover://u' }, 'no API token'],
  ['Pushover with an emergency, which needs more settings', { url: 'pushover://:t@u?priority=2' }, '-2, -1, 0 or 1'],
  ['Opsgenie without a key', { url: 'opsgenie://o' }, 'no API key'],
  ['Opsgenie with a placeholder', { url: 'opsgenie://{host}:443/k' }, 'no valid host'],
  ['Opsgenie with an unknown priority', { url: 'opsgenie://o/k?priority=high' }, 'P1, P2'],
  ['Google Chat without a key', { url: 'googlechat://g/v1' }, 'key and token'],
  ['Zulip without a channel', { url: 'zulip://b:t@z' }, 'Set its property stream'],
  ['Zulip without a bot', { url: 'zulip://z?stream=a', password: 't' }, 'no e-mail address of a bot'],
  ['Pushbullet without a token', { type: 'pushbullet', url: 'pushbullet:///' }, 'no access token'],
  ['IFTTT without an event', { url: 'ifttt://key' }, 'Set its property events.'],
  ['IFTTT with a fourth value', { url: 'ifttt://key?events=a&titlevalue=4' }, '1, 2 or 3'],
  ['Matrix without a password', { url: 'matrix://bot@m' }, 'no password or access token'],
  ['mail without a recipient', { url: 'smtp://a/?from=b@c' }, 'Set its property to.'],
  ['mail without a server', { type: 'email', properties: { from: 'a@b', to: 'c@d' } }, 'names no mail server'],
])('refuses to send, for good: %s', async (_what, one, words) => {
  const { received, send } = await standIn()
  const failure = await failureOf(notify(target(one), message(), signal, { send }))
  expect(failure.message).toContain(words)
  expect(failure.isPermanent).toBe(true)
  expect(received).toEqual([])
})

test.each([
  ['http', (port: number) => ({ url: `http://127.0.0.1:${port}/` })],
  ['a name', (port: number) => ({ url: `http://localhost:${port}/` })],
  ['mattermost', (port: number) => ({ url: `mattermost://127.0.0.1:${port}/t?disabletls=yes` })],
  ['matrix', (port: number) => ({ url: `matrix://bot:word@127.0.0.1:${port}/?disableTLS=yes` })],
  ['mail', (port: number) => ({ url: `smtp://127.0.0.1:${port}/?from=a@b.example&to=c@d.example` })],
])('applies the network limits: %s', async (_what, one) => {
  const { port, open } = await tcpTarget()
  setTargetPolicy(createTargetPolicy({ denyNet: parseNetworks('127.0.0.0/8,::1') ?? [] }, false))
  const failure = await failureOf(notify(target(one(port)), message(), signal))
  expect(failure.message).toContain('--allow-net')
  expect(failure.isPermanent).toBe(true)
  expect(open()).toBe(0)
})

test('reports an unreachable service as temporary', async () => {
  const failure = await failureOf(notify(target({ url: 'http://127.0.0.1:1/secret-path' }), message(), signal))
  expect(failure).toMatchObject({
    isPermanent: false,
    message: 'http://127.0.0.1:1 cannot be reached: nothing listens at 127.0.0.1:1 (ECONNREFUSED).',
  })
})

test('ends when the signal aborts', async () => {
  const { port } = await tcpTarget()
  const given = new AbortController()
  const sent = notify(target({ url: `http://127.0.0.1:${port}/` }), message(), given.signal)
  given.abort()
  await expect(sent).rejects.toThrow('abort')
})

test('registers the tokens of an address for redaction', async () => {
  const { send } = await standIn()
  for (const [url, secret] of [
    ['slack://hook:T0-B0-tokenX@webhook', '/services/T0/B0/tokenX'],
    ['https://hooks.slack.com/services/T0/B0/tokenX', '/services/T0/B0/tokenX'],
    ['discord://tokenX@123', 'tokenX'],
    ['https://discord.com/api/webhooks/123/tokenX', '/api/webhooks/123/tokenX'],
    ['https://chat.googleapis.com/v1/spaces/S/messages?key=keyX&token=tokenX', 'keyX'],
    ['mattermost://m.example/tokenX', 'tokenX'],
  ] as const) {
    const { clean } = await withRedaction(() => notify(target({ url }), message(), signal, { send }))
    expect(clean(`see ${secret} there`)).not.toContain(secret)
  }
})
