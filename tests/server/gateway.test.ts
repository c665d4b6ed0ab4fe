import { get, type IncomingHttpHeaders } from 'node:http'
import { brotliCompressSync, brotliDecompressSync, createBrotliDecompress, createGunzip } from 'node:zlib'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createShell } from '../../server/start/app'
import { createGateway } from '../../server/http/gateway'
import { type RequestHandler, toRequestHandler } from '../../server/http/serve'
import { deferred } from '../../src/lib/deferred'
import { listen } from '../helpers/listen'

const log = pino({ level: 'silent' })
const own = toRequestHandler(
  createShell({ readConfig: () => ({ version: '1', backend: 'gateway', signIn: 'kratos' }), log }).fetch
)

/** A test backend behind our gateway. */
async function behindGateway(backend: RequestHandler): Promise<{ url: URL; backend: URL }> {
  const { url } = await listen(backend)
  return { url: (await listen(createGateway(url, own, log))).url, backend: url }
}

test('forwards method, path, query, body and cookies, and returns status, headers and both cookies', async () => {
  const { url } = await behindGateway(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    response.writeHead(201, [
      ['Content-Range', '0-1/2'],
      ['Set-Cookie', 'a=1; Path=/; Domain=backend.example; HttpOnly'],
      ['Set-Cookie', 'b=2; Path=/; SameSite=Lax'],
    ])
    response.end(JSON.stringify([request.method, request.url, body, request.headers.cookie]))
  })
  const answer = await fetch(new URL('/api/db/checks?select=*', url), {
    method: 'POST',
    headers: { cookie: 's=t', 'content-type': 'application/json' },
    body: '{"name":"x"}',
  })
  expect(answer.status).toBe(201)
  expect(await answer.json()).toEqual(['POST', '/db/checks?select=*', '{"name":"x"}', 's=t'])
  expect(answer.headers.get('content-range')).toBe('0-1/2')
  expect(answer.headers.getSetCookie()).toEqual([
    'a=1; Path=/; HttpOnly; SameSite=Lax',
    'b=2; Path=/; SameSite=Lax; HttpOnly',
  ])
})

test('streams a response from its beginning', async () => {
  const end = deferred()
  const { url } = await behindGateway((_request, response) => {
    response.write('first')
    void end.promise.then(() => response.end('last'))
  })
  const { body } = await fetch(new URL('/api/logs', url))
  const reader = body?.getReader()
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first')
  end.resolve()
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('last')
})

test('aborts the request to the backend when the browser disconnects', async () => {
  const controller = new AbortController()
  const told = deferred()
  const { url } = await behindGateway((request, response) => {
    response.write('…')
    request.on('close', () => told.resolve())
  })
  const answer = await fetch(new URL('/api/slow', url), { signal: controller.signal })
  controller.abort()
  await answer.text().catch(() => {})
  await told.promise
  expect(controller.signal.aborted).toBe(true)
})

test('rewrites redirects of the backend to the console', async () => {
  const { url, backend } = await behindGateway((_request, response) => {
    response.writeHead(302, { location: new URL('/kratos/next', backend).href }).end()
  })
  const answer = await fetch(new URL('/api/.ory/start', url), { redirect: 'manual' })
  expect(answer.headers.get('location')).toBe('/api/.ory/next')
})

test.each([
  '/api/../x',
  '/api/%2e%2e/x',
  '/api/db/..%2f..%2fx',
  '/api/.ory/../admin',
  '/api/.ory/%252e%252e/admin',
  '/api//elsewhere.example/x',
])('refuses %s', async (path) => {
  const arrived: unknown[] = []
  const { url } = await behindGateway((request, response) => {
    arrived.push(request.url)
    response.end()
  })
  // `fetch` would resolve the path itself.
  const { status, body } = await rawGet(url, path)
  expect([status, arrived]).toEqual([400, []])
  expect(JSON.parse(body)).toEqual({ error: expect.stringContaining('ambiguous') })
})

type RawAnswer = { status: number | undefined; headers: IncomingHttpHeaders; bytes: Buffer; body: string }

/** Neither normalises the path nor decompresses the response. Rejects when the response breaks off. */
function rawGet({ hostname, port }: URL, path: string, headers: Record<string, string> = {}): Promise<RawAnswer> {
  return new Promise((settle, reject) => {
    get({ hostname, port, path, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        const bytes = Buffer.concat(chunks)
        settle({ status: answer.statusCode, headers: answer.headers, bytes, body: bytes.toString() })
      })
    }).on('error', reject)
  })
}

