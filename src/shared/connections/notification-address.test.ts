import { expect, test } from 'vitest'
import { notificationAddresses } from './notification-address'
import { hideSecrets } from './secret-parts'

const { discord, email, generic_webhook: webhook, mattermost, matrix, ntfy, slack } = notificationAddresses

/** Characters with a meaning in addresses, and others. */
const hostile = 'a/b?c=d&e#f@g:h%20 i"ü$(x){y}'

const parts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  discord: { webhookId: '1' },
  email: { host: 'mail.example', port: '25', encryptionMethod: 'Auto', authMethod: 'None' },
  generic_webhook: {
    url: 'https://a.example/x?y=1',
    contentType: hostile,
    messageKey: hostile,
    titleKey: 't',
    requestMethod: 'GET',
  },
  google_chat: { space: hostile },
  ifttt: { events: hostile },
  matrix: { user: hostile, host: 'm.example:8448', disableTls: 'Yes', rooms: hostile },
  mattermost: { user: hostile, host: '[::1]', channel: hostile },
  ntfy: { user: hostile, host: 'ntfy.sh', topic: hostile, scheme: 'http' },
  opsgenie: { host: '{host}', port: '443' },
  pushbullet: { targets: hostile },
  pushover: { user: 'u', devices: hostile },
  rocketchat: { user: hostile, host: 'c.example', port: '', channel: hostile },
  slack: { channel: '#on-call' },
  teams: { group: hostile, tenant: 't', groupOwner: hostile, host: hostile },
  telegram: { chats: hostile },
  zulip_chat: { email: 'bot@shop.example', host: 'z.example', stream: hostile, topic: hostile },
}

test.each(Object.entries(notificationAddresses))('%s: reads the parts that it wrote', (type, codec) => {
  const url = codec.write(parts[type] ?? {})
  expect(url).not.toMatch(/undefined|\s/)
  expect(codec.read(url)).toMatchObject(parts[type] ?? { missing: type })
  expect(codec.write(codec.read(url) ?? {})).toBe(url)
})

test.each(Object.entries(notificationAddresses).filter(([type]) => type !== 'generic_webhook'))(
  '%s: has no secret in its address, so that it can be shown again',
  (type, codec) => {
    const url = codec.write(parts[type] ?? {})
    expect(hideSecrets('url', url, () => '***')).toBe(url)
  }
)

test('leaves out empty parts', () => {
  expect(mattermost?.write({ host: 'chat.example' })).toBe('mattermost://chat.example/$(password)')
  expect(matrix?.write({ host: 'm.example' })).toBe('matrix://:$(password)@m.example/')
  expect(ntfy?.write({ host: 'ntfy.sh', topic: 'ops' })).toBe('ntfy://:$(password)@ntfy.sh/ops')
  expect(webhook?.write({ url: '' })).toBe('')
  expect(webhook?.write({ url: 'http://a.example' })).toBe('generic+http://a.example?DisableTLS=Yes')
})

test.each([
  ['an inline token', slack, 'slack://xoxb:1-2@C01'],
  ['a masked address', slack, 'slack://***'],
  ['a webhook', discord, 'https://discord.com/api/webhooks/1/x'],
  ['an unknown parameter', ntfy, 'ntfy://:$(password)@ntfy.sh/ops?priority=4'],
  ['more segments', ntfy, 'ntfy://:$(password)@ntfy.sh/a/b'],
  ['another placeholder', email, 'smtp://$(username):$(password)@$(name):25/'],
  ['an address that was encrypted as a whole', webhook, 'generic+https://***'],
  ['a webhook without a scheme', webhook, 'generic://a.example'],
  ['no address', discord, 'discord'],
])('does not read %s', (_name, codec, url) => expect(codec?.read(url)).toBeUndefined())

test('reads the notation of other programs', () => {
  expect(
    email?.read('smtp://$(username):$(password)@127.0.0.1:28110/?UseStartTLS=false&Encryption=None&Auth=None')
  ).toMatchObject({ host: '127.0.0.1', port: '28110', encryptionMethod: 'None', authMethod: 'None' })
  expect(ntfy?.read('NTFY://me:$(password)@ntfy.sh/ops?scheme=http')).toEqual({
    user: 'me',
    host: 'ntfy.sh',
    topic: 'ops',
    scheme: 'http',
  })
})
