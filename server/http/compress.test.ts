import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { compressed } from './compress'

const rows = JSON.stringify(Array.from({ length: 100 }, (_, n) => ({ name: `check ${n}` })))

type Given = { body?: string; status?: number; headers?: Record<string, string> }

/** What comes of an answer. Nothing is unpacked on the way, as fetch would. */
async function sent(asked: Record<string, string>, given: Given = {}, path = '/api/db/checks', method = 'GET') {
  const app = new Hono()
  app.use(compressed)
  const { body = rows, status = 200, headers } = given
  app.all('*', () => new Response(body, { status, headers: { 'Content-Type': 'application/json', ...headers } }))
  const answer = await app.fetch(new Request(`http://console.test${path}`, { method, headers: asked }))
  const bytes = Buffer.from(await answer.arrayBuffer())
  const text = (name: string) => answer.headers.get(name)
  return { status: answer.status, encoding: text('Content-Encoding'), vary: text('Vary'), bytes, text }
}

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, *;q=0.5', 'gzip', gunzipSync],
])('for "%s" an answer is compressed with %s, and says how long it is then', async (accepted, name, unpack) => {
  const { encoding, vary, bytes, text } = await sent({ 'Accept-Encoding': accepted })
  expect([encoding, vary, text('Content-Length')]).toEqual([name, 'Accept-Encoding', String(bytes.length)])
  expect(bytes.length).toBeLessThan(rows.length / 2)
  expect(unpack(bytes).toString()).toBe(rows)
})

test.each(['', 'identity', 'deflate', 'gzip;q=0, br;q=0'])('for "%s" it stays as it is', async (accepted) => {
  const { encoding, vary, bytes } = await sent({ 'Accept-Encoding': accepted })
  // Others may accept more.
  expect([encoding, vary, bytes.toString()]).toEqual([null, 'Accept-Encoding', rows])
})

const br = { 'Accept-Encoding': 'br' }

test('what else an answer says stays: status, rows counted, what it varies by, cookies', async () => {
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
])('what varies by "%s" varies by "%s" then', async (given, expected) => {
  expect((await sent(br, { headers: { Vary: given } })).vary).toBe(expected)
})

test.each<[string, Given]>([
  ['compressed already', { headers: { 'Content-Encoding': 'zstd' } }],
  ['no text', { headers: { 'Content-Type': 'image/png' } }],
  ['a stream of events', { headers: { 'Content-Type': 'text/event-stream' } }],
  ['a range of bytes', { status: 206, headers: { 'Content-Range': 'bytes 0-1/2' } }],
  ['not to be transformed', { headers: { 'Cache-Control': 'private, no-transform' } }],
])('what is %s is left alone', async (_what, given) => {
  const { vary, bytes, text } = await sent(br, given)
  expect([vary, bytes.toString(), text('Content-Encoding')]).toEqual([
    null,
    rows,
    given.headers?.['Content-Encoding'] ?? null,
  ])
})

test('what is small costs more than it saves', async () => {
  const body = JSON.stringify('x'.repeat(1000))
  const { encoding, bytes, text } = await sent(br, { body })
  expect([encoding, bytes.toString(), text('Content-Length')]).toEqual([null, body, '1002'])
  expect((await sent(br, { body: JSON.stringify('x'.repeat(1100)) })).encoding).toBe('br')
})

test('a question for the headers alone is answered with them', async () => {
  const { encoding, vary, bytes, text } = await sent(br, {}, '/api/db/checks', 'HEAD')
  expect([encoding, vary, bytes.length, text('Content-Type')]).toEqual([null, 'Accept-Encoding', 0, 'application/json'])
})

test.each(['/api/.ory/self-service/login/flows?id=1', '/api/.ory'])(
  '%s carries tokens: never compressed',
  async (path) => {
    expect((await sent(br, {}, path)).encoding).toBeNull()
  }
)

test.each([
  ['same-origin', 'br'],
  ['none', 'br'],
  ['same-site', null],
  ['cross-site', null],
])('asked for from %s: %s', async (site, expected) => {
  expect((await sent({ ...br, 'Sec-Fetch-Site': site })).encoding).toBe(expected)
})
