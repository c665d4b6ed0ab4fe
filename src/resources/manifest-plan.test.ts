import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { planImport } from './manifest-plan'

const idOf = (n: number) => `5a0000fe-0000-4000-8000-${String(n).padStart(12, '0')}`
const [ADA, MEDIA, RESTART, CHAT] = [idOf(1), idOf(2), idOf(3), idOf(4)]
const NOW = '2026-11-23T12:00:00Z'

/** The rows that the user may read, by table. */
const rows: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  people: [{ id: ADA, name: 'Ada', email: 'ada@news.example' }],
  teams: [{ id: MEDIA, name: 'media' }],
  playbooks: [
    { id: RESTART, name: 'restart', namespace: 'news' },
    { id: idOf(5), name: 'restart', namespace: 'shop' },
  ],
}

type Rows = Record<string, readonly Readonly<Record<string, unknown>>[]>

/** A server that filters rows by the conditions of the console: one column, or any of several. */
function serve(tables: Rows = {}) {
  const all: Rows = { ...rows, ...tables }
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', (input: string) => {
    const { pathname, searchParams } = new URL(input, 'http://console.example')
    const list = all[pathname.replace('/api/db/', '').replace(/_(summary|with_status)$/, '')] ?? []
    const either = [...(searchParams.get('or') ?? '').matchAll(/(\w+)\.eq\.("?)([^",)]+)\2/g)]
    const found = list.filter(
      (row) =>
        ['id', 'name'].every((column) => {
          const wanted = searchParams.get(column)
          return wanted === null || wanted === `eq.${String(row[column])}`
        }) &&
        (either.length === 0 || either.some(([, column = '', , value]) => row[column] === value))
    )
    return Promise.resolve(
      new Response(JSON.stringify(found), { headers: { 'Content-Type': 'application/json', 'Content-Range': '0-0/1' } })
    )
  })
}
afterEach(() => vi.unstubAllGlobals())

const manifest = (kind: string, name: string, spec: string, metadata = '') =>
  `apiVersion: mission-control.flanksource.com/v1
kind: ${kind}
metadata: { name: ${name}${metadata} }
spec:
${spec.replace(/^/gm, '  ')}
`

async function plan(text: string) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const found = await planImport(text, (one) => client.fetchQuery(one))
  if (typeof found === 'string') throw new Error(found)
  return found
}

/** The plan of the only manifest of a text. */
async function planOne(text: string): Promise<Readonly<Record<string, unknown>>> {
  const [one] = await plan(text)
  return one ?? {}
}

const columnsOf = async (text: string) => (await planOne(text))['columns']
const reasonOf = async (text: string) => (await planOne(text))['reason']

test('reads a notification rule with its recipient by name, durations and inhibitions', async () => {
  serve()
  const columns = await columnsOf(
    manifest(
      'Notification',
      'slow-feeds',
      `events: [config.unhealthy, check.failed]
filter: config.type == 'Feed'
title: Feed is slow
to: { person: ada@news.example, properties: { channel: '#feeds' } }
repeatInterval: 2h
waitFor: 90s
groupBy: [type, 'label:app']
inhibit: [{ direction: outgoing, from: Feed, to: [Reader], soft: true, depth: 3 }]
fallback: { team: media, delay: 5m }`,
      ', namespace: news'
    )
  )
  expect(columns).toMatchObject({
    name: 'slow-feeds',
    namespace: 'news',
    events: ['check.failed', 'config.unhealthy'],
    filter: "config.type == 'Feed'",
    title: 'Feed is slow',
    person_id: ADA,
    team_id: null,
    properties: { channel: '#feeds' },
    repeat_interval: '2h',
    wait_for: 90e9,
    group_by: ['type', 'label:app'],
    inhibitions: [{ direction: 'outgoing', from: 'Feed', to: ['Reader'], soft: true, depth: 3 }],
    fallback_team_id: MEDIA,
    fallback_delay: 300e9,
  })
})

