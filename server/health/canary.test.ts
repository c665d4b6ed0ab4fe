import { expect, test } from 'vitest'
import { growth, STILL_LINEAR } from '../../tests/helpers/growth'
import { withoutPassword } from '../outside/error-text'
import { declaredChecks } from './canary'

const declared = (spec: unknown) => declaredChecks({ name: 'web', namespace: 'shop', spec })

test('several checks of several types, with what the canary says about all of them', () => {
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
])('%s declares no checks', (_name, spec) => expect(declared(spec)).toEqual([]))

test('a check without a name is called after what it looks at, never showing a password', () => {
  const names = declared({
    http: [{ url: 'https://me:secret@example.test/x' }],
    tcp: [{ endpoint: 'example.test:22' }],
    exec: [{ script: 'true' }],
  }).map(({ name }) => name)
  expect(names).toEqual(['https://example.test/x', 'example.test:22', 'web'])
})

test('checks of one type and name all exist', () => {
  const names = declared({ http: [{ name: 'a' }, { name: 'a' }, { name: 'a (2)' }], tcp: [{ name: 'a' }] })
  expect(names.map(({ type, name }) => `${type} ${name}`)).toEqual(['http a', 'http a (2)', 'http a (2) (2)', 'tcp a'])
})

test('a long name is cut, between characters, and stays unique', () => {
  const [first, second, third] = declared({
    http: [{ name: 'n'.repeat(3000) }, { url: `https://${'n'.repeat(3000)}` }, { name: `${'n'.repeat(499)}😀😀` }],
  }).map(({ name }) => name)
  expect(first).toBe(`${'n'.repeat(500)}…`)
  expect(second).toMatch(/^https:\/\/n{492}…$/)
  expect(third).toBe(`${'n'.repeat(499)}…`)
  const same = declared({ http: [{ name: `${'n'.repeat(500)}a` }, { name: `${'n'.repeat(500)}b` }] })
  expect(new Set(same.map(({ name }) => name)).size).toBe(2)
})

test.each<[string, (count: number) => object[]]>([
  ['of no name', (count) => Array.from({ length: count }, () => ({}))],
  ['of one name', (count) => Array.from({ length: count }, () => ({ name: 'a' }))],
  [
    'of a name whose numbers are taken',
    (count) => Array.from({ length: count }, (_, at) => ({ name: at < count / 2 ? `a (${at})` : 'a' })),
  ],
  [
    'of names and their numbers in turn',
    (count) => Array.from({ length: count }, (_, at) => ({ name: at % 2 ? 'a' : `a (${at})` })),
  ],
  ['that are called after one address', (count) => Array.from({ length: count }, () => ({ url: 'https://a.example' }))],
  ['that are no objects', (count) => Array.from({ length: count }, () => ({ name: null }))],
  ['of long names', (count) => Array.from({ length: count }, () => ({ name: 'n'.repeat(1000) }))],
])('naming checks %s takes as long as there are checks', (_name, checks) => {
  expect(declared({ http: checks(300) })).toHaveLength(300)
  expect(growth((size) => declared.bind(undefined, { http: checks(size) }), 400)).toBeLessThan(STILL_LINEAR)
})

test('an entry that is no object exists, so that it can say what is wrong', () => {
  expect(declared({ http: ['https://example.test', { name: 7, labels: 'x' }] })).toMatchObject([
    { name: 'web', spec: { unreadable: 'https://example.test' } },
    { name: 'web (2)', labels: null },
  ])
})

test.each([
  ['postgres://me:pw@db/x', 'postgres://db/x'],
  ['https://example.test/a@b', 'https://example.test/a@b'],
  ['me@example.test', 'me@example.test'],
])('%s is shown as %s', (url, shown) => expect(withoutPassword(url)).toBe(shown))
