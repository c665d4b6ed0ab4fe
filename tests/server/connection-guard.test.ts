import { afterEach, beforeEach, expect, test } from 'vitest'
import type { StoredConnection } from '../../server/platform/connections/connection'
import { testConnection } from '../../server/platform/connections/verdict'
import { parseNetworks } from '../../server/platform/outside/networks'
import { createTargetPolicy, setTargetPolicy } from '../../server/platform/outside/targets'
import { listen } from '../helpers/listen'
import { testNames } from '../helpers/names'
import { tcpTarget } from '../helpers/targets'
import { testVault } from '../helpers/vault'
import { readDocumentsHere } from '../helpers/read-documents-here'

// Editors of connections can make this server connect to addresses by testing them. Covers every type with an address,
// and every notation of a denied address.

const { meanings, lookups } = testNames()

type Row = Partial<StoredConnection>
const web = (type: string) => (at: string) => ({ type, url: `http://${at}/`, username: 'me', password: 'sesame' })
const bare = (at: string) => at.slice(0, at.lastIndexOf(':'))
const portOf = (at: string) => at.slice(at.lastIndexOf(':') + 1)

/** `at` is `host:port` as in an address. */
const types: [name: string, rowOf: (at: string) => Row][] = [
  ...['http', 'prometheus', 'elasticsearch', 'git', 'github', 'gitlab'].map((type): [string, (at: string) => Row] => [
    type,
    web(type),
  ]),
  ['aws', web('aws')],
  ['s3', (at) => ({ ...web('s3')(at), properties: '{"bucket":"one"}' })],
  ['https', (at) => ({ type: 'http', url: `https://${at}/` })],
  ['kubernetes', (at) => ({ type: 'kubernetes', certificate: kubeconfig(`https://${at}`) })],
  ['postgres', (at) => ({ type: 'postgres', url: `postgres://me:sesame@${at}/x` })],
  ['postgres, its host as a parameter', (at) => ({ type: 'postgres', url: `postgres://h/x?${postgresHost(at)}` })],
  ['mysql', (at) => ({ type: 'mysql', url: `mysql://me:sesame@${at}/x` })],
  ['mysql, as Go has it', (at) => ({ type: 'mysql', url: `me:sesame@tcp(${at})/x` })],
  ['sql_server', (at) => ({ type: 'sql_server', url: `sqlserver://me:sesame@${at}?encrypt=strict` })],
  ['sql_server by keys', (at) => ({ type: 'sql_server', url: `server=${bare(at)};port=${portOf(at)};user id=me` })],
  ['redis', (at) => ({ type: 'redis', url: `redis://:sesame@${at}` })],
  ...['openai', 'anthropic', 'gemini', 'ollama', 'dynatrace'].map((type): [string, (at: string) => Row] => [
    type,
    web(type),
  ]),
  ['discord', (at) => ({ type: 'discord', url: `http://${at}/api/webhooks/1/sesame` })],
  ['ntfy', (at) => ({ type: 'ntfy', url: `ntfy://me:sesame@${at}/ops?scheme=http` })],
  ['opsgenie', (at) => ({ type: 'opsgenie', url: `opsgenie://${at}/sesame` })],
  ['zulip_chat', (at) => ({ type: 'zulip_chat', url: `zulip://bot:sesame@${at}/` })],
  ['matrix', (at) => ({ type: 'matrix', url: `matrix://:sesame@${at}/?disableTLS=yes` })],
  ['rediss', (at) => ({ type: 'redis', url: `rediss://:sesame@${at}` })],
  ['email', (at) => ({ type: 'email', url: `smtp://me:sesame@${at}/?Encryption=None` })],
  ['email by TLS', (at) => ({ type: 'email', url: `smtps://me:sesame@${at}` })],
  [
    'email by properties',
    (at) => ({ type: 'email', properties: JSON.stringify({ host: bare(at), port: portOf(at) }) }),
  ],
]

