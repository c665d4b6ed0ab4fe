import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import type { StoredConnection } from '../../server/platform/connections/connection'
import { publicServices, type ServiceOrigins } from '../../server/platform/connections/tester'
import { testConnection } from '../../server/platform/connections/verdict'
import { parseNetworks } from '../../server/platform/outside/networks'
import { createTargetPolicy, setTargetPolicy } from '../../server/platform/outside/targets'
import { freePort, listen } from '../helpers/listen'
import { readDocumentsHere } from '../helpers/read-documents-here'
import { httpsTarget, tcpTarget } from '../helpers/targets'
import { testVault } from '../helpers/vault'

// Tests of connections by one request that only valid credentials are answered to. Each service is a stand-in that
// accepts only the documented request.

type Row = Partial<StoredConnection>

type Service = {
  /** `host` includes the port. `secret` is the password. */
  row(host: string, secret: string): Row
  /** The service's own host name does not depend on the connection. */
  origin?: keyof ServiceOrigins
  /** The address of the service begins with https in any case. */
  isHttps?: true
  /** Method, path, the headers that matter, and the body. */
  request: string
  answer?: object
  /** The documented answer to wrong credentials, and the sentence about it. */
  refusal: [status: number, body: object, sentence: string]
}

const services: Readonly<Record<string, Service>> = {
  discord: {
    row: (_host, secret) => ({ type: 'discord', url: 'discord://$(password)@1234', password: secret }),
    origin: 'discord',
    request: 'GET /api/webhooks/1234/sesame',
    answer: { id: '1234', type: 1 },
    refusal: [401, { message: 'Invalid Webhook Token', code: 50027 }, 'Discord rejected the webhook with status 401.'],
  },
  'discord, the address of a webhook': {
    row: (host, secret) => ({ type: 'discord', url: `http://${host}/api/webhooks/1234/${secret}` }),
    request: 'GET /api/webhooks/1234/sesame',
    answer: { id: '1234', type: 1 },
    refusal: [
      404,
      { message: 'Unknown Webhook', code: 10015 },
      'Discord has no such webhook. It may have been deleted.',
    ],
  },
  dynatrace: {
    row: (host, secret) => ({ type: 'dynatrace', url: host, password: secret, properties: '{"scheme":"http"}' }),
    request: 'GET /api/v2/problems?pageSize=1 authorization: Api-Token sesame',
    answer: { totalCount: 0, problems: [] },
    refusal: [401, { error: { code: 401 } }, 'Dynatrace rejected the API key with status 401.'],
  },
  ntfy: {
    row: (host, secret) => ({ type: 'ntfy', url: `ntfy://me:$(password)@${host}/ops?Scheme=http`, password: secret }),
    request: 'GET /ops/json?poll=1&since=latest authorization: Basic me:sesame',
    refusal: [401, { code: 40101, error: 'unauthorized' }, 'The ntfy server rejected the credentials with status 401.'],
  },
  'ntfy with an access token': {
    row: (host, secret) => ({ type: 'ntfy', url: `ntfy://:$(password)@${host}/ops?Scheme=http`, password: secret }),
    request: 'GET /ops/json?poll=1&since=latest authorization: Bearer sesame',
    refusal: [401, { code: 40101, error: 'unauthorized' }, 'The ntfy server rejected the credentials with status 401.'],
  },
  opsgenie: {
    row: (host, secret) => ({ type: 'opsgenie', url: `opsgenie://${host}/$(password)`, password: secret }),
    isHttps: true,
    request: 'GET /v2/account authorization: GenieKey sesame',
    answer: { data: { name: 'northwind' } },
    refusal: [401, { message: 'Could not authenticate' }, 'Opsgenie rejected the API key with status 401.'],
  },
  pushbullet: {
    row: (_host, secret) => ({ type: 'pushbullet', url: 'pushbullet://$(password)/phone', password: secret }),
    origin: 'pushbullet',
    request: 'GET /v2/users/me access-token: sesame',
    answer: { iden: 'a', email: 'ada@northwind.example' },
    refusal: [
      401,
      { error: { code: 'invalid_access_token' } },
      'Pushbullet rejected the access token with status 401.',
    ],
  },
  pushover: {
    row: (_host, secret) => ({ type: 'pushover', url: 'pushover://:$(password)@User1/?Devices=a', password: secret }),
    origin: 'pushover',
    request: 'POST /1/users/validate.json token=sesame&user=User1',
    answer: { status: 1, devices: ['a'] },
    refusal: [
      400,
      { status: 0, errors: ['application token is invalid'] },
      'Pushover rejected the connection: application token is invalid (status 400).',
    ],
  },
  zulip_chat: {
    row: (host, secret) => ({ type: 'zulip_chat', url: `zulip://bot%40a.test:$(password)@${host}/`, password: secret }),
    isHttps: true,
    request: 'GET /api/v1/users/me authorization: Basic bot@a.test:sesame',
    answer: { result: 'success' },
    refusal: [401, { result: 'error', msg: 'Invalid API key' }, 'Zulip rejected the API key with status 401.'],
  },
  'matrix with an access token': {
    row: (host, secret) => ({ type: 'matrix', url: `matrix://:$(password)@${host}/?DisableTLS=Yes`, password: secret }),
    request: 'GET /_matrix/client/v3/account/whoami authorization: Bearer sesame',
    answer: { user_id: '@ops:a.test' },
    refusal: [401, { errcode: 'M_UNKNOWN_TOKEN' }, 'The Matrix server rejected the access token with status 401.'],
  },
  'matrix with a password': {
    row: (host, secret) => ({
      type: 'matrix',
      url: `matrix://ops:$(password)@${host}/?DisableTLS=Yes`,
      password: secret,
    }),
    request:
      'POST /_matrix/client/v3/login {"type":"m.login.password","identifier":{"type":"m.id.user","user":"ops"},"password":"sesame","initial_device_display_name":"Mission Control Console"}',
    answer: { user_id: '@ops:a.test' },
    refusal: [403, { errcode: 'M_FORBIDDEN' }, 'The Matrix server rejected the user or the password with status 403.'],
  },
  openai: {
    row: (_host, secret) => ({ type: 'openai', password: secret, properties: '{"model":"gpt-4o"}' }),
    origin: 'openai',
    request: 'GET /v1/models authorization: Bearer sesame',
    answer: { data: [] },
    refusal: [401, { error: { message: 'Incorrect API key' } }, 'OpenAI rejected the API key with status 401.'],
  },
  'openai at a proxy': {
    row: (host, secret) => ({ type: 'openai', url: `http://${host}/proxy/v1/`, password: secret }),
    request: 'GET /proxy/v1/models authorization: Bearer sesame',
    answer: { data: [] },
    refusal: [403, {}, 'OpenAI rejected the API key with status 403.'],
  },
  anthropic: {
    row: (_host, secret) => ({ type: 'anthropic', password: secret }),
    origin: 'anthropic',
    request: 'GET /v1/models anthropic-version: 2023-06-01 x-api-key: sesame',
    answer: { data: [] },
    refusal: [401, { error: { type: 'authentication_error' } }, 'Anthropic rejected the API key with status 401.'],
  },
  gemini: {
    row: (_host, secret) => ({ type: 'gemini', password: secret }),
    origin: 'gemini',
    request: 'GET /v1beta/models x-goog-api-key: sesame',
    answer: { models: [] },
    refusal: [400, { error: { status: 'INVALID_ARGUMENT' } }, 'Gemini rejected the API key with status 400.'],
  },
  ollama: {
    row: (host, secret) => ({ type: 'ollama', url: `http://${host}`, password: secret }),
    request: 'GET /api/tags authorization: Bearer sesame',
    answer: { models: [] },
    refusal: [401, {}, 'The Ollama server rejected the API key with status 401.'],
  },
}

