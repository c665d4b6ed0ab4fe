import type { IncomingMessage, RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import type { CheckerTools } from '../../server/health/checkers/checker'
import { executeCheck } from '../../server/health/execute'
import { explainRun } from '../../server/health/execute'
import { evaluateHere } from '../helpers/evaluate-here'
import { isDigestOf } from '../helpers/digest'
import { listen } from '../helpers/listen'

// Checks that sign in with a digest or a token: the requests, their targets and number, and the redaction of what is
// reported.

const SECRET = 'tide/and+current 7'
const TOKEN = 'token-of-the/tide+'
const me = { username: 'me', password: SECRET }
const signal = new AbortController().signal
const tools: CheckerTools = { now: () => new Date(), allowExec: false, ping: undefined, evaluate: evaluateHere }
const run = (spec: object, more: Partial<CheckerTools> = {}) =>
  executeCheck({ type: 'http', spec }, signal, { ...tools, ...more })

/** A server that records its requests, with bodies. */
async function recording(answer: (request: IncomingMessage, body: string) => Parameters<RequestListener>[1] | object) {
  const asked: string[] = []
  const { url } = await listen((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      asked.push([request.method, request.url, request.headers.authorization ?? 'nobody', body].join(' '))
      const { status = 200, headers = {}, text = '' } = answer(request, body) as Partial<Answer>
      response.writeHead(status, headers).end(text)
    })
  })
  return { origin: url.origin, asked }
}
type Answer = { status: number; headers: Record<string, string>; text: string }

const tokenEndpoint = (fields: object = { expires_in: 3600 }) =>
  recording(() => ({ text: JSON.stringify({ access_token: TOKEN, token_type: 'bearer', ...fields }) }))

/** The forms in which a password could appear by mistake. */
const written = [SECRET, encodeURIComponent(SECRET), btoa(SECRET), btoa(`me:${SECRET}`), 'Basic']

test.each([
  'Basic realm="a"',
  'Basic realm="Digest nonce=\\"a\\""',
  'basic',
  'Bearer realm="a"',
  'Negotiate abcd==',
  'NTLM',
  'Digest',
  'Digest realm="a"',
  'Digest nonce="a", algorithm=SHA-1, Basic realm="a"',
  'Digest nonce="a", qop="auth-conf"',
  'Digest nonce="a", Basic realm="a"',
  'Basic realm="a", Digest nonce="a"',
  'Digest nonce="a", qop="auth", stale=true',
  '',
])('does not send the password itself to a server that requires %s', async (challenge) => {
  const { origin, asked } = await recording(() => ({ status: 401, headers: { 'WWW-Authenticate': challenge } }))
  expect(await run({ url: origin, digest: true, ...me })).toMatchObject({ kind: 'failed' })
  expect(asked.filter((line) => written.some((one) => line.includes(one)))).toEqual([])
  // The challenge, its response, and another for an expired nonce.
  expect(asked.length).toBeLessThanOrEqual(challenge.includes('stale') ? 3 : 2)
})

test('does not send a digest to the target of a redirect', async () => {
  const other = await recording(() => ({ status: 401, headers: { 'WWW-Authenticate': 'Digest nonce="a"' } }))
  const own = await recording((request) =>
    isDigestOf(request, { ...me, nonce: 'n' })
      ? { status: 307, headers: { Location: `${other.origin}/there` } }
      : { status: 401, headers: { 'WWW-Authenticate': 'Digest realm="r", qop="auth", nonce="n"' } }
  )
  expect(await run({ url: own.origin, digest: true, ...me })).toMatchObject({ error: expect.stringContaining('401') })
  expect(other.asked).toEqual(['GET /there nobody '])
})

test('requests a token once while it is valid, for each target and client', async () => {
  let nowMs = Date.now()
  const now = () => new Date(nowMs)
  const tokens = await tokenEndpoint()
  const target = await recording(() => ({}))
  const spec = { url: target.origin, ...me, oauth2: { tokenURL: `${tokens.origin}/t`, scope: ['a'] } }
  const count = async (one: object) => {
    const before = tokens.asked.length
    expect(await run(one, { now })).toMatchObject({ kind: 'passed' })
    return tokens.asked.length - before
  }
  expect([await count(spec), await count(spec)]).toEqual([1, 0])
  expect(target.asked).toEqual([`GET / Bearer ${TOKEN} `, `GET / Bearer ${TOKEN} `])
  nowMs += 3_600_000 - 31_000
  expect(await count(spec)).toBe(0)
  nowMs += 2000
  expect([await count(spec), await count(spec)]).toEqual([1, 0])
  const others = [
    { url: `${target.origin}/other` },
    { username: 'you' },
    { password: 'another' },
    { oauth2: { ...spec.oauth2, scope: ['b'] } },
    { oauth2: { ...spec.oauth2, params: { audience: 'c' } } },
  ]
  for (const other of others) expect([other, await count({ ...spec, ...other })]).toEqual([other, 1])
})

test.each([
  {},
  { expires_in: 0 },
  { expires_in: 30 },
  { expires_in: -1 },
  { expires_in: 'soon' },
  { expires_in: null },
])('uses a token that expires at once or has no expiry only once: %o', async (fields) => {
  const tokens = await tokenEndpoint(fields)
  const target = await recording(() => ({}))
  const spec = { url: target.origin, ...me, oauth2: { tokenURL: tokens.origin } }
  await run(spec)
  await run(spec)
  expect(tokens.asked).toHaveLength(2)
})

