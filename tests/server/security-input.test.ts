import { beforeEach, expect, test } from 'vitest'
import { ensureAdministrator } from '../../server/identity/access/people'
import { offeredRelations } from '../../server/identity/access/relations'
import { parseProperties, readProperties } from '../../server/data/properties'
import { readFlags, isDisabled } from '../../src/shared/access/flags'
import { testDatabase } from '../helpers/database'
import { builtPages, serveConsole } from '../helpers/served'

// Any input to any route gets a prompt response other than "Internal error", without side effects. The same for the
// identity service: identity-abuse.test.ts; for the relational API: postgrest-hostile.test.ts.

const db = await testDatabase()
const { ask, routes: declared } = await serveConsole(db, 'none', await builtPages())
const administrator = await ensureAdministrator(db)
const someone = '01890000-0000-7000-8000-000000000001'
const json = { 'Content-Type': 'application/json' }

const routes = declared
  .filter(({ method, path }) => method !== 'GET' && !path.includes('*'))
  .map(({ method, path }) => [method, path.replace(/:\w+(?:\{.*?\}\})?/g, someone)] as const)
/** One of each kind: a table, a view, a reading function and the writing one. */
const relations = (
  [
    ['POST', 'properties'],
    ['PATCH', 'properties?name=eq.x'],
    ['POST', 'connections'],
    ['PATCH', `connections?id=eq.${someone}`],
    ['POST', 'permissions'],
    ['POST', 'config_detail'],
    ['POST', 'rpc/lookup_config_children'],
    ['POST', 'rpc/drop_config_items'],
  ] as const
).map(([method, path]) => [method, `/api/db/${path}`] as const)

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)