const shownHeaders = ['access-token', 'anthropic-version', 'authorization', 'x-api-key', 'x-goog-api-key']

async function lineOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const headers = shownHeaders.flatMap((name) => {
    const value = request.headers[name]
    if (value === undefined) return []
    const [, basic] = /^Basic (.*)$/.exec(String(value)) ?? []
    return `${name}: ${basic === undefined ? String(value) : `Basic ${Buffer.from(basic, 'base64').toString()}`}`
  })
  return [request.method, request.url, ...headers, body].filter(Boolean).join(' ')
}

type Stand = { host: string; origins: ServiceOrigins; lines: string[] }

/** A stand-in for the service. Its refusal repeats the request, as some servers do. */
async function standIn(service: Service, answer?: [status: number, body: object]): Promise<Stand> {
  const lines: string[] = []
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const line = await lineOf(request)
    lines.push(line)
    const [status, body] =
      answer ??
      (line === service.request
        ? [200, service.answer ?? {}]
        : [service.refusal[0], { ...service.refusal[1], repeated: line }])
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  }
  if (service.isHttps) {
    const { port } = await httpsTarget((request, response) => void respond(request, response))
    return { host: `127.0.0.1:${port}`, origins: publicServices, lines }
  }
  const { url } = await listen((request, response) => void respond(request, response))
  return { host: url.host, origins: originsAt(service, url.origin), lines }
}

