import { expect, test } from 'vitest'
import { checkers } from './checkers/index'
import { executeCheck } from './execute'
import { parseExpressions } from './expressions'
import { findUnsupported, userDefinedMembers, protocolMembers, findUnsupportedCanaryReason } from './members'
import { evaluateHere } from '../../tests/helpers/evaluate-here'

type Spec = Record<string, unknown>

const tlsConfig = { ca: { value: '' }, cert: { value: '' }, key: { value: '' } }
const access = { username: { value: 'me' }, password: { value: 'secret' } }
const database = { ...access, auth: access, tlsConfig }

/** A check of each supported type, with every list and object that has members of its own. */
const whole: Readonly<Record<string, Spec>> = {
  http: {
    url: 'http://127.0.0.1:1/',
    responseJSONContent: { path: '$.a', value: 'b' },
    headers: [{ name: 'A', value: { value: 'b' } }],
    env: [{ name: 'A', value: { value: 'b' } }],
    username: { value: 'me' },
    password: { value: 'secret' },
    oauth2: { tokenURL: 'http://127.0.0.1:1/token', scope: ['a'], params: { b: 'c' } },
    tlsConfig: { ca: { value: '' }, cert: { value: '' }, key: { value: '' } },
  },
  tcp: { endpoint: '127.0.0.1:1' },
  icmp: { endpoint: '127.0.0.1' },
  dns: { server: '127.0.0.1', query: 'example.test' },
  folder: { path: '/nowhere', filter: {} },
  postgres: {
    url: 'postgres://127.0.0.1:1/x',
    username: { value: 'me' },
    password: { value: 'secret' },
    auth: { username: { value: 'me' }, password: { value: 'secret' } },
  },
  mysql: { url: 'mysql://127.0.0.1:1/x', ...database },
  mssql: { url: 'sqlserver://127.0.0.1:1', ...database },
  prometheus: {
    url: 'http://127.0.0.1:1/',
    query: 'up',
    username: { value: 'me' },
    password: { value: 'secret' },
    tlsConfig: {},
  },
  redis: {
    addr: '127.0.0.1:1',
    username: { value: 'me' },
    password: { value: 'secret' },
    tlsConfig: { ca: { value: '' }, cert: { value: '' }, key: { value: '' } },
  },
  exec: { script: 'true', env: [{ name: 'A', value: { value: 'b' } }] },
}

/** A copy in which the member at a path such as `headers.value` has another value. */
function withMember(spec: unknown, path: string, value: unknown): unknown {
  if (Array.isArray(spec)) return spec.map((one) => withMember(one, path, value))
  const [first = '', ...rest] = path.split('.')
  const own = typeof spec === 'object' && spec !== null ? (spec as Spec) : {}
  return { ...own, [first]: rest.length === 0 ? value : withMember(own[first], rest.join('.'), value) }
}

const tools = { now: () => new Date(), allowExec: true, ping: '/bin/false', evaluate: evaluateHere }
const run = (type: string, spec: unknown) => executeCheck({ type, spec }, new AbortController().signal, tools)

const types = Object.keys(protocolMembers)
const cells = (pick: 'done' | 'missing') =>
  types.flatMap((type) => (protocolMembers[type]?.[pick] ?? []).map((path) => [type, path] as const))

test('lists the members of every supported type and of no other', () => {
  expect(types.toSorted()).toEqual([...checkers.keys()].toSorted())
})

test.each(types)('gives a verdict for a %s check that uses only supported members', (type) => {
  expect(findUnsupported(type, whole[type])).toEqual({ missing: [], unknown: [], kept: [] })
  expect(() => checkers.get(type)?.parse(whole[type])).not.toThrow()
})

test.each(cells('done'))('%s: the checker reads %s', (type, path) => {
  // Values of wrong types: a checker that accepts them all does not read the member.
  const wrong = [7.5, -1, {}, [7], true, 'wrong: \n']
  const isRead = (value: unknown) => {
    try {
      const spec = withMember(whole[type], path, value)
      checkers.get(type)?.parse(spec)
      parseExpressions(spec)
      return false
    } catch {
      return true
    }
  }
  expect(wrong.some(isRead)).toBe(true)
})

