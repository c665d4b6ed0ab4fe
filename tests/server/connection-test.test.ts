import { generateKeyPairSync, verify } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { setFolderPolicy } from '../../server/platform/outside/folders'
import { mayReadRelation } from '../../server/identity/access/authorise'
import { connectionRoutes } from '../../server/platform/connections/routes'
import { publicServices, type ServiceOrigins } from '../../server/platform/connections/tester'
import { openPglite } from '../../server/data/db/pglite-connection'
import { type TestCaller, consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { deferred } from '../../src/lib/deferred'
import { freePort, listen } from '../helpers/listen'
import { id } from '../helpers/organisation'
import { readDocumentsHere } from '../helpers/read-documents-here'
import { mssqlTarget, mysqlTarget } from '../helpers/sql-targets'
import { httpsTarget, postgresTarget, redisTarget, tcpTarget } from '../helpers/targets'
import { testVault } from '../helpers/vault'

// Tests of connections, each against a real server.

const db = await testDatabase()
const services: { -readonly [name in keyof ServiceOrigins]: string } = { ...publicServices }
const tools = { vault: testVault, readDocuments: readDocumentsHere }
const { as, send, write, app } = await consoleApp(db, {
  engines: [
    { name: 'connections', routes: connectionRoutes(db, { ...tools, services, timeoutMs: 60_000 }, mayReadRelation) },
  ],
})
const admin: TestCaller = { id: id(1), name: 'Ada', email: null, roles: ['admin'] }

beforeEach(async () => {
  as(admin)
  await db.script('truncate connections cascade; truncate permissions; truncate people cascade')
  await db.script(`insert into people (id, name) values ('${id(1)}', 'Ada')`)
})

type Row = { type: string } & Record<string, unknown>

/** Stores a row through the API, so that its secrets are sealed. */
async function store(row: Row): Promise<void> {
  const stored = await write('POST', '/api/db/connections', { id: id(10), name: 'one', insecure_tls: false, ...row })
  expect(stored.status).toBe(201)
}

const post = (connection = id(10)) => send(`/api/connection/test/${connection}`, { method: 'POST' })

async function tested(row: Row): Promise<{ status: number; body: unknown }> {
  await store(row)
  const answer = await post()
  return { status: answer.status, body: await answer.json() }
}

const works = { status: 200, body: { message: 'ok' } }
const fails = (words: string) => ({ status: 400, body: { error: expect.stringContaining(words) } })

/** The received request as one line, with plain credentials. */
function lineOf({ method, url, headers }: IncomingMessage): string {
  const [scheme = '', given = ''] = (headers.authorization ?? '').split(' ')
  const shown = scheme === 'Basic' ? Buffer.from(given, 'base64').toString() : given
  return [method, url, scheme, shown.replace(/\/\d{8}\//, '/day/')].filter(Boolean).join(' ')
}

const advertised = { 'Content-Type': 'application/x-git-upload-pack-advertisement' }

/** Types that are tested with one HTTP request: the row, the request, and the successful response. */
const questions: [
  name: string,
  row: (origin: string) => Row,
  question: string,
  answer: { body?: string; headers?: Record<string, string> },
][] = [
  [
    'http',
    (at) => ({ type: 'http', url: `${at}/x`, username: 'me', password: 'sesame' }),
    'GET /x Basic me:sesame',
    {},
  ],
  ['http without credentials', (at) => ({ type: 'http', url: `${at}/x` }), 'GET /x', {}],
  [
    'http, credentials in its address',
    (at) => ({ type: 'http', url: at.replace('://', '://me:ses%2Fame@') }),
    'GET / Basic me:ses/ame',
    {},
  ],
  [
    'http, a placeholder in its address',
    (at) => ({ type: 'http', url: `${at}/$(name)?key=$(password)`, password: 'a&b' }),
    'GET /one?key=a%26b Basic :a&b',
    {},
  ],
  [
    'prometheus',
    (at) => ({ type: 'prometheus', url: `${at}/prom/`, username: 'me', password: 'sesame' }),
    'GET /prom/api/v1/query?query=1 Basic me:sesame',
    { body: '{"status":"success"}' },
  ],
  [
    'elasticsearch',
    (at) => ({ type: 'elasticsearch', url: at, username: 'me', password: 'sesame' }),
    'GET / Basic me:sesame',
    { body: '{"version":{"number":"9.0.0"}}' },
  ],
  [
    'git',
    (at) => ({ type: 'git', url: `${at}/deploy.git`, username: 'me', password: 'sesame' }),
    'GET /deploy.git/info/refs?service=git-upload-pack Basic me:sesame',
    { headers: advertised },
  ],
  ['github', () => ({ type: 'github', password: 'sesame' }), 'GET /rate_limit Bearer sesame', {}],
  [
    'github of their own',
    (at) => ({ type: 'github', url: at, password: 'sesame' }),
    'GET /api/v3/rate_limit Bearer sesame',
    {},
  ],
  ['gitlab', () => ({ type: 'gitlab', password: 'sesame' }), 'GET /api/v4/user Bearer sesame', {}],
  [
    'gitlab of their own',
    (at) => ({ type: 'gitlab', url: `${at}/git`, password: 'sesame' }),
    'GET /git/api/v4/user Bearer sesame',
    {},
  ],
  [
    'azure_devops',
    () => ({ type: 'azure_devops', username: '../northwind', password: 'sesame' }),
    'GET /..%2Fnorthwind/_apis/projects?$top=1&api-version=7.0 Basic :sesame',
    {},
  ],
  [
    'slack',
    () => ({ type: 'slack', url: 'slack://$(password)@C001', password: 'sesame' }),
    'POST /api/auth.test Bearer sesame',
    { body: '{"ok":true}' },
  ],
  [
    'slack, the token in its address',
    () => ({ type: 'slack', url: 'slack://xoxb:1-sesame@C001' }),
    'POST /api/auth.test Bearer xoxb-1-sesame',
    { body: '{"ok":true}' },
  ],
  [
    'telegram',
    () => ({ type: 'telegram', url: 'telegram://$(password)@telegram/?Chats=1', password: '12:sesame' }),
    'GET /bot12:sesame/getMe',
    { body: '{"ok":true}' },
  ],
  [
    'aws',
    () => ({ type: 'aws', username: 'AKID', password: 'sesame', properties: { region: 'eu-west-1' } }),
    'GET /?Action=GetCallerIdentity&Version=2011-06-15 AWS4-HMAC-SHA256 Credential=AKID/day/eu-west-1/sts/aws4_request,',
    {},
  ],
  [
    's3',
    () => ({ type: 's3', username: 'AKID', password: 'sesame', properties: { bucket: 'backups' } }),
    'HEAD /backups AWS4-HMAC-SHA256 Credential=AKID/day/us-east-1/s3/aws4_request,',
    {},
  ],
  [
    's3 of their own',
    (at) => ({ type: 's3', url: at, username: 'AKID', password: 'sesame', properties: { bucket: 'backups' } }),
    'HEAD /backups AWS4-HMAC-SHA256 Credential=AKID/day/us-east-1/s3/aws4_request,',
    {},
  ],
  [
    'kubernetes',
    (at) => ({ type: 'kubernetes', certificate: kubeconfig(at, '{ token: sesame }') }),
    'GET /version Bearer sesame',
    {},
  ],
]

const kubeconfig = (server: string, user: string, cluster = '') => `
apiVersion: v1
kind: Config
current-context: prod
contexts:
  - { name: other, context: { cluster: other, user: other } }
  - { name: prod, context: { cluster: eu, user: me } }
clusters:
  - { name: eu, cluster: { server: '${server}'${cluster} } }
users:
  - { name: me, user: ${user} }
`

async function webService(question: string, { body = '{}', headers = {} }: { body?: string; headers?: object }) {
  const asked: string[] = []
  const { url } = await listen((request, response) => {
    const line = lineOf(request)
    asked.push(line)
    // The refusal repeats the request, as some servers do; none of it may be shown.
    response.writeHead(line === question ? 200 : 401, { ...headers }).end(line === question ? body : line)
  })
  for (const name of Object.keys(services) as (keyof ServiceOrigins)[]) services[name] = url.origin
  onTestFinished(() => void Object.assign(services, publicServices))
  return { origin: url.origin, asked }
}

test.each(questions)('%s: reports success and failure', async (_name, rowOf, question, answer) => {
  const { origin, asked } = await webService(question, answer)
  expect(await tested(rowOf(origin))).toEqual(works)
  expect(asked).toEqual([question])

  const other = await webService('nothing is right here', answer)
  // All secrets, because they must not be sent to another address.
  const changed = await write('PATCH', `/api/db/connections?id=eq.${id(10)}`, rowOf(other.origin))
  expect(changed.status).toBe(204)
  const refused = await post()
  const text = await refused.text()
  expect([refused.status, JSON.parse(text)]).toEqual([400, { error: expect.stringContaining('status 401') }])
  expect(text).not.toMatch(/sesame|ses%2Fame|a&b|a%26b/)
})

test.each([
  ['prometheus', { type: 'prometheus' }, 'is not a Prometheus server'],
  ['elasticsearch', { type: 'elasticsearch' }, 'is not an Elasticsearch server'],
  ['git', { type: 'git' }, 'is not a git repository'],
])('detects another service in place of %s', async (_name, row, words) => {
  const { url } = await listen((_request, response) => response.end('<p>welcome</p>'))
  expect(await tested({ ...row, url: url.origin })).toEqual(fails(words))
})

test.each([
  ['slack', { password: 'sesame' }, '{"ok":false,"error":"invalid_auth"}', 'rejected the token: invalid_auth.'],
  ['slack', { password: 'sesame' }, '{"ok":false,"error":"sesame is <wrong>"}', 'no reason given'],
  ['slack', { password: 'sesame' }, 'busy', 'Slack responded with status 200'],
  ['telegram', { password: '1:sesame' }, '{"ok":false,"error_code":401}', 'rejected the token with status 401'],
])('%s: reports a refusal in its own format', async (type, row, body, words) => {
  const { url } = await listen((_request, response) => response.end(body))
  Object.assign(services, { slack: url.origin, telegram: url.origin })
  onTestFinished(() => void Object.assign(services, publicServices))
  expect(await tested({ type, ...row })).toEqual(fails(words))
})

test('postgres', async () => {
  const { database, close } = await openPglite(undefined, inject('databaseTemplate'))
  onTestFinished(close)
  const { port, open } = await postgresTarget(database)
  const url = `postgres://$(username):$(password)@127.0.0.1:${port}/postgres`
  expect(await tested({ type: 'postgres', url, username: 'me', password: 'secret' })).toEqual(works)
  await write('PATCH', `/api/db/connections?id=eq.${id(10)}`, { password: 'wrong-sesame' })
  expect(await (await post()).json()).toEqual({ error: 'password authentication failed' })
  await expect.poll(open).toBe(0)
})

test('redis', async () => {
  const { port, open } = await redisTarget({ password: 'sesame' })
  const row = { type: 'redis', url: `redis://127.0.0.1:${port}`, password: 'sesame', properties: { db: '3' } }
  expect(await tested(row)).toEqual(works)
  await write('PATCH', `/api/db/connections?id=eq.${id(10)}`, { properties: { db: '16' } })
  expect(await (await post()).json()).toEqual({ error: 'ERR DB index is out of range' })
  await write('PATCH', `/api/db/connections?id=eq.${id(10)}`, { password: 'wrong' })
  expect(await (await post()).json()).toEqual({ error: 'WRONGPASS invalid username-password pair' })
  await expect.poll(open).toBe(0)
})

test('checks a folder by the same rules as folder checks', async () => {
  const path = await mkdtemp(join(tmpdir(), 'connection-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  expect(await tested({ type: 'folder', properties: { path } })).toEqual(works)
  await db.script('delete from connections')
  setFolderPolicy({ allow: [] })
  onTestFinished(() => setFolderPolicy({}))
  expect(await tested({ type: 'folder', properties: { path } })).toEqual(fails('--allow-folder'))
  setFolderPolicy({ allow: [path] })
  await db.script('delete from connections')
  expect(await tested({ type: 'folder', properties: { path: join(path, 'gone') } })).toEqual(fails('ENOENT'))
  for (const wrong of ['.', '../x', 's3://bucket', '', null]) {
    await db.script('delete from connections')
    expect(await tested({ type: 'folder', properties: { path: wrong } })).toEqual(fails('must be absolute'))
  }
})

/** A mail server with one authentication method. */
const mailServer = () =>
  tcpTarget((socket) => {
    socket.write('220 mail.test ESMTP\r\n')
    socket.on('data', (data) => {
      const [verb = '', ...given] = data.toString().trim().split(' ')
      const answers: Record<string, () => string> = {
        EHLO: () => '250-mail.test\r\n250 AUTH PLAIN',
        AUTH: () =>
          Buffer.from(given[1] ?? '', 'base64').toString() === '\0me\0sesame' ? '235 in' : `535 not ${given.join(' ')}`,
      }
      socket.write(`${(answers[verb] ?? (() => '502 not known here'))()}\r\n`)
    })
  })

test('email: greets and signs in', async () => {
  const { port, open } = await mailServer()
  const url = `smtp://$(username):$(password)@127.0.0.1:${port}/?UseStartTLS=false&Encryption=None&Auth=Plain`
  expect(await tested({ type: 'email', url, username: 'me', password: 'sesame' })).toEqual(works)
  await write('PATCH', `/api/db/connections?id=eq.${id(10)}`, { password: 'wrong-sesame' })
  expect(await (await post()).json()).toEqual({ error: expect.stringContaining('535') })
  // Sends nothing when TLS is required but missing.
  const careful = { url: url.replace('None', 'ExplicitTLS'), password: 'sesame' }
  await write('PATCH', `/api/db/connections?id=eq.${id(10)}`, careful)
  expect(await (await post()).json()).toEqual({ error: expect.stringContaining('STARTTLS') })
  await expect.poll(open).toBe(0)
})

test('email: uses the properties without an address', async () => {
  const { port } = await mailServer()
  const properties = { host: '127.0.0.1', port: String(port), encryptionMethod: 'None', authMethod: 'None' }
  expect(await tested({ type: 'email', properties })).toEqual(works)
})

/** Accepts posts and responds as `judge` decides. */
async function tokenService(judge: (path: string, body: URLSearchParams, authorization?: string) => boolean) {
  const { url } = await listen(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const isRight = judge(request.url ?? '', new URLSearchParams(body), request.headers.authorization)
    response.writeHead(isRight ? 200 : 400).end(isRight ? '{"access_token":"of-google"}' : `no: ${body}`)
  })
  Object.assign(services, { azureLogin: url.origin, google: url.origin, googleStorage: url.origin })
  onTestFinished(() => void Object.assign(services, publicServices))
  return url.origin
}

test('azure: signs in as the application', async () => {
  const asked: unknown[] = []
  await tokenService((path, body) => {
    asked.push([path, body.get('grant_type'), body.get('client_id'), body.get('client_secret')])
    return body.get('client_secret') === 'ses&ame'
  })
  const row = { type: 'azure', username: 'app', password: 'ses&ame', properties: { tenant: 'northwind.example' } }
  expect(await tested(row)).toEqual(works)
  expect(asked).toEqual([['/northwind.example/oauth2/v2.0/token', 'client_credentials', 'app', 'ses&ame']])
  await write('PATCH', `/api/db/connections?id=eq.${id(10)}`, { password: 'wrong-sesame' })
  expect(await (await post()).json()).toEqual({ error: 'Azure rejected the secret with status 400.' })
})

function keyPair() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { publicKey, text: String(privateKey.export({ type: 'pkcs8', format: 'pem' })) }
}

test('google_cloud and gcs: sign in as the service account; gcs checks its bucket', async () => {
  const right = keyPair()
  const asked: unknown[] = []
  const origin = await tokenService((path, body, authorization) => {
    if (path !== '/token') {
      asked.push([path, authorization])
      return path === '/storage/v1/b/backups'
    }
    const [head = '', claims = '', signature = ''] = (body.get('assertion') ?? '').split('.')
    const { iss, aud } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
    asked.push([path, iss, aud])
    return verify('RSA-SHA256', Buffer.from(`${head}.${claims}`), right.publicKey, Buffer.from(signature, 'base64url'))
  })
  // The `token_uri` of the key is ignored.
  const account = { type: 'service_account', client_email: 'me@northwind.example', token_uri: 'http://127.0.0.1:1' }
  const certificate = JSON.stringify({ ...account, private_key: right.text })
  expect(await tested({ type: 'google_cloud', certificate })).toEqual(works)
  await db.script('delete from connections')
  expect(await tested({ type: 'gcs', certificate, properties: { bucket: 'backups' } })).toEqual(works)
  await write('PATCH', `/api/db/connections?id=eq.${id(10)}`, { properties: { bucket: '../x' } })
  expect(await (await post()).json()).toEqual({ error: `${origin}/storage/v1/b/..%2Fx responded with status 400.` })
  const signIn = ['/token', 'me@northwind.example', `${origin}/token`]
  expect(asked).toEqual([
    signIn,
    signIn,
    ['/storage/v1/b/backups', 'Bearer of-google'],
    signIn,
    ['/storage/v1/b/..%2Fx', 'Bearer of-google'],
  ])
  for (const [key, words] of [
    [keyPair().text, 'rejected the key with status 400'],
    ['sesame', 'cannot be read'],
  ] as const) {
    const changed = JSON.stringify({ ...account, private_key: key })
    await write('PATCH', `/api/db/connections?id=eq.${id(10)}`, { certificate: changed })
    expect(await (await post()).json()).toEqual({ error: expect.stringContaining(words) })
  }
})

test('verifies certificates by default', async () => {
  const { url } = await httpsTarget((_request, response) => response.end())
  expect(await tested({ type: 'http', url, insecure_tls: undefined })).toEqual(fails('self-signed'))
})

test.each([false, true])('accepts an unverified certificate only if configured: %s', async (any) => {
  const { url } = await httpsTarget((_request, response) => response.end())
  expect(await tested({ type: 'http', url, insecure_tls: any })).toEqual(any ? works : fails('self-signed'))
  await db.script('delete from connections')
  const config = kubeconfig(url, '{}', any ? ', insecure-skip-tls-verify: true' : '')
  expect(await tested({ type: 'kubernetes', certificate: config })).toEqual(any ? works : fails('self-signed'))
})

const databases = [
  ['mysql', mysqlTarget, (port: number) => `mysql://$(username):$(password)@127.0.0.1:${port}/shop`, 'tls'],
  ['mysql', mysqlTarget, (port: number) => `$(username):$(password)@tcp(127.0.0.1:${port})/shop`, 'tls'],
  ['sql_server', mssqlTarget, (port: number) => `sqlserver://$(username):$(password)@127.0.0.1:${port}`, 'encrypt'],
] as const

test.each(databases)('%s: signs in and runs a query', async (type, targetOf, urlOf, tls) => {
  const { port, queries, open } = await targetOf({ tls: true })
  const row = { type, url: urlOf(port), username: 'me', password: 'secret' }
  expect(await tested(row)).toEqual(works)
  expect(queries).toEqual(['select 1'])
  await expect.poll(open).toBe(0)
  await db.script('delete from connections')
  const wrong = await tested({ ...row, password: 'sesame' })
  expect(wrong).toEqual(fails(type === 'mysql' ? 'Access denied' : 'Login failed with ***'))
  expect(JSON.stringify(wrong)).not.toContain('sesame')
  for (const any of [false, true]) {
    await db.script('delete from connections')
    const url = `${row.url}?${tls}=true`
    expect(await tested({ ...row, url, insecure_tls: any })).toEqual(any ? works : fails('self-signed'))
  }
})

test.each(
  `generic_webhook google_chat ifttt jmeter ldap mattermost mongo restic rocketchat sftp slackwebhook smb teams webhook
  windows`.split(/\s+/)
)('reports %s as not implemented', async (type) => {
  expect(await tested({ type })).toEqual({ status: 501, body: { error: 'not implemented' } })
})

test.each(['aws_kms', 'azure_key_vault', 'gcp_kms', 'constructor'])('passes %s, as in the protocol', async (type) =>
  expect(await tested({ type, password: 'secret://ns/name/key' })).toEqual(works)
)

test.each(
  (['secret', 'configmap', 'helm', 'serviceaccount'] as const).flatMap((kind) =>
    (['url', 'username', 'password', 'certificate'] as const).map((column) => [kind, column] as const)
  )
)('does not resolve a %s:// in its %s', async (kind, column) => {
  const row = { type: 'http', url: 'http://127.0.0.1:1', [column]: `${kind}://ns/name/key` }
  expect(await tested(row)).toEqual(fails(`The ${column} is stored in a cluster (${kind}://…)`))
})

test.each<[string, Row, string]>([
  ['no address', { type: 'http' }, 'must begin with http:// or https://'],
  ['a file', { type: 'http', url: 'file:///etc/passwd' }, 'must begin with http:// or https://'],
  ['an unknown placeholder', { type: 'http', url: 'http://h/$(constructor)' }, '$(constructor) in the address'],
  ['a repository over SSH', { type: 'git', url: 'git@git.example:platform/deploy.git' }, 'no SSH client'],
  ['a repository on this machine', { type: 'git', url: 'file:///srv/git' }, 'must begin with http'],
  ['no token', { type: 'github' }, 'no token'],
  ['a token that changes the path', { type: 'telegram', password: '1:../x?' }, 'no bot token'],
  ['a webhook', { type: 'slack', url: 'slack://hook:A-B-C@webhook' }, 'without sending a message'],
  ['a Redis elsewhere', { type: 'redis', url: 'http://127.0.0.1' }, 'must begin with redis://'],
  ['a file in an address', { type: 'postgres', url: 'postgres://h/x?sslrootcert=/etc/passwd' }, 'names a file'],
  ['OAuth2 for mail', { type: 'email', url: 'smtp://h/?Auth=OAuth2' }, 'sign-in method'],
  ['no key', { type: 'aws' }, 'requires an access key'],
  ['no bucket', { type: 's3', username: 'a', password: 'sesame' }, 'names no bucket'],
  [
    'a region with a host name',
    { type: 'aws', username: 'a', password: 'sesame', properties: { region: 'evil.example/' } },
    'The region of the connection is invalid',
  ],
  [
    'a tenant that changes the path',
    { type: 'azure', username: 'a', password: 'sesame', properties: { tenant: '../x' } },
    'names no tenant',
  ],
  [
    'no service account',
    { type: 'gcs', certificate: '{"type":"authorized_user","token":"sesame"}' },
    'service account',
  ],
  ['no mail server', { type: 'email' }, 'names no mail server'],
  ['no kubeconfig', { type: 'kubernetes' }, 'no kubeconfig'],
  ['another kubeconfig', { type: 'kubernetes', certificate: 'sesame: [' }, 'is not a kubeconfig'],
  ['a kubeconfig without a context', { type: 'kubernetes', certificate: 'clusters: []' }, 'no current context'],
  ...['exec: { command: /bin/sh }', 'tokenFile: /etc/passwd', 'client-key: /etc/passwd'].map(
    (member): [string, Row, string] => [
      `a kubeconfig with ${member}`,
      { type: 'kubernetes', certificate: kubeconfig('https://127.0.0.1:1', `{ ${member} }`) },
      'requires a Mission Control backend',
    ]
  ),
])('explains %s in a sentence', async (_name, row, words) => {
  const { status, body } = await tested(row)
  expect({ status, body }).toEqual(fails(words))
  expect(JSON.stringify(body)).not.toContain('sesame')
})

test('explains a missing key', async () => {
  await store({ type: 'http', url: 'http://127.0.0.1:1', password: 'sesame' })
  await db.script(`update connections set password = 'sealed:9.AAAA.AAAA.AAAA'`)
  const answer = await post()
  expect([answer.status, await answer.json()]).toEqual([400, { error: expect.stringContaining('its key is missing') }])
})

test('explains an unreachable server', async () => {
  const port = await freePort()
  expect(await tested({ type: 'http', url: `http://me:sesame@127.0.0.1:${port}` })).toEqual(fails('ECONNREFUSED'))
})

test('gives up on a silent server and closes its connection', async () => {
  const { port, open } = await tcpTarget()
  const quick = await consoleApp(db, {
    engines: [{ name: 'connections', routes: connectionRoutes(db, { ...tools, timeoutMs: 50 }, mayReadRelation) }],
  })
  quick.as(admin)
  for (const row of [
    { type: 'http', url: `http://127.0.0.1:${port}` },
    { type: 'postgres', url: `postgres://127.0.0.1:${port}/x` },
    { type: 'redis', url: `redis://127.0.0.1:${port}` },
    { type: 'email', url: `smtp://127.0.0.1:${port}` },
  ]) {
    await db.script('delete from connections')
    await store(row)
    const answer = await quick.send(`/api/connection/test/${id(10)}`, { method: 'POST' })
    expect([row.type, await answer.json()]).toEqual([
      row.type,
      { error: 'The service did not respond within 0.05 seconds.' },
    ])
    await expect.poll(open).toBe(0)
  }
})

test('closes the connection when the client disconnects', async () => {
  const asked = deferred()
  const { port, open } = await tcpTarget(() => asked.resolve())
  await store({ type: 'http', url: `http://127.0.0.1:${port}` })
  const controller = new AbortController()
  const request = new Request(`http://console.test/api/connection/test/${id(10)}`, {
    method: 'POST',
    signal: controller.signal,
  })
  const answer = app.fetch(request)
  await asked.promise
  controller.abort()
  expect((await answer).status).toBe(400)
  await expect.poll(open).toBe(0)
})

test('masks secrets repeated by a server in any spelling', async () => {
  const password = 'sésame & co'
  const { port } = await tcpTarget((socket) => {
    socket.on('data', () => socket.write(`-ERR not ${password} nor ${encodeURIComponent(password)}\r\n`))
  })
  const row = { type: 'redis', url: `redis://:$(password)@127.0.0.1:${port}`, password }
  expect((await tested(row)).body).toEqual({ error: 'ERR not *** nor ***' })
})

test('returns 404 for unknown and deleted connections', async () => {
  await store({ type: 'aws_kms' })
  await db.script('update connections set deleted_at = now()')
  for (const one of [id(10), id(11), 'nonsense', `${id(10)}'`]) {
    const answer = await post(encodeURIComponent(one))
    expect([answer.status, await answer.json()]).toEqual([404, { error: 'connection was not found' }])
  }
})

test('requires the right to change connections', async () => {
  await store({ type: 'aws_kms' })
  const statuses: unknown[] = []
  for (const roles of [['admin'], ['editor'], ['commander'], ['viewer'], []]) {
    as({ ...admin, roles })
    statuses.push((await post()).status)
  }
  as(undefined)
  expect([...statuses, (await post()).status]).toEqual([200, 403, 403, 403, 403, 401])
})