test('requests a refused token once more', async () => {
  const tokens = await tokenEndpoint()
  const target = await recording(() => ({ status: 401 }))
  const spec = { url: target.origin, method: 'POST', body: 'x=1', ...me, oauth2: { tokenURL: tokens.origin } }
  expect(await run(spec)).toMatchObject({ error: expect.stringContaining('response code 401') })
  expect([tokens.asked.length, target.asked.length]).toEqual([2, 2])
  expect(new Set(target.asked)).toEqual(new Set([`POST / Bearer ${TOKEN} x=1`]))
})

test.each([301, 302, 303, 307, 308])('does not send the secret of a client to a redirect (%i)', async (status) => {
  const other = await tokenEndpoint()
  const tokens = await recording(() => ({ status, headers: { Location: `${other.origin}/t` } }))
  const outcome = await run({ url: other.origin, ...me, oauth2: { tokenURL: tokens.origin } })
  expect(outcome).toMatchObject({ error: expect.stringContaining(`status ${status}, without a token`) })
  expect(other.asked).toEqual([])
})

test('does not send a token to the target of a redirect', async () => {
  const tokens = await tokenEndpoint()
  const other = await recording(() => ({}))
  const own = await recording(() => ({ status: 307, headers: { Location: `${other.origin}/there` } }))
  const headers = [{ name: 'authorization', value: 'Basic x' }]
  await run({ url: own.origin, headers, ...me, oauth2: { tokenURL: tokens.origin } })
  expect(own.asked).toEqual([`GET / Bearer ${TOKEN} `])
  expect(other.asked).toEqual(['GET /there nobody '])
})

test('requests a token with the credentials of a connection at its own origin only', async () => {
  const own = await tokenEndpoint()
  const other = await tokenEndpoint()
  const lent = { url: own.origin, ...me, certificate: '', properties: {}, isInsecure: false, type: 'http' }
  const openConnection = async () => lent
  const spec = { connection: 'connection://shop/web' }
  const elsewhere = [other.origin, own.origin.replace('127.0.0.1', 'localhost'), own.origin.replace('http:', 'https:')]
  for (const tokenURL of [...elsewhere, `${other.origin}/#${own.origin}`, `http://127.0.0.1@${other.origin.slice(7)}/`])
    expect(await run({ ...spec, oauth2: { tokenURL } }, { openConnection })).toMatchObject({
      kind: 'notRun',
      message: expect.stringContaining('oauth2.tokenURL has another origin'),
    })
  expect([...own.asked, ...other.asked]).toEqual([])
  expect(await run({ ...spec, oauth2: { tokenURL: `${own.origin}/t` } }, { openConnection })).toMatchObject({
    kind: 'passed',
  })
  expect(own.asked.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual(['POST /t', 'GET /'])
})

test('redacts secrets and tokens, even where a target repeats them', async () => {
  const echo = (request: IncomingMessage, body: string) => {
    const { authorization = '' } = request.headers
    const word = authorization.replace('Bearer ', '')
    const sent = [
      authorization,
      word,
      encodeURIComponent(word),
      btoa(word),
      body,
      decodeURIComponent(body),
      SECRET,
    ].join(' ')
    const isToken = request.url === '/token'
    const document = isToken
      ? { access_token: TOKEN, refresh_token: `${TOKEN}again`, expires_in: 3600, sent }
      : { error: sent, error_description: sent, sent }
    const status = request.url?.startsWith('/bad') ? 401 : 200
    return {
      status,
      headers: { 'X-Echo': btoa(SECRET), 'WWW-Authenticate': 'Digest nonce="n"' },
      text: JSON.stringify(document),
    }
  }
  const { origin, asked } = await recording(echo)
  const oauth2 = { tokenURL: `${origin}/token`, params: { client_assertion_secret: 'ebb-and-flow' } }
  const say = { responseJSONContent: { path: '$.sent', value: 'x' } }
  const specs = [
    { url: `${origin}/`, ...me, ...say, oauth2 },
    { url: `${origin}/bad`, ...me, oauth2, display: { expr: 'content' } },
    { url: `${origin}/`, ...me, oauth2: { ...oauth2, tokenURL: `${origin}/bad` } },
    { url: `${origin}/`, ...me, oauth2: { ...oauth2, tokenURL: `${origin}/no-token` } },
    { url: `${origin}/bad`, ...me, ...say, digest: true },
    { url: `${origin}/`, ...me, digest: true, test: { expr: 'content == ""' } },
  ]
  const told = await Promise.all(
    specs.map(async (spec) =>
      JSON.stringify([await run(spec), await explainRun({ type: 'http', spec }, signal, tools)])
    )
  )
  const all = told.join('\n')
  expect(all).toContain('the token endpoint')
  const digests = asked.flatMap((line) => /response="(\w+)"/.exec(line)?.[1] ?? [])
  const secrets = [SECRET, TOKEN, `me:${SECRET}`, 'ebb-and-flow'].flatMap((one) => [
    one,
    encodeURIComponent(one),
    btoa(one),
  ])
  expect([...secrets, ...digests].filter((one) => all.includes(one))).toEqual([])
})
