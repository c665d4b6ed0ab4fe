import { expect, test } from 'vitest'
import { growth, STILL_LINEAR } from '../../tests/helpers/growth'
import { stripPassword } from '../platform/outside/error-text'
import { readDeclaredChecks } from './canary'

const declared = (spec: unknown) => readDeclaredChecks({ name: 'web', namespace: 'shop', spec })

test("reads checks of several types with the canary's shared settings", () => {
  const checks = declared({
    schedule: '@every 1m',
    severity: 'high',
    owner: 'team-shop',
    icon: 'cart',
    env: { region: { value: 'eu' } },
    replicas: 2,
    http: [
      { name: 'homepage', url: 'https://shop.example.test', labels: { tier: 'edge', port: 443 }, metrics: [{}] },
      { name: 'api', namespace: 'backend', url: 'https://api.example.test', icon: 'api', description: 'The API' },
    ],
    dns: [{ name: 'public dns', query: 'shop.example.test' }],
    kubernetesResource: [{ name: 'ready' }],
  })
  expect(checks.map(({ type, name, namespace, icon }) => [type, name, namespace, icon])).toEqual([
    ['http', 'homepage', 'shop', 'cart'],
    ['http', 'api', 'backend', 'api'],
    ['dns', 'public dns', 'shop', 'cart'],
    ['kubernetes_resource', 'ready', 'shop', 'cart'],
  ])
  expect(checks[0]).toMatchObject({ labels: { tier: 'edge', port: '443' }, severity: 'high', owner: 'team-shop' })
  expect(checks[1]).toMatchObject({ labels: null, description: 'The API' })
})

test.each([
  ['no spec', null],
  ['text', 'http'],
  ['a list', [{ http: [] }]],
  ['settings only', { schedule: '@hourly', owner: 'me' }],
  ['empty lists', { http: [], tcp: null }],
])('declares no checks for %s', (_name, spec) => expect(declared(spec)).toEqual([]))

test('names a check without a name by its target and never shows a password', () => {
  const names = declared({
    http: [{ url: 'https://me:secret@example.test/x' }],
    tcp: [{ endpoint: 'example.test:22' }],
    mysql: [{ url: 'me:se/cr@et@tcp(db)/shop' }, { url: 'mysql://me:secret@db/shop' }],
    mssql: [{ url: 'server=db;user id=me;password=secret' }, { url: 'server=db;PWD="se;cret";user id=me' }],
    exec: [{ script: 'true' }],
  }).map(({ name }) => name)
  expect(names).toEqual([
    'https://example.test/x',
    'example.test:22',
    'me:***@tcp(db)/shop',
    'mysql://db/shop',
    'server=db;user id=me;password=***',
    'server=db;PWD=***;user id=me',
    'web',
  ])
})

test('uses the description as the name of an unnamed check and clears the description', () => {
  expect(
    declared({
      http: [
        { description: 'Front page', url: 'https://example.test' },
        { name: '', description: ' The API ', url: 'https://api.example.test' },
        { name: 'docs', description: 'Front page', url: 'https://docs.example.test' },
      ],
    }).map(({ name, description }) => [name, description])
  ).toEqual([
    ['Front page', null],
    ['The API', null],
    ['docs', 'Front page'],
  ])
})

test('merges checks of the same type and name into one check that lists them as the canary does', () => {
  const http = [
    { name: 'a', url: 'https://one.test' },
    { name: 'b', url: 'https://two.test' },
    { name: 'a', url: 'https://three.test' },
    { description: 'a', url: 'https://four.test' },
    { url: 'null' },
    { name: 'b', url: 'https://five.test', description: 'B' },
  ]
  const tcp = [{ name: 'a', endpoint: 'a:1' }]
  const docker = [{ name: 'image' }, { name: 'image' }]
  expect(declared({ http, tcp, docker }).map((one) => [one.type, one.name, one.description, one.spec])).toEqual([
    ['http', 'a', null, { http: [http[0], http[2], http[3]] }],
    ['http', 'b', 'B', { http: [http[1], http[5]] }],
    ['http', 'null', null, http[4]],
    ['tcp', 'a', null, tcp[0]],
    ['dockerPull', 'image', null, { docker }],
  ])
})

test('keeps all checks named by their target and never reuses an explicit name', () => {
  const url = 'https://a.test/'
  const names = declared({ http: [{ url }, { url }, { name: url, url }, { url }, { name: `${url} (2)`, url }] })
  expect(names.map(({ name }) => name).toSorted()).toEqual([
    url,
    `${url} (2)`,
    `${url} (3)`,
    `${url} (4)`,
    `${url} (5)`,
  ])
})

test('cuts a long name between characters and keeps it unique', () => {
  const [first, second, third] = declared({
    http: [{ name: 'n'.repeat(3000) }, { url: `https://${'n'.repeat(3000)}` }, { name: `${'n'.repeat(499)}😀😀` }],
  }).map(({ name }) => name)
  expect(first).toBe(`${'n'.repeat(500)}…`)
  expect(second).toMatch(/^https:\/\/n{492}…$/)
  expect(third).toBe(`${'n'.repeat(499)}…`)
  const same = declared({ http: [{ name: `${'n'.repeat(500)}a` }, { name: `${'n'.repeat(500)}b` }] })
  expect(new Set(same.map(({ name }) => name)).size).toBe(2)
})

test.each<[string, (count: number) => object[], number?]>([
  ['of no name', (count) => Array.from({ length: count }, () => ({}))],
  ['of one name', (count) => Array.from({ length: count }, () => ({ name: 'a' })), 1],
  [
    'of an address whose numbers are taken',
    (count) => Array.from({ length: count }, (_, at) => (at < count / 2 ? { name: `a (${at})` } : { url: 'a' })),
  ],
  [
    'of addresses and their numbers in turn',
    (count) => Array.from({ length: count }, (_, at) => (at % 2 ? { url: 'a' } : { name: `a (${at})` })),
  ],
  ['that are called after one address', (count) => Array.from({ length: count }, () => ({ url: 'https://a.example' }))],
  ['that are no objects', (count) => Array.from({ length: count }, () => ({ name: null }))],
  ['of long names', (count) => Array.from({ length: count }, (_, at) => ({ name: `${'n'.repeat(1000)}${at}` }))],
])('names checks %s in linear time', (_name, checks, expected = 300) => {
  expect(declared({ http: checks(300) })).toHaveLength(expected)
  expect(growth((size) => declared.bind(undefined, { http: checks(size) }), 400)).toBeLessThan(STILL_LINEAR)
})

test('keeps an entry that is not an object, so that its run can report the error', () => {
  expect(declared({ http: ['https://example.test', { name: 7, labels: 'x' }] })).toMatchObject([
    { name: 'web', spec: { unreadable: 'https://example.test' } },
    { name: 'web (2)', labels: null },
  ])
})

test.each([
  ['postgres://me:pw@db/x', 'postgres://db/x'],
  ['https://example.test/a@b', 'https://example.test/a@b'],
  ['me@example.test', 'me@example.test'],
])('shows %s as %s', (url, shown) => expect(stripPassword(url)).toBe(shown))