const rows = JSON.stringify(Array.from({ length: 100 }, (_, n) => ({ name: `check ${n}` })))
const br = { 'Accept-Encoding': 'br' }

test('compresses uncompressed responses of the backend', async () => {
  const { url } = await behindGateway((_request, response) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': rows.length }
    response.writeHead(206, { ...headers, 'Content-Range': '0-99/500', ETag: '"one"' }).end(rows)
  })
  const { status, headers, bytes } = await rawGet(url, '/api/db/checks', br)
  expect([status, headers['content-length']]).toEqual([206, undefined])
  expect(headers).toMatchObject({
    'content-encoding': 'br',
    'content-range': '0-99/500',
    vary: 'Accept-Encoding',
    // The bytes differ from those of the backend.
    etag: 'W/"one"',
  })
  expect(bytes.length).toBeLessThan(rows.length / 2)
  expect(brotliDecompressSync(bytes).toString()).toBe(rows)
})

test.each([
  ['br', createBrotliDecompress],
  ['gzip', createGunzip],
])('streams incremental responses compressed with %s without delay', async (name, decompressor) => {
  const end = deferred()
  const { url } = await behindGateway((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).write('["first"')
    void end.promise.then(() => response.end(',"last"]'))
  })
  const parts = await new Promise<AsyncIterator<Buffer>>((settle, reject) => {
    get(new URL('/api/logs', url), { headers: { 'Accept-Encoding': name }, agent: false }, (answer) => {
      expect(answer.headers['content-encoding']).toBe(name)
      settle(answer.pipe(decompressor())[Symbol.asyncIterator]() as AsyncIterator<Buffer>)
    }).on('error', reject)
  })
  const next = async () => String((await parts.next()).value)
  expect(await next()).toBe('["first"')
  end.resolve()
  expect(await next()).toBe(',"last"]')
})

test.each<[string, string, Record<string, string>, Buffer | string]>([
  ['compressed itself', '/api/db/checks', { 'Content-Encoding': 'br' }, brotliCompressSync(rows)],
  ['signs in with', '/api/.ory/self-service/login/flows', {}, rows],
])('passes on unchanged what the backend %s', async (_what, path, headers, body) => {
  const { url } = await behindGateway((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length, ...headers })
    response.end(body)
  })
  const answer = await rawGet(url, path, br)
  expect([answer.headers['content-encoding'], answer.headers['content-length'], answer.bytes]).toEqual([
    headers['Content-Encoding'],
    String(body.length),
    Buffer.from(body),
  ])
})

test('passes on a 304 without a body', async () => {
  const { url } = await behindGateway((_request, response) => {
    response.writeHead(304, { 'Content-Type': 'application/json', ETag: 'W/"one"' }).end()
  })
  const { status, headers, body } = await rawGet(url, '/api/db/checks', br)
  expect([status, headers.vary, headers['content-encoding'], body]).toEqual([304, 'Accept-Encoding', undefined, ''])
})

test('breaks off a compressed response when the backend does', async () => {
  const { url } = await behindGateway((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.write(rows, () => response.destroy())
  })
  await expect(rawGet(url, '/api/db/checks', br)).rejects.toThrow(/aborted|socket hang up/)
})

test('handles its own paths itself', async () => {
  const { url } = await behindGateway((_request, response) => response.writeHead(500).end())
  expect(await (await fetch(new URL('/api/_health', url))).json()).toEqual({ health: 'ok' })
  expect(await (await fetch(new URL('/console-config.json', url))).json()).toMatchObject({ backend: 'gateway' })
})

test('returns a 502 without the address of an unreachable backend', async () => {
  const { url: backend, server } = await listen(() => {})
  const { url } = await listen(createGateway(backend, own, log))
  await new Promise((resolve) => server.close(resolve))
  const answer = await fetch(new URL('/api/db/checks', url))
  expect(answer.status).toBe(502)
  expect(await answer.json()).toEqual({ error: 'The backend does not respond.' })
})

test('says that the backend closed the connection, as for a snapshot that fails', async () => {
  const { url } = await behindGateway((request) => request.socket.destroy())
  const answer = await fetch(new URL('/api/snapshot/topology/1', url))
  expect(answer.status).toBe(502)
  expect(await answer.json()).toEqual({ error: 'The backend closed the connection without an answer.' })
})
