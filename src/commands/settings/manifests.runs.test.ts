import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { planImport } from '@/resources/manifest-plan'
import type { ResourceKind } from '@/shared/routing/resource'
import type { Effects } from '../command'
import { copyManifests } from './manifests.runs'

const idOf = (n: number) => `5a0000fd-0000-4000-8000-${String(n).padStart(12, '0')}`
const [ID, MEDIA, ADA] = [idOf(1), idOf(2), idOf(3)]
const NOW = '2026-11-23T12:00:00+00:00'

type Rows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>

/** A server that filters by id and name. */
function serve(tables: Rows) {
  const all: Rows = {
    teams: [{ id: MEDIA, name: 'media' }],
    people: [{ id: ADA, name: 'Ada', email: 'ada@news.example' }],
    ...tables,
  }
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', (input: string) => {
    const { pathname, searchParams } = new URL(input, 'http://console.example')
    const list = all[pathname.replace('/api/db/', '').replace(/_summary$/, '')] ?? []
    const found = list.filter((row) =>
      ['id', 'name'].every((column) => {
        const wanted = searchParams.get(column)
        return wanted === null || wanted === `eq.${String(row[column])}`
      })
    )
    return Promise.resolve(Response.json(found, { headers: { 'Content-Range': `0-${found.length}/${found.length}` } }))
  })
}
afterEach(() => vi.unstubAllGlobals())

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })

/** Copies a row as a manifest. */
async function copy(kind: ResourceKind, label = 'x') {
  let text = ''
  const effects = {
    fetch: (query: Parameters<typeof client.fetchQuery>[0]) => client.fetchQuery(query),
    copy: (copied: string) => {
      text = copied
      return Promise.resolve()
    },
  } as unknown as Effects
  const { message } = await copyManifests({ resources: [{ kind, id: ID, label }] }, effects)
  return { text, message }
}

const cases: readonly [label: string, kind: ResourceKind, rows: Rows, expected: string][] = [
  [
    'notification rule',
    'notificationrule',
    {
      notifications: [
        {
          id: ID,
          name: 'x',
          namespace: 'news',
          events: ['check.failed'],
          team_id: MEDIA,
          wait_for: 90e9,
          repeat_interval: '4h',
          fallback_custom_services: [{ name: 'x', url: 'smtp://system/?To=desk@news.example' }],
          fallback_delay: 60e9,
          source: 'UI',
        },
      ],
    },
    `spec:
  events:
    - check.failed
  to:
    team: media
  repeatInterval: 4h
  waitFor: 1m30s
  fallback:
    email: desk@news.example
    delay: 1m
`,
  ],
  [
    'silence',
    'silence',
    {
      notification_silences: [
        {
          id: ID,
          name: 'x',
          filter: 'true',
          from: NOW,
          until: null,
          description: 'Move',
          recursive: true,
          source: 'UI',
        },
      ],
    },
    `spec:
  description: Move
  from: 2026-11-23T12:00:00+00:00
  recursive: true
  filter: "true"
`,
  ],
  [
    'permission',
    'permission',
    {
      permissions: [
        {
          id: ID,
          name: 'x',
          namespace: null,
          action: 'read,update',
          deny: true,
          subject_type: 'person',
          subject: ADA,
          person_id: ADA,
          playbook_id: MEDIA,
          source: 'UI',
        },
      ],
    },
    `spec:
  subject:
    person: ada@news.example
  actions:
    - read
    - update
  object:
    playbooks:
      - id: ${MEDIA}
  deny: true
`,
  ],
  [
    'permission for an area',
    'permission',
    {
      permissions: [
        {
          id: ID,
          name: 'x',
          namespace: 'news',
          action: 'read',
          deny: false,
          subject_type: 'group',
          subject: 'editor',
          object: 'rbac',
          source: 'UI',
        },
      ],
    },
    `spec:
  subject:
    group: editor
  actions:
    - read
  object:
    global: rbac
`,
  ],
  [
    'connection',
    'connection',
    {
      connections: [
        {
          id: ID,
          name: 'x',
          namespace: 'news',
          type: 'slack',
          url: 'slack://$(password)@C0123',
          password: 'secret://chat/token',
          properties: { BotName: 'desk' },
          insecure_tls: false,
          source: 'UI',
        },
      ],
    },
    `spec:
  type: slack
  url:
    value: slack://$(password)@C0123
  password:
    valueFrom:
      secretKeyRef:
        name: chat
        key: token
  properties:
    BotName: desk
`,
  ],
]

test.each(cases)('copies a %s as a manifest whose import changes nothing', async (_label, kind, rows, expected) => {
  client.clear()
  serve(rows)
  const { text } = await copy(kind)
  expect(text).toContain('  name: x\n')
  expect(text).toContain(expected)
  expect(await planImport(text, (one) => client.fetchQuery(one))).toMatchObject([{ is: 'unchanged' }])
})

test('names the stored secrets that it does not copy', async () => {
  client.clear()
  serve({
    connections: [
      {
        id: ID,
        name: 'x',
        namespace: 'news',
        type: 'http',
        url: 'https://desk:***@api.example/',
        password: '***',
        properties: { token: '***', region: 'north' },
        source: 'UI',
      },
    ],
  })
  const { text, message } = await copy('connection')
  expect(text).not.toContain('***')
  expect(text).toContain('region: north')
  expect(message).toBe('Copied x as 1 manifest. x: stored secrets are not copied (url, password and token).')
})

test.each<[ResourceKind, Rows, string]>([
  [
    'permission',
    { permissions: [{ id: ID, name: 'x', action: 'read', subject_type: 'group', subject: 'editor', until: NOW }] },
    'x: A manifest cannot have the end of a permission.',
  ],
  [
    'silence',
    { notification_silences: [{ id: ID, name: 'x', check_id: MEDIA }] },
    'x: The silence is about one resource. A manifest has a filter or selectors.',
  ],
  [
    'notificationrule',
    { notifications: [{ id: ID, name: 'x', events: ['check.failed'], custom_services: [{ url: 'a' }, { url: 'b' }] }] },
    'x: A manifest has one recipient only.',
  ],
])('refuses to copy a %s that a manifest cannot express', async (kind, rows, reason) => {
  client.clear()
  serve(rows)
  await expect(copy(kind)).rejects.toThrow(reason)
})