test.each(['delay', 'disabled', 'interval', 'maxRetries', 'timeout'])(
  'reads retries.%s for every type',
  async (name) => {
    for (const type of types) {
      expect(findUnsupported(type, { retries: { [name]: 'soon' } })).toEqual({ missing: [], unknown: [], kept: [] })
      expect(await run(type, { ...whole[type], retries: { [name]: 'soon' } })).toEqual({
        kind: 'invalid',
        error: expect.stringContaining(`retries.${name}`),
      })
    }
  }
)

const everywhere = types.flatMap((type) =>
  ['dependsOn', 'markFailOnEmpty', 'test.expr', 'test.template', 'test.javascript', 'test.jsonPath', 'transform.expr']
    .filter((path) => !protocolMembers[type]?.done.includes(path))
    .map((path) => [type, path] as const)
)
const unsupportedValues = [true, 'x', 1, ['x'], { x: 'y' }]

test.each([...cells('missing'), ...everywhere])('%s: names %s and gives no verdict', async (type, path) => {
  for (const value of unsupportedValues) {
    const outcome = await run(type, withMember(whole[type], path, value))
    // An expression is named by the member that contains it.
    const [named = ''] = /^(?:test|transform)/.exec(path) ?? [path]
    expect(outcome).toEqual({ kind: 'notRun', message: expect.stringContaining(named) })
  }
})

test.each(cells('missing').filter(([, path]) => !path.includes('.')))(
  '%s: treats an empty object at %s as set and an empty value as not set',
  async (type, path) => {
    expect(await run(type, withMember(whole[type], path, {}))).toMatchObject({ kind: 'notRun' })
    for (const nothing of [null, '', false, 0, []])
      expect(findUnsupported(type, withMember(whole[type], path, nothing)).missing).toEqual([])
  }
)

test.each(types)('%s: names an unknown member at any depth', async (type) => {
  const parents = [
    '',
    ...(protocolMembers[type]?.done ?? []).filter(
      (path) => path.split('.').length < 3 && !userDefinedMembers.has(path)
    ),
  ]
  const misspelt = [
    ...(protocolMembers[type]?.done ?? []).flatMap((path) => [`${path}x`, path.slice(0, -1), path.toUpperCase()]),
    ...parents.map((path) => [path, 'unheardOf'].filter(Boolean).join('.')),
    'toString',
    'constructor',
    'hasOwnProperty',
    'length',
  ].filter((path) => !protocolMembers[type]?.done.includes(path) && !path.endsWith('.') && path !== '')
  for (const path of misspelt) {
    const outcome = await run(type, withMember(whole[type], path, 'x'))
    expect([path, outcome?.kind]).toEqual([path, 'notRun'])
  }
})

const web = { url: 'http://x' }

test.each(['javascript', 'jsonPath', 'template'])('names test.%s and only notes display.%s', (language) => {
  expect(findUnsupported('http', { ...web, test: { expr: 'true', [language]: 'x' } }).missing).toEqual([
    `test.${language}`,
  ])
  const found = findUnsupported('http', { ...web, display: { expr: 'code', [language]: 'x' } })
  expect(found).toEqual({ missing: [], unknown: [], kept: [`display.${language}`] })
})