test.each([
  ['email', 'desk@news.example', { custom_services: [{ name: 'x', url: 'smtp://system/?To=desk@news.example' }] }],
  ['url', 'ntfy://push.example/desk', { custom_services: [{ name: 'x', url: 'ntfy://push.example/desk' }] }],
  ['playbook', 'news/restart', { playbook_id: RESTART }],
  ['connection', 'connection://slack/chat', { custom_services: [{ name: 'x', connection: 'connection://news/chat' }] }],
  ['connection', 'connection://news/chat', { custom_services: [{ name: 'x', connection: 'connection://news/chat' }] }],
])('sends a notification to the %s %s', async (member, value, expected) => {
  serve({ connections: [{ id: CHAT, name: 'chat', namespace: 'news', type: 'slack' }] })
  const spec = `events: [check.failed]\nto: { ${member}: '${value}' }`
  expect(await columnsOf(manifest('Notification', 'x', spec))).toMatchObject(expected)
})

test.each([
  ['to: { team: sport }', 'There is no team “sport” that you may read.'],
  ['to: { playbook: news/stop }', 'There is no playbook “news/stop” that you may read.'],
  ['to: { playbook: restart }', 'More than one playbook is named “restart”. Write namespace/name.'],
  [`to: { person: ${idOf(9)} }`, `There is no person “${idOf(9)}” that you may read.`],
  ['to: {}', 'spec.to names no recipient.'],
  ['to: { team: media, email: a@b.example }', 'spec.to names several recipients: team and email. Keep one.'],
  ['to: { team: media, pager: duty }', 'spec.to.pager cannot be saved in this console.'],
  ['to: { team: media }\nescalation: 2', 'spec.escalation cannot be saved in this console.'],
  ['to: { team: media }\nwaitFor: soon', 'spec.waitFor: “soon” is not a duration such as 5m.'],
])('skips a notification with %s', async (spec, reason) => {
  serve()
  expect(await reasonOf(manifest('Notification', 'x', `events: [check.failed]\n${spec}`))).toBe(reason)
})

const ruleOf = (events: string) => manifest('Notification', 'x', `events: ${events}\nto: { team: media }`)

test('a notification rule that was copied is unchanged, and one without a namespace does not move', async () => {
  serve({
    notifications: [
      { id: idOf(7), name: 'x', namespace: null, events: ['check.failed'], team_id: MEDIA, source: 'UI' },
    ],
  })
  expect(await planOne(ruleOf('[check.failed]'))).toMatchObject({ is: 'unchanged' })
  expect(await planOne(ruleOf('[check.passed]'))).toMatchObject({
    is: 'changed',
    changes: ['events'],
    columns: { namespace: null },
  })
})

test('reads a silence with selectors and times, and names the members that are not saved', async () => {
  serve()
  const text = manifest(
    'NotificationSilence',
    'move',
    `description: Move of the archive
from: 2026-11-01
until: '2026-11-02T10:00:00+01:00'
recursive: true
selectors: [{ types: [Feed] }]`,
    ', namespace: news, labels: { team: media }'
  )
  expect(await planOne(text)).toMatchObject({
    is: 'created',
    notes: ['Labels are not saved.', 'The namespace is not saved.'],
    columns: {
      name: 'move',
      from: '2026-11-01T00:00:00.000Z',
      until: '2026-11-02T09:00:00.000Z',
      recursive: true,
      filter: null,
      selectors: [{ types: ['Feed'] }],
    },
  })
})

test.each([
  ['description: nothing', 'The spec has neither a filter nor selectors.'],
  ["filter: 'true'\nuntil: never", 'spec.until: “never” is not a time.'],
  ["filter: 'true'\nfrom: 2026-11-02\nuntil: 2026-11-01", 'The end must be after the start.'],
  ["filter: 'true'\nowner: media", 'spec.owner cannot be saved in this console.'],
])('skips a silence with %s', async (spec, reason) => {
  serve()
  expect(await reasonOf(manifest('NotificationSilence', 'x', spec))).toBe(reason)
})

const permissionOn = (object: string) =>
  columnsOf(manifest('Permission', 'x', `subject: { team: media }\nactions: [read, 'playbook:run']\nobject: ${object}`))