const bodies: Record<string, string | Buffer> = {
  nothing: '',
  'half an object': '{"name":',
  'no JSON': 'name=x',
  'a number': '1',
  'a text': '"x"',
  null: 'null',
  'a list': '[1,"x",null]',
  'an empty list': '[]',
  'wrong types': '{"id":{},"name":[],"roles":"admin","state":1,"email":{"a":1},"properties":7,"params":[]}',
  'a NUL': '{"name":"a\\u0000b","id":"\\u0000","value":"\\u0000"}',
  'half a character': '{"name":"\\ud800","value":"\\udfff"}',
  'bytes that are no text': Buffer.from('7b226e616d65223a22ff fe22 7d'.replaceAll(' ', ''), 'hex'),
  'a byte order mark': '\ufeff{"name":"x"}',
  'deep lists': nested(100_000, '[', ']'),
  'deep objects': `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
  'many members': `{${Array.from({ length: 20_000 }, (_, index) => `"m${index}":1`).join()}}`,
  'a huge number': `{"name":1e999999,"value":${'9'.repeat(100_000)}}`,
  'a megabyte of text': JSON.stringify({ name: 'x'.repeat(1024 * 1024), value: 'y' }),
  'the same member twice': '{"name":"a","name":"b"}',
  'a prototype': '{"__proto__":{"polluted":true},"name":"x"}',
  'a prototype inside':
    '{"name":"x","properties":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}',
  'a constructor': '{"constructor":{"prototype":{"polluted":true}},"name":"x"}',
  'a prototype in a list': '[{"__proto__":{"polluted":true}}]',
}

/** Members of Object.prototype. If a test could add to it, all other results would be in doubt. */
const clean = Object.getOwnPropertyNames(Object.prototype).toSorted()
const expectClean = () => {
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  expect(Object.getOwnPropertyNames(Object.prototype).toSorted()).toEqual(clean)
}

beforeEach(() => db.script('delete from properties; delete from connections; delete from permissions'))

test.each(Object.entries(bodies))(
  'handles a body of %s',
  async (_name, body) => {
    const faults: string[] = []
    for (const [method, path] of [...routes, ...relations]) {
      const { status, body: text } = await ask(method, path, { headers: json, body })
      // In the protocol, an unknown run is a 500, and a malformed silence has this message.
      if (path === '/api/notification/silence' && text === '{"message":"Internal Server Error"}') continue
      const isFault = status >= 500 && !text.includes('"error":"There is no run ')
      if (isFault || /Internal|\.ts:|node:/.test(text)) faults.push(`${method} ${path}: ${status} ${text.slice(0, 99)}`)
    }
    expect(faults).toEqual([])
    expectClean()
  },
  60_000
)

test.each([
  ['11 MB', { 'Content-Type': 'application/json' }, Buffer.alloc(11 * 1024 * 1024, 32), 413],
  ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }, 'a=b', 415],
  ['a form with files', { 'Content-Type': 'multipart/form-data; boundary=x' }, '--x--', 415],
  ['plain text', { 'Content-Type': 'text/plain' }, '{}', 415],
  ['plain text that says more', { 'Content-Type': 'text/plain; application/json' }, '{}', 415],
  ['XML', { 'Content-Type': 'application/xml' }, '<a/>', 415],
  ['no content type', {}, '{}', 415],
])('does not accept %s on any route', async (_name, headers, body, status) => {
  for (const [method, path] of [...routes.slice(0, 3), ...relations.slice(0, 2)]) {
    expect([path, (await ask(method, path, { headers, body })).status]).toEqual([path, status])
  }
})

test.each([
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'toString',
  '__proto__.polluted',
  'constructor.prototype.polluted',
  '__proto__[polluted]',
])('treats %s as an ordinary name in all input', async (name) => {
  const paths = [
    `/api/db/${name}`,
    `/api/db/rpc/${name}`,
    `/api/db/checks?${name}=eq.1`,
    `/api/db/checks?select=${name}`,
    `/api/db/checks?select=${name}(id)`,
    `/api/db/checks?select=a:${name}->b`,
    `/api/db/checks?select=labels->${name}&order=labels->>${name}`,
    `/api/db/checks?order=${name}`,
    `/api/db/checks?columns=${name}&on_conflict=${name}`,
    `/api/db/checks?${name}.filter=x`,
    `/api/db/checks?${name}.select=x`,
    `/api/canary/api/graph?check=${name}&${name}=1`,
    `/api/canary/api/summary?${name}=1`,
    `/api/playbook/list?config_id=${name}&${name}=1`,
    `/api/auth/${name}/tokens`,
    `/api/properties?${name}=true`,
    `/api/${name}`,
    `/${name}`,
    `/console-config.json?${name}=1`,
  ]
  for (const path of paths) expect([path, (await ask('GET', path)).status < 500]).toEqual([path, true])
  for (const [method, path] of routes) {
    const body = JSON.stringify({ [name]: { polluted: true } })
    expect((await ask(method, path.replace(someone, name), { headers: json, body })).status).toBeLessThan(500)
  }
  expectClean()
})

test('stores properties with any name unchanged', async () => {
  const body = '{"__proto__":{"polluted":true},"constructor":"x","theme":"dark"}'
  const { status } = await ask('POST', `/api/auth/${administrator.id}/properties`, { headers: json, body })
  // A name of Object.prototype is refused or stored as a name, without effect.
  expect([200, 400]).toContain(status)
  const whoami = await ask('GET', '/api/auth/whoami')
  expect(whoami.status).toBe(200)
  expect(JSON.parse(whoami.body)).toMatchObject({ payload: { roles: expect.arrayContaining(['admin']) } })
  expectClean()
})

test('turns nothing off with flags of such names', async () => {
  const names = ['__proto__', '__proto__.disable', 'constructor.disable', 'toString.disable', 'hasOwnProperty.disable']
  for (const name of names) {
    const body = JSON.stringify({ name, value: 'true' })
    expect((await ask('POST', '/api/db/properties', { headers: json, body })).status).toBe(201)
  }
  const local = parseProperties(names.map((name) => `${name}=true`).join('\n'))
  const properties = await readProperties(db, local)
  expect(properties.map(({ name }) => name)).toEqual(names.toSorted())
  const flags = readFlags(properties)
  for (const feature of ['health', 'config', 'settings.health'] as const) expect(isDisabled(flags, feature)).toBe(false)
  expectClean()
})

test('has routes to test', () => {
  expect(routes.length).toBeGreaterThan(10)
  for (const [, path] of relations) {
    expect(offeredRelations).toContain(path.slice('/api/db/'.length).split('?')[0])
  }
})

const unkeepable = { NUL: 'a\0b', 'the first half of a character': 'a\ud83d', 'the second half': '\ude00b' }
const stored = [
  ['POST', '/api/db/canaries', 'spec', (text: string) => ({ http: [{ url: text }] }), 'spec.http[0].url'],
  ['POST', '/api/db/canaries', 'labels', (text: string) => ({ [text]: 'x' }), 'The name of a member of labels'],
  ['POST', '/api/db/canaries', 'name', (text: string) => text, 'name'],
  ['PATCH', `/api/db/canaries?id=eq.${someone}`, 'annotations', (text: string) => ({ a: text }), 'annotations.a'],
  ['POST', '/api/db/playbooks', 'spec', (text: string) => ({ actions: [{ name: text }] }), 'spec.actions[0].name'],
  ['POST', '/api/db/connections', 'properties', (text: string) => ({ a: text }), 'properties.a'],
  ['POST', '/api/db/connections', 'password', (text: string) => text, 'password'],
  ['POST', '/api/db/notifications', 'custom_services', (text: string) => [{ url: text }], 'custom_services[0].url'],
  ['POST', '/api/db/permissions', 'object_selector', (text: string) => ({ a: [text] }), 'object_selector.a[0]'],
  ['POST', '/api/db/properties', 'value', (text: string) => text, 'value'],
  ['POST', '/api/db/rpc/lookup_config_children', 'id', (text: string) => text, 'id'],
  ['POST', '/api/canary/explain', 'spec', (text: string) => ({ url: text }), 'spec.url'],
  ['POST', '/api/playbook/run', 'params', (text: string) => ({ a: text }), 'params.a'],
] as const

test.each(stored)(
  '%s %s: refuses characters of %s that cannot be stored, with their location',
  async (method, path, name, of, where) => {
    for (const text of Object.values(unkeepable)) {
      const { status, body } = await ask(method, path, { headers: json, body: JSON.stringify({ [name]: of(text) }) })
      expect([status, body]).toEqual([400, expect.stringContaining(`${where} has `)])
      expect(body).toContain('which cannot be stored')
    }
  }
)
