import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { compressResponses } from './compress'
import { revalidateResponses, createEntityTag } from './revalidate'

const rows = JSON.stringify(Array.from({ length: 100 }, (_, n) => ({ name: `check ${n}` })))

type Given = { body?: string | null; status?: number; headers?: Record<string, string> }

async function sent(requestHeaders: Record<string, string> = {}, given: Given = {}, method = 'GET') {
  const app = new Hono()
  app.use(compressResponses, revalidateResponses)
  const { body = rows, status = 200, headers } = given
  app.all('*', () => new Response(body, { status, headers: { 'Content-Type': 'application/json', ...headers } }))
  const answer = await app.fetch(new Request('http://console.test/api/db/checks', { method, headers: requestHeaders }))
  const { 'content-type': type, ...all } = Object.fromEntries(answer.headers)
  return { status: answer.status, type, headers: all, etag: all['etag'] ?? '', body: await answer.text() }
}

const vary = 'Accept, Accept-Encoding, Authorization, Cookie, Prefer, Range'

test('lets only the browser cache a read, with revalidation', async () => {
  const { status, headers, body } = await sent()
  expect([status, body]).toEqual([200, rows])
  expect(headers).toEqual({
    'cache-control': 'private, no-cache',
    vary,
    etag: expect.stringMatching(/^W\/"[\w-]{43}"$/) as unknown,
  })
})

test('returns 304 for unchanged data with any encoding', async () => {
  const { etag } = await sent({ 'Accept-Encoding': 'br' })
  expect((await sent()).etag).toBe(etag)
  for (const named of [etag, `"other", ${etag}`, etag.slice(2), '*']) {
    const { status, type, headers, body } = await sent({ 'If-None-Match': named, 'Accept-Encoding': 'br' })
    expect([status, type, body]).toEqual([304, undefined, ''])
    expect(headers).toEqual({ 'cache-control': 'private, no-cache', vary, etag })
  }
})

test.each<[string, Given]>([
  ['the rows', { body: '[]' }],
  // The rows of a page may be unchanged when the total grows; browsers ignore the total in a 304.
  ['the total count', { headers: { 'Content-Range': '0-99/101' } }],
  ['the media type', { headers: { 'Content-Type': 'application/vnd.pgrst.object+json' } }],
])('sends the full response when %s changed', async (_what, given) => {
  const headers = { 'Content-Range': '0-99/100' }
  const before = await sent({}, { headers })
  const changed = { ...given, headers: { ...headers, ...given.headers } }
  const { status, etag, body } = await sent({ 'If-None-Match': before.etag }, changed)
  expect([status, body]).toEqual([200, given.body ?? rows])
  expect(etag).not.toBe(before.etag)
})

test('accepts an entity tag of the route', async () => {
  const headers = { ETag: createEntityTag('found') }
  expect((await sent({ 'If-None-Match': createEntityTag('found') }, { body: '{"took":2}', headers })).status).toBe(304)
  expect((await sent({ 'If-None-Match': createEntityTag('lost') }, { body: '{"took":2}', headers })).status).toBe(200)
  expect(createEntityTag('a', 'b')).not.toBe(createEntityTag('ab'))
})

test.each<[string, Given, string?]>([
  ['a write', {}, 'POST'],
  ['a refusal', { status: 403 }],
  ['a partial page of rows, which browsers do not cache', { status: 206, headers: { 'Content-Range': '0-99/500' } }],
  ['a response that is not JSON', { headers: { 'Content-Type': 'text/csv' } }],
  ['a response marked no-store', { headers: { 'Cache-Control': 'no-store' } }],
])('does not cache %s', async (_what, given, method = 'GET') => {
  const { status, headers } = await sent({ 'If-None-Match': '*' }, given, method)
  expect([status, headers['etag'], headers['cache-control']]).toEqual([
    given.status ?? 200,
    undefined,
    given.headers?.['Cache-Control'],
  ])
})

test('responds to HEAD with headers only', async () => {
  const whole = await sent()
  expect(await sent({}, {}, 'HEAD')).toEqual({ ...whole, body: '' })
  const { headers } = await sent({}, { body: null }, 'HEAD')
  expect(headers).toEqual({ 'cache-control': 'private, no-cache', vary })
})