const kubeconfig = (server: string) => `
current-context: a
contexts: [{ name: a, context: { cluster: a, user: a } }]
clusters: [{ name: a, cluster: { server: '${server}' } }]
users: [{ name: a, user: { token: sesame } }]`
const postgresHost = (at: string) => `host=${encodeURIComponent(bare(at).replace(/[[\]]/g, ''))}&port=${portOf(at)}`

const nothing = { url: null, username: null, password: null, certificate: null, properties: null }
const noted = { id: '00000000-0000-4000-8000-000000000001', name: 'one', namespace: 'default', type: '' }

async function verdictOf(row: Row) {
  const tools = { vault: testVault, readDocuments: readDocumentsHere, timeoutMs: 60_000 }
  return testConnection({ ...noted, ...nothing, isInsecure: false, ...row }, tools, new AbortController().signal)
}

const refusal = async (row: Row) => {
  const verdict = await verdictOf(row)
  return verdict.is === 'failed' ? verdict.reason : verdict.is
}

/** Listens and counts connections. */
async function target() {
  let arrived = 0
  const { port } = await tcpTarget((socket) => {
    arrived++
    socket.end()
  })
  return { port, arrived: () => arrived }
}

const networks = (list: string) => parseNetworks(list) ?? []

beforeEach(() => {
  meanings.clear()
  lookups.length = 0
  meanings.set('metadata.test', [['169.254.169.254']])
  meanings.set('mixed.test', [['192.0.2.1', '169.254.169.254']])
  meanings.set('metadata6.test', [['fd00:ec2::254']])
  meanings.set('inside.test', [['127.0.0.1']])
  meanings.set('inside6.test', [['::1']])
})
afterEach(() => setTargetPolicy(createTargetPolicy({}, false)))

const metadata = [
  '169.254.169.254',
  '2852039166', // decimal
  '0xa9fea9fe', // hexadecimal
  '0251.0376.0251.0376', // octal
  '169.254.43518', // three parts
  '[::ffff:169.254.169.254]',
  '[::ffff:a9fe:a9fe]',
  '[64:ff9b::169.254.169.254]',
  '[2002:a9fe:a9fe::1]',
  '[fd00:ec2::254]',
  'metadata.test',
  'mixed.test',
  'metadata6.test',
]
const thisMachine = [
  '127.0.0.1',
  'localhost',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '127.255.0.1',
  '0.0.0.0',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[64:ff9b::7f00:1]',
  'inside.test',
  'inside6.test',
]

test.each(types)('%s reaches an allowed address', async (_name, rowOf) => {
  const { port, arrived } = await target()
  await verdictOf(rowOf(`127.0.0.1:${port}`))
  await expect.poll(arrived).toBe(1)
})

test.each(types)('%s reaches no metadata service in any notation, whatever is allowed', async (_name, rowOf) => {
  setTargetPolicy(createTargetPolicy({ allowNet: networks('any,link-local') }, false))
  for (const host of metadata)
    expect([host, await refusal(rowOf(`${host}:80`))]).toEqual([
      host,
      expect.stringContaining('cloud metadata address'),
    ])
})

test.each(types)('%s does not reach this machine on a shared console', async (_name, rowOf) => {
  const { port, arrived } = await target()
  setTargetPolicy(createTargetPolicy({}, true))
  for (const host of thisMachine)
    expect([host, await refusal(rowOf(`${host}:${port}`))]).toEqual([host, expect.stringContaining('--allow-net')])
  expect(arrived()).toBe(0)
  setTargetPolicy(createTargetPolicy({ allowNet: networks('127.0.0.1') }, true))
  await verdictOf(rowOf(`127.0.0.1:${port}`))
  await expect.poll(arrived).toBe(1)
})