test.each([
  ['http', { url: 'http://x', password: { value: 'connection://shop/api' } }, 'the stored connection in password'],
  [
    'http',
    {
      url: 'http://x',
      headers: [
        { name: 'A', value: 'b' },
        { name: 'B', valueFrom: {} },
      ],
    },
    'headers.valueFrom',
  ],
  ['http', { url: 'http://{{.host}}/' }, 'the template in url'],
  ['http', { url: 'http://$(host)/' }, 'the template in url'],
  ['http', { url: 'http://x', headers: [{ name: 'A', value: '{{.token}}' }] }, 'the template in headers'],
  ['http', { url: 'http://x', templateBody: true, body: '{{.a}}' }, 'the template in body'],
  ['http', { url: '{{.a}}', env: [{ name: 'a', value: 'connection://shop/api' }] }, 'the template in url'],
  ['http', { url: '{{.a | strings.ToLower}}', env: [{ name: 'a', value: 'b' }] }, 'the template in url'],
  ['http', { url: 'http://x', env: [{ name: 'a', valueFrom: { secretKeyRef: { name: 'b' } } }] }, 'env.valueFrom'],
  ['tcp', { endpoint: 'connection://shop/api' }, 'the stored connection in endpoint'],
  ['postgres', { url: 'postgres://$(host)/x' }, 'the template in url'],
  ['postgres', { url: 'postgres://x/y', query: "select '{{.last_result.results}}'" }, 'the template in query'],
  ['mysql', { url: 'me:pw@unix(/tmp/s.sock)/x' }, 'a socket in the file system in url'],
  ['mysql', { connection: 'me:pw@tcp(db)/x?allowAllFiles=true' }, 'the parameter allowAllFiles in connection'],
  ['mysql', { url: 'mysql://db/x', query: 'select {{.a}}' }, 'the template in query'],
  ['mssql', { url: 'server=db\\SQLEXPRESS' }, 'a named instance in url'],
  ['mssql', { url: 'sqlserver://db?encrypt=disable' }, 'encrypt=disable in url'],
  ['mssql', { url: 'sqlserver://$(host)' }, 'the template in url'],
  ['postgres', { connection: 'host=db user=me dbname=orders' }, 'the connection string in connection'],
  ['redis', { addr: '$(host):6379' }, 'the template in addr'],
  ['exec', { script: 'true', env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'a' } } }] }, 'env.valueFrom'],
  ['folder', { path: '/x/{{.date}}' }, 'the template in path'],
  ['folder', { path: '/x', filter: { since: '{{.last_result.max}}' } }, 'the template in filter.since'],
  ['folder', { path: 's3://backups' }, 'the store in path'],
  ['folder', { path: 'GCS://backups/daily' }, 'the store in path'],
  ['folder', { path: '\\\\nas\\backups' }, 'the store in path'],
])('%s %j: names %s', async (type, spec, words) => {
  expect(await run(type, spec)).toEqual({ kind: 'notRun', message: expect.stringContaining(`${words} of ${type}`) })
})

test.each([
  ['postgres', { url: 'postgres://$(username):$(password)@x/y' }],
  ['mysql', { url: '$(username):$(password)@tcp(db)/x' }],
  ['mssql', { connection: 'server=db;user id=$(username);password=$(password)' }],
  ['exec', { script: 'echo $(date)' }],
  ['http', { url: 'http://x', body: '{{ not filled in without templateBody }}' }],
])('%s %j: accepts the spec', (type, spec) => {
  expect(findUnsupported(type, spec)).toEqual({ missing: [], unknown: [], kept: [] })
})

test('lists all unsupported members in one sentence, at most five by name', async () => {
  const spec = { url: 'http://x', ntlm: true, crawl: {}, metod: 'PUT', header: [1] }
  expect(await run('http', spec)).toEqual({
    kind: 'notRun',
    message:
      'not run by the embedded backend: crawl and ntlm of http checks need a Mission Control backend; http checks have no members header and metod',
  })
  const many = Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`m${at}`.padEnd(900, 'm'), 1]))
  const outcome = await run('http', { url: 'http://x', ...many })
  expect(outcome).toEqual({ kind: 'notRun', message: expect.stringContaining('and 1995 more') })
  expect(JSON.stringify(outcome).length).toBeLessThan(1000)
})

test('names the unsupported members of a canary in the same way', () => {
  expect(findUnsupportedCanaryReason([])).toBeUndefined()
  expect(findUnsupportedCanaryReason(['resultMode'])).toBe('resultMode of canaries needs a Mission Control backend')
  expect(findUnsupportedCanaryReason(['htpp', 'resultMode'])).toBe(
    'resultMode of canaries needs a Mission Control backend; canaries have no member htpp'
  )
})