test('reads a permission with its subject by name, and its object as an area, an id or selectors', async () => {
  serve()
  expect(await permissionOn('{ playbooks: [{ name: "*" }] }')).toMatchObject({
    name: 'x',
    subject_type: 'team',
    subject: MEDIA,
    team_id: MEDIA,
    person_id: null,
    action: 'read,playbook:run',
    object: 'playbooks',
    object_selector: null,
    deny: false,
  })
  expect(await permissionOn(`{ configs: [{ id: ${ADA} }] }`)).toMatchObject({ config_id: ADA, object: null })
  expect(await permissionOn('{ playbooks: [{ name: restart }], configs: [{ types: [Feed] }] }')).toMatchObject({
    object: null,
    object_selector: { playbooks: [{ name: 'restart' }], configs: [{ types: ['Feed'] }] },
  })
})

test('reads an area that is named as such', async () => {
  serve()
  expect(await permissionOn('{ global: rbac }')).toMatchObject({ object: 'rbac', object_selector: null })
})

test.each([
  ['subject: { team: sport }\nobject: { configs: [{ name: "*" }] }', 'There is no team “sport” that you may read.'],
  ['subject: {}\nobject: { configs: [{ name: "*" }] }', 'spec.subject names nobody.'],
  [
    'subject: { group: editor, team: media }\nobject: { configs: [{ name: "*" }] }',
    'spec.subject names several subjects: group and team. Keep one.',
  ],
  ['subject: { group: editor }', 'The spec has neither an object nor agents or tags.'],
  [
    'subject: { group: editor }\nobject: { configs: [{ name: "*" }] }\nuntil: tomorrow',
    'spec.until cannot be saved in this console.',
  ],
])('skips a permission with %s', async (spec, reason) => {
  serve()
  expect(await reasonOf(manifest('Permission', 'x', `actions: [read]\n${spec}`))).toBe(reason)
})

test('accepts the former single action, and names objects that an embedded backend does not evaluate', async () => {
  serve()
  const spec = 'subject: { group: editor }\naction: read\nobject: { scopes: [{ name: feeds }] }'
  expect(await planOne(manifest('Permission', 'x', spec))).toMatchObject({
    is: 'created',
    notes: ['An embedded backend does not evaluate scopes: there, the permission grants nothing.'],
    columns: { action: 'read', object_selector: { scopes: [{ name: 'feeds' }] } },
  })
})

test('says that a reference is to a manifest of the same text', async () => {
  serve()
  const [, rule] = await plan(
    `${manifest('Connection', 'chat', 'type: slack', ', namespace: news')}---
${manifest('Notification', 'x', 'events: [check.failed]\nto: { connection: connection://news/chat }')}`
  )
  expect(rule).toMatchObject({
    reason:
      'There is no connection “connection://news/chat” that you may read. Import the connection of this text first, then this document.',
  })
})

const permissionOf = (actions: string, namespace: string) =>
  manifest(
    'Permission',
    'x',
    `subject: { group: editor }\nactions: ${actions}\nobject: { configs: [{ name: "*" }] }`,
    `, namespace: ${namespace}`
  )

test('changes the permission with the name and namespace of the manifest', async () => {
  const stored = {
    id: idOf(8),
    name: 'x',
    namespace: 'news',
    action: 'read',
    deny: false,
    object: 'catalog',
    subject_type: 'group',
    subject: 'editor',
    source: 'UI',
    created_at: NOW,
  }
  serve({ permissions: [stored] })
  expect(await planOne(permissionOf('[read]', 'news'))).toMatchObject({ is: 'unchanged' })
  expect(await planOne(permissionOf('[read, update]', 'news'))).toMatchObject({
    is: 'changed',
    changes: ['action'],
    before: { action: 'read' },
  })
  expect(await planOne(permissionOf('[read]', 'shop'))).toMatchObject({ is: 'created' })
})

const secret = (name: string) => `{ valueFrom: { secretKeyRef: { name: ${name}, key: token } } }`

