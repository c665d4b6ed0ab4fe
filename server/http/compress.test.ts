import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { compressResponses } from './compress'

const rows = JSON.stringify(Array.from({ length: 100 }, (_, n) => ({ name: `check ${n}` })))

type Given = { body?: string; status?: number; headers?: Record<string, string> }

/** The raw response; `fetch` would decompress it. */
async function sent(
  requestHeaders: Record<string, string>,
  given: Given = {},
  path = '/api/db/checks',
  method = 'GET'
) {
  const app = new Hono()
  app.use(compressResponses)
  const { body = rows, status = 200, headers } = given
  app.all('*', () => new Response(body, { status, headers: { 'Content-Type': 'application/json', ...headers } }))
  const answer = await app.fetch(new Request(`http://console.test${path}`, { method, headers: requestHeaders }))
  const bytes = Buffer.from(await answer.arrayBuffer())
  const text = (name: string) => answer.headers.get(name)
  return { status: answer.status, encoding: text('Content-Encoding'), vary: text('Vary'), bytes, text }
}

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, *;q=0.5', 'gzip', gunzipSync],
])('compresses for "%s" with %s and sets Content-Length', async (accepted, name, unpack) => {
  const { encoding, vary, bytes, text } = await sent({ 'Accept-Encoding': accepted })
  expect([encoding, vary, text('Content-Length')]).toEqual([name, 'Accept-Encoding', String(bytes.length)])
  expect(bytes.length).toBeLessThan(rows.length / 2)
  expect(unpack(bytes).toString()).toBe(rows)
})

test.each(['', 'identity', 'deflate', 'gzip;q=0, br;q=0'])('does not compress for "%s"', async (accepted) => {
  const { encoding, vary, bytes } = await sent({ 'Accept-Encoding': accepted })
  // Other clients may accept more encodings.
  expect([encoding, vary, bytes.toString()]).toEqual([null, 'Accept-Encoding', rows])
})

const br = { 'Accept-Encoding': 'br' }

test('preserves the status, row count, Vary and cookies', async () => {
  const headers = { 'Content-Range': '0-99/500', Vary: 'Cookie', 'Set-Cookie': 'a=1' }
  const { status, encoding, vary, text } = await sent(br, { status: 206, headers })
  expect([status, encoding, vary, text('Content-Range'), text('Set-Cookie'), text('Content-Type')]).toEqual([
    206,
    'br',
    'Cookie, Accept-Encoding',
    '0-99/500',
    'a=1',
    'application/json',
  ])
})

test.each([
  ['accept-encoding', 'accept-encoding'],
  ['Accept-Encoding, Cookie', 'Accept-Encoding, Cookie'],
  ['*', '*'],
  ['X-Accept', 'X-Accept, Accept-Encoding'],
])('changes Vary "%s" to "%s"', async (given, expected) => {
  expect((await sent(br, { headers: { Vary: given } })).vary).toBe(expected)
})

test.each<[string, Given]>([
  ['already compressed', { headers: { 'Content-Encoding': 'zstd' } }],
  ['not text', { headers: { 'Content-Type': 'image/png' } }],
  ['an event stream', { headers: { 'Content-Type': 'text/event-stream' } }],
  ['a byte range', { status: 206, headers: { 'Content-Range': 'bytes 0-1/2' } }],
  ['marked no-transform', { headers: { 'Cache-Control': 'private, no-transform' } }],
])('does not compress a response that is %s', async (_what, given) => {
  const { vary, bytes, text } = await sent(br, given)
  expect([vary, bytes.toString(), text('Content-Encoding')]).toEqual([
    null,
    rows,
    given.headers?.['Content-Encoding'] ?? null,
  ])
})

test('does not compress small responses', async () => {
  const body = JSON.stringify('x'.repeat(1000))
  const { encoding, bytes, text } = await sent(br, { body })
  expect([encoding, bytes.toString(), text('Content-Length')]).toEqual([null, body, '1002'])
  expect((await sent(br, { body: JSON.stringify('x'.repeat(1100)) })).encoding).toBe('br')
})

test('responds to HEAD with headers only', async () => {
  const { encoding, vary, bytes, text } = await sent(br, {}, '/api/db/checks', 'HEAD')
  expect([encoding, vary, bytes.length, text('Content-Type')]).toEqual([null, 'Accept-Encoding', 0, 'application/json'])
})

test.each(['/api/.ory/self-service/login/flows?id=1', '/api/.ory'])(
  'never compresses %s, which contains tokens',
  async (path) => {
    expect((await sent(br, {}, path)).encoding).toBeNull()
  }
)

test.each([
  ['same-origin', 'br'],
  ['none', 'br'],
  ['same-site', null],
  ['cross-site', null],
])('encodes a request from %s as %s', async (site, expected) => {
  expect((await sent({ ...br, 'Sec-Fetch-Site': site })).encoding).toBe(expected)
})