const originsAt = ({ origin }: Service, at: string): ServiceOrigins =>
  origin === undefined ? publicServices : { ...publicServices, [origin]: at }

const nothing = { url: null, username: null, password: null, certificate: null, properties: null }
const named = { id: '00000000-0000-4000-8000-000000000001', name: 'one', namespace: 'default', type: '' }

async function verdictOf(row: Row, origins: ServiceOrigins = publicServices, timeoutMs = 60_000) {
  const tools = { vault: testVault, readDocuments: readDocumentsHere, services: origins, timeoutMs }
  const verdict = await testConnection(
    { ...named, ...nothing, isInsecure: true, ...row },
    tools,
    new AbortController().signal
  )
  return verdict.is === 'failed' ? verdict.reason : verdict.is
}

test.each(Object.entries(services))('%s: sends the documented request and nothing else', async (_name, service) => {
  const { host, origins, lines } = await standIn(service)
  expect(await verdictOf(service.row(host, 'sesame'), origins)).toBe('ok')
  expect(lines).toEqual([service.request])
})

test.each(Object.entries(services))('%s: explains wrong credentials without repeating them', async (_name, service) => {
  const { host, origins } = await standIn(service)
  const reason = await verdictOf(service.row(host, 'wrong-sesame'), origins)
  expect(reason).toBe(service.refusal[2])
})

test.each(Object.entries(services))('%s: explains an unreachable server', async (_name, service) => {
  const host = `127.0.0.1:${await freePort()}`
  const reason = await verdictOf(service.row(host, 'sesame'), originsAt(service, `http://${host}`))
  expect(reason).toContain('ECONNREFUSED')
  expect(reason).not.toContain('sesame')
})

test.each(Object.entries(services))('%s: reports other statuses of the service', async (_name, service) => {
  const { host, origins } = await standIn(service, [503, {}])
  expect(await verdictOf(service.row(host, 'sesame'), origins)).toMatch(/ responded with status 503\.$/)
})

test.each(Object.entries(services))('%s: gives up on a silent server', async (_name, service) => {
  const { port, open } = await tcpTarget()
  const host = `127.0.0.1:${port}`
  expect(await verdictOf(service.row(host, 'sesame'), originsAt(service, `http://${host}`), 50)).toBe(
    'The service did not respond within 0.05 seconds.'
  )
  await expect.poll(open).toBe(0)
})