test.each(types)('%s respects --deny-net', async (_name, rowOf) => {
  setTargetPolicy(createTargetPolicy({ denyNet: networks('private') }, false))
  meanings.set('office.test', [['10.1.2.3']])
  for (const host of ['10.1.2.3', '167838211', '[::ffff:10.1.2.3]', '[fd12::1]', 'office.test'])
    expect([host, await refusal(rowOf(`${host}:80`))]).toEqual([host, expect.stringContaining('--allow-net')])
})

test.each(types)('%s connects to the checked address only', async (_name, rowOf) => {
  const { port, arrived } = await target()
  meanings.set('rebind.test', [['127.0.0.1'], ['169.254.169.254']])
  await verdictOf(rowOf(`rebind.test:${port}`))
  await expect.poll(arrived).toBe(1)
  expect(lookups).toEqual(['rebind.test'])
  expect(await refusal(rowOf(`rebind.test:${port}`))).toContain('cloud metadata address')
})

test.each(['postgres://%2Fvar%2Frun%2Fpostgresql/x', 'postgres://h/x?host=/var/run/postgresql'])(
  'treats a Unix socket as this machine: %s',
  async (url) => {
    setTargetPolicy(createTargetPolicy({}, true))
    expect(await refusal({ type: 'postgres', url })).toContain('--allow-net')
  }
)

test.each([
  ['mysql', 'mysql://%2Ftmp%2Fmysql.sock/x'],
  ['mysql', 'me:sesame@unix(/tmp/mysql.sock)/x'],
  ['mysql', 'mysql://h/x?socketPath=/tmp/mysql.sock'],
  ['sql_server', 'server=np:h'],
  ['sql_server', 'server=lpc:h'],
  ['sql_server', 'server=169.254.169.254\\SQLEXPRESS'],
  ['sql_server', 'sqlserver://169.254.169.254/SQLEXPRESS'],
])('%s refuses a connection without a network socket: %s', async (type, url) => {
  setTargetPolicy(createTargetPolicy({}, true))
  expect(await refusal({ type, url })).toContain('is not supported')
})

const elsewhere = [
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  '//metadata.test/',
  'http://[::ffff:a9fe:a9fe]/',
]
const following = types.filter(([name]) => ['http', 'prometheus', 'elasticsearch', 'git'].includes(name))
test.each(following)('%s follows redirects, but not to denied addresses', async (_name, rowOf) => {
  for (const status of [301, 302, 303, 307, 308])
    for (const location of elsewhere) {
      const { url } = await listen((_request, response) => response.writeHead(status, { location }).end())
      expect(await refusal(rowOf(url.host))).toContain('cloud metadata address')
    }
})

test.each(following)('%s sends its credentials to no other origin', async (_name, rowOf) => {
  const seen: unknown[] = []
  const other = await listen((request, response) => {
    seen.push(request.headers.authorization)
    response.setHeader('Content-Type', 'application/x-git-upload-pack-advertisement')
    response.end('{"status":"success","version":1}')
  })
  const { url } = await listen((_request, response) => response.writeHead(307, { location: other.url.href }).end())
  expect((await verdictOf(rowOf(url.host))).is).toBe('ok')
  expect(seen).toEqual([undefined])
})

const interfaces = types.filter(([name]) =>
  ['github', 'gitlab', 'aws', 's3', 'openai', 'dynatrace', 'ntfy', 'matrix'].includes(name)
)
test.each(interfaces)('%s follows no redirect', async (_name, rowOf) => {
  const { port, arrived } = await target()
  const location = `http://127.0.0.1:${port}/`
  const { url } = await listen((_request, response) => response.writeHead(302, { location }).end())
  expect(await refusal(rowOf(url.host))).toContain('status 302')
  expect(arrived()).toBe(0)
})

test.each(['file:///etc/passwd', 'ftp://127.0.0.1/', 'gopher://127.0.0.1/'])(
  'follows no redirect to %s',
  async (location) => {
    const { url } = await listen((_request, response) => response.writeHead(302, { location }).end())
    expect(await refusal({ type: 'http', url: url.href })).toContain('redirected to')
  }
)
