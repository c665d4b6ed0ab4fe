import { get } from 'node:http'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createShell } from '../../server/app'
import { gateway } from '../../server/http/gateway'
import { type Handler, handlerOf } from '../../server/http/serve'
import { deferred } from '../helpers/deferred'
import { listen } from '../helpers/listen'

const log = pino({ level: 'silent' })
const own = handlerOf(createShell({ config: { version: '1', backend: 'gateway', signIn: 'kratos' }, log }).fetch)

/** A backend of the test's own behind a gateway of ours. */
async function behindGateway(backend: Handler): Promise<{ url: URL; backend: URL }> {
  const { url } = await listen(backend)
  return { url: (await listen(gateway(url, own, log))).url, backend: url }
}

test('method, path, query, body and cookies arrive; status, headers and both cookies come back', async () => {
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
  expect(answer.headers.getSetCookie()).toEqual(['a=1; Path=/; HttpOnly', 'b=2; Path=/; SameSite=Lax'])
})

test('an answer is streamed: its beginning arrives before its end is sent', async () => {
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

test('when the browser gives up, the backend is told', async () => {
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

test('a redirect of the backend leads back through us', async () => {
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
])('%s does not arrive', async (path) => {
  const arrived: unknown[] = []
  const { url } = await behindGateway((request, response) => {
    arrived.push(request.url)
    response.end()
  })
  // Not fetch, which would resolve the path itself.
  const { status, body } = await rawGet(url, path)
  expect([status, arrived]).toEqual([400, []])
  expect(JSON.parse(body)).toEqual({ error: expect.stringContaining('ambiguous') })
})

function rawGet({ hostname, port }: URL, path: string): Promise<{ status: number | undefined; body: string }> {
  return new Promise((settle, reject) => {
    get({ hostname, port, path, agent: false }, (answer) => {
      let body = ''
      answer.on('data', (chunk: Buffer) => (body += chunk.toString()))
      answer.on('end', () => settle({ status: answer.statusCode, body }))
    }).on('error', reject)
  })
}

test('the edge answers its own paths itself', async () => {
  const { url } = await behindGateway((_request, response) => response.writeHead(500).end())
  expect(await (await fetch(new URL('/api/_health', url))).json()).toEqual({ health: 'ok' })
  expect(await (await fetch(new URL('/console-config.json', url))).json()).toMatchObject({ backend: 'gateway' })
})

test('a backend that does not answer is a 502 that names it', async () => {
  const { url, backend, stop } = await stoppedBackend()
  await stop()
  const answer = await fetch(new URL('/api/db/checks', url))
  expect(answer.status).toBe(502)
  expect(await answer.json()).toEqual({ error: `The backend at ${backend.origin} does not answer.` })
})

async function stoppedBackend() {
  const { url: backend, server } = await listen(() => {})
  const stop = () => new Promise((resolve) => server.close(resolve))
  return { url: (await listen(gateway(backend, own, log))).url, backend, stop }
}