test.each(Object.entries(services))('%s: respects --deny-net and follows no redirect', async (_name, service) => {
  const elsewhere = await standIn(service)
  const lines: string[] = []
  const redirect = async (request: IncomingMessage, response: ServerResponse) => {
    lines.push(await lineOf(request))
    response.writeHead(307, { location: `http://${elsewhere.host}${request.url}` }).end()
  }
  const target = service.isHttps
    ? `127.0.0.1:${(await httpsTarget((request, response) => void redirect(request, response))).port}`
    : (await listen((request, response) => void redirect(request, response))).url.host
  const row = service.row(target, 'sesame')
  expect(await verdictOf(row, originsAt(service, `http://${target}`))).toContain('status 307')
  expect(lines).toEqual([service.request])
  expect(elsewhere.lines).toEqual([])

  setTargetPolicy(createTargetPolicy({ denyNet: parseNetworks('loopback') ?? [] }, false))
  onTestFinished(() => setTargetPolicy(createTargetPolicy({}, false)))
  expect(await verdictOf(row, originsAt(service, `http://${target}`))).toContain('--allow-net')
  expect(lines).toHaveLength(1)
})

const stand = (name: string, status: number, body: object = {}) => {
  const service = services[name]
  if (!service) throw new Error(`no service ${name}`)
  return standIn(service, [status, body]).then(({ host, origins }) => verdictOf(service.row(host, 'sesame'), origins))
}

test.each<[name: string, status: number, body: object, result: string]>([
  ['ntfy', 403, {}, 'ok'],
  ['opsgenie', 403, {}, 'ok'],
  ['dynatrace', 403, {}, 'Dynatrace accepts the API key, but it lacks the scope problems.read.'],
  ['discord', 200, {}, 'The address is not a webhook of Discord.'],
  ['matrix with an access token', 200, {}, 'is not a Matrix server.'],
  ['pushover', 400, { errors: ['no sesame here'] }, 'Pushover rejected the connection: no *** here (status 400).'],
])('%s: interprets status %i with %o', async (name, status, body, result) => {
  expect(await stand(name, status, body)).toContain(result)
})

test('a topic of ntfy that requires credentials is not readable without them', async () => {
  const { url } = await listen((_request, response) => response.writeHead(403).end())
  expect(await verdictOf({ type: 'ntfy', url: `ntfy://${url.host}/ops?Scheme=http` })).toBe(
    'The topic requires a user or an access token.'
  )
})

test('signs out of Matrix after a test with a password', async () => {
  const lines: string[] = []
  const { url } = await listen(async (request, response) => {
    lines.push((await lineOf(request)).replace(/ \{"type".*/, ''))
    response.end('{"user_id":"@ops:a.test","access_token":"of-the-test"}')
  })
  const row = { type: 'matrix', url: `matrix://ops:$(password)@${url.host}/?DisableTLS=Yes`, password: 'sesame' }
  expect(await verdictOf(row)).toBe('ok')
  expect(lines).toEqual([
    'POST /_matrix/client/v3/login',
    'POST /_matrix/client/v3/logout authorization: Bearer of-the-test {}',
  ])
})

test.each<[string, Row, string]>([
  ['no webhook ID', { type: 'discord', url: 'discord://$(password)@ops', password: 'sesame' }, 'no webhook ID'],
  ['no host', { type: 'opsgenie', url: 'opsgenie://{host}:443/$(password)', password: 'sesame' }, 'host'],
  ['no topic', { type: 'ntfy', url: 'ntfy://ntfy.sh/' }, 'needs one topic'],
  ['no bot', { type: 'zulip_chat', url: 'zulip://a.test', password: 'sesame' }, 'no e-mail address of a bot'],
  ['no API key', { type: 'anthropic' }, 'The connection has no API key.'],
  ['no address', { type: 'ollama' }, 'must begin with http:// or https://'],
  ['no host of Dynatrace', { type: 'dynatrace', password: 'sesame' }, 'must begin with http'],
  ['no user', { type: 'pushover', password: 'sesame' }, 'no user key'],
])('explains %s', async (_name, row, words) => {
  const reason = await verdictOf(row)
  expect(reason).toContain(words)
  expect(reason).not.toContain('sesame')
})

test('verifies the certificate of a named host by default', async () => {
  const { host } = await standIn(services['opsgenie'] as Service)
  const row = { type: 'opsgenie', url: `opsgenie://${host}/$(password)`, password: 'sesame' }
  expect(await verdictOf({ ...row, isInsecure: false })).toMatch(/self-signed|altnames/)
  expect(await verdictOf(row)).toBe('ok')
})