test.each<[string, string, Readonly<Record<string, unknown>>]>([
  [
    'an address',
    `postgres: { url: { value: 'postgres://db.example/news' }, username: { value: reader }, password: ${secret('db')}, insecureTLS: true }`,
    {
      type: 'postgres',
      url: 'postgres://db.example/news',
      username: 'reader',
      password: 'secret://db/token',
      insecure_tls: true,
    },
  ],
  [
    'a host',
    `mysql: { host: { value: 'db.example:3306' }, database: { value: news }, username: { value: reader }, password: ${secret('db')} }`,
    { type: 'mysql', url: 'mysql://$(username):$(password)@db.example:3306/news' },
  ],
  [
    'a notification service',
    `slack: { channel: C0123, botname: desk, token: ${secret('chat')} }`,
    {
      type: 'slack',
      url: 'slack://$(password)@C0123',
      password: 'secret://chat/token',
      properties: { BotName: 'desk' },
    },
  ],
  [
    'a mail server',
    `smtp: { host: mail.example, port: 25, fromAddress: desk@news.example, auth: plain, username: { value: desk }, password: { value: hidden } }`,
    {
      type: 'email',
      username: 'desk',
      password: 'hidden',
      properties: {
        from: 'desk@news.example',
        host: 'mail.example',
        port: '25',
        authMethod: 'Plain',
      },
    },
  ],
  [
    'keys of a cloud',
    `aws: { region: eu-north-1, accessKey: { valueFrom: { configMapKeyRef: { name: aws, key: id } } }, secretKey: ${secret('aws')} }`,
    {
      type: 'aws',
      username: 'configmap://aws/id',
      password: 'secret://aws/token',
      properties: { region: 'eu-north-1' },
    },
  ],
  [
    'a kubeconfig',
    `kubernetes: { kubeconfig: ${secret('cluster')} }`,
    { type: 'kubernetes', certificate: 'secret://cluster/token' },
  ],
  [
    'a token and an address that the form does not show',
    `github: { url: 'https://git.example', personalAccessToken: ${secret('git')} }`,
    { type: 'github', url: 'https://git.example', password: 'secret://git/token' },
  ],
  [
    'the members of every type',
    `type: gitlab\npassword: ${secret('git')}\nproperties: { group: media }`,
    { type: 'gitlab', password: 'secret://git/token', properties: { group: 'media' } },
  ],
])('reads a connection with %s', async (_label, spec, expected) => {
  serve()
  expect(await columnsOf(manifest('Connection', 'x', spec, ', namespace: news'))).toMatchObject({
    name: 'x',
    namespace: 'news',
    ...expected,
  })
})

test.each([
  ['{}', 'The spec names no type of connections.'],
  ['pigeon: { loft: a }', 'spec.pigeon cannot be saved in this console.'],
  ['folder: { path: /a }\nhttp: { url: a }', 'The spec has several types: http and folder. Keep one.'],
  ['http: { url: a, retries: 3 }', 'spec.http.retries cannot be saved in this console.'],
  [
    `postgres: { host: ${secret('db')} }`,
    'spec.postgres.host cannot be a reference, because it is part of an address.',
  ],
  [
    'http: { url: a, password: { valueFrom: { helmRef: { name: a, key: b } } } }',
    'spec.http.password.valueFrom.helmRef cannot be saved in this console.',
  ],
])('skips a connection with %s', async (spec, reason) => {
  serve()
  expect(await reasonOf(manifest('Connection', 'x', spec))).toBe(reason)
})

const apiOf = (more: string) => manifest('Connection', 'x', `http: { url: 'https://api.example/', username: ${more} }`)

test('a connection keeps a stored secret, and a manifest does not replace it', async () => {
  const stored = {
    id: CHAT,
    name: 'x',
    namespace: 'default',
    type: 'http',
    url: 'https://api.example/',
    username: 'reader',
    password: '***',
    insecure_tls: false,
    source: 'UI',
  }
  serve({ connections: [stored] })
  expect(await planOne(apiOf('reader'))).toMatchObject({ is: 'unchanged' })
  const changed = await planOne(apiOf('writer'))
  expect(changed).toMatchObject({ is: 'changed', changes: ['username'], before: { username: 'reader' } })
  expect(changed['columns']).not.toHaveProperty('password')
  expect(changed['before']).not.toHaveProperty('password')
  expect(await reasonOf(apiOf('reader, password: other'))).toBe(
    'The existing connection has a stored secret (password), which cannot be compared or restored. Edit the connection.'
  )
})
