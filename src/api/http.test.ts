import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { callChange } from './call-change'
import { ApiError, sendRaw, call, callPage, diskFull, type HttpDeps } from './http'
import type { BackendRoute } from './sign-in/route'

type Seen = { url: string; init: RequestInit }

function deps(answer: () => Response | Promise<Response>, rest: Partial<HttpDeps> = {}): HttpDeps & { seen: Seen[] } {
  const seen: Seen[] = []
  return {
    seen,
    isOnline: () => true,
    timeoutMs: 30_000,
    fetch: async (input, init = {}) => {
      seen.push({ url: String(input), init })
      const { signal } = init
      return new Promise<Response>((resolve, reject) => {
        const stop = () => reject(signal?.reason as Error)
        if (signal?.aborted) stop()
        signal?.addEventListener('abort', stop)
        void Promise.resolve().then(answer).then(resolve, reject)
      })
    },
    ...rest,
  }
}

const never = () => new Promise<Response>(() => undefined)
const signedOut = () => new Response('Not logged in', { status: 401 })
const json = (body: unknown, init?: ResponseInit) => () => Response.json(body, init)
const failure = async (promise: Promise<unknown>) => {
  const error = await promise.catch((thrown: unknown) => thrown)
  if (!(error instanceof ApiError)) throw new Error('expected an ApiError', { cause: error })
  return error
}
const named = { path: '/api/x', schema: z.object({ name: z.string() }) }

test('parses the body of a success', async () => {
  expect(await call(named, deps(json({ name: 'a', more: 1 })))).toEqual({ name: 'a' })
})

test('knows from the last response of the API whether the disk of the server is full', async () => {
  const usual = deps(json({ name: 'a' }))
  await call(named, deps(json({ name: 'a' }, { headers: { 'X-Console-Disk-Full': 'true' } })))
  expect(diskFull.get()).toBe(true)
  await call({ ...named, path: '/console-config.json' }, usual)
  expect(diskFull.get()).toBe(true)
  await call(named, usual)
  expect(diskFull.get()).toBe(false)
})

test('returns undefined for an empty body', async () => {
  const request = { path: '/api/x', schema: z.undefined() }
  expect(
    await call(
      request,
      deps(() => new Response(null, { status: 204 }))
    )
  ).toBeUndefined()
})

test('returns a file unchanged, and an error as for any other call', async () => {
  const request = { path: '/api/x', schema: z.instanceof(Blob), isFile: true }
  const sent = new Uint8Array([80, 75, 3, 4, 255])
  const file = await call(
    request,
    deps(() => new Response(sent))
  )
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(sent)
  const refused = await failure(call(request, deps(json({ error: 'At most 2 are made at once' }, { status: 429 }))))
  expect(refused).toMatchObject({ status: 429, message: 'At most 2 are made at once' })
  expect(await failure(call(request, deps(signedOut)))).toMatchObject({ status: 401, message: 'Not logged in' })
})

test('sends the Accept and Prefer headers with every request [CALL-04]', async () => {
  const w = deps(json({ name: 'a' }))
  await call({ ...named, method: 'post', body: { a: 1 } }, w)
  const headers = new Headers(w.seen[0]?.init.headers)
  expect(Object.fromEntries(headers)).toEqual({
    accept: 'application/json',
    prefer: 'return=representation',
    'content-type': 'application/json',
  })
  expect(w.seen[0]?.init).toMatchObject({ method: 'POST', body: '{"a":1}' })
})

test('encodes query parameters and repeats names', async () => {
  const w = deps(json({ name: 'a' }))
  await call(
    {
      ...named,
      query: [
        ['time', 'gt.2026-11-21T00:00:00+01:00'],
        ['time', 'lt.x'],
        ['name', 'in.("a,b")'],
      ],
    },
    w
  )
  expect(w.seen[0]?.url).toBe('/api/x?time=gt.2026-11-21T00%3A00%3A00%2B01%3A00&time=lt.x&name=in.%28%22a%2Cb%22%29')
})

test('requests and returns the total of a page', async () => {
  const w = deps(json([{ name: 'a' }], { status: 206, headers: { 'Content-Range': '0-0/123' } }))
  expect(await callPage(named, w)).toEqual({ rows: [{ name: 'a' }], total: 123 })
  expect(new Headers(w.seen[0]?.init.headers).get('prefer')).toBe('count=exact')
})

test('throws a contract error for a page without a total', async () => {
  const w = deps(json([], { headers: { 'Content-Range': '*/*' } }))
  expect(await failure(callPage(named, w))).toMatchObject({ kind: 'contract' })
})

test('reports being offline before sending a request [ERR-03]', async () => {
  const w = deps(json({}), { isOnline: () => false })
  const error = await failure(call(named, w))
  expect(error).toMatchObject({ kind: 'offline', status: 0, message: 'No internet connection. Please try again.' })
  expect(w.seen).toEqual([])
})

test('reports a broken connection as a network error [ERR-02]', async () => {
  const w = deps(() => Promise.reject(new TypeError('fetch failed')))
  expect(await failure(call(named, w))).toMatchObject({ kind: 'network', message: 'Network Error. Please try again.' })
})

test('reports a connection that breaks with the network as offline', async () => {
  let online = true
  const w = deps(
    () => {
      online = false
      return Promise.reject(new TypeError('fetch failed'))
    },
    { isOnline: () => online }
  )
  expect(await failure(call(named, w))).toMatchObject({ kind: 'offline' })
})

test('reports a server that does not respond as a time-out [ERR-01]', async () => {
  const error = await failure(call(named, deps(never, { timeoutMs: 1 })))
  expect(error).toMatchObject({ kind: 'timeout', message: 'Request timed out. Please try again.' })
})

test('applies the time-out of a request instead of the default', async () => {
  expect(await failure(call({ ...named, timeoutMs: 1 }, deps(never)))).toMatchObject({ kind: 'timeout' })
})

test('reports a truncated response as a network error', async () => {
  const body = new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) })
  expect(
    await failure(
      call(
        named,
        deps(() => new Response(body))
      )
    )
  ).toMatchObject({ kind: 'network' })
})

test('distinguishes a cancelled call from a time-out', async () => {
  const controller = new AbortController()
  const pending = failure(call({ ...named, signal: controller.signal }, deps(never)))
  controller.abort()
  expect(await pending).toMatchObject({ kind: 'aborted' })
})

test.each([
  ['a service', 409, { error: 'already there' }, 'already there', ''],
  ['a hand-written error', 500, { error: '', message: 'Error fetching user' }, 'Error fetching user', ''],
  [
    'the relational API',
    400,
    { code: '42703', message: 'column x does not exist', details: null },
    'column x does not exist',
    '42703',
  ],
  [
    'the identity service',
    400,
    { error: { code: 400, status: 'Bad Request', message: 'The address is not valid' } },
    'The address is not valid',
    '',
  ],
  [
    'a guard of the identity service',
    403,
    { error: { id: 'session_refresh_required', code: 403, reason: 'Confirm your identity first.' } },
    'Confirm your identity first.',
    'session_refresh_required',
  ],
  [
    'a service with a stack trace',
    500,
    { error: 'no such column', stacktrace: 'main.go:12 at /home/build', trace: 'a1', context: { user: 'ada' } },
    'no such column',
    '',
  ],
  ['a service with a long message', 500, { error: `failed: ${'x'.repeat(600)}` }, `failed: ${'x'.repeat(491)}…`, ''],
  ['a guard', 403, 'unauthorized: create on canaries', 'unauthorized: create on canaries', ''],
  ['no error message', 404, '', 'The server returned status 404 without an error message.', ''],
  [
    'a proxy with a page',
    502,
    '<html><body>Bad gateway</body></html>',
    'The server returned status 502 without an error message.',
    '',
  ],
  ['an object without a message', 500, { trace: 1 }, 'The server returned status 500 without an error message.', ''],
])('uses the message of %s', async (_who, status, body, message, code) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const error = await failure(
    call(
      named,
      deps(() => new Response(text, { status }))
    )
  )
  expect(error).toMatchObject({ kind: 'http', status, message, code })
})

const change = { ...named, method: 'patch', body: {}, missing: 'This row no longer exists.' } as const

test('returns the changed rows', async () => {
  expect(await callChange(change, deps(json([{ name: 'a' }])))).toEqual([{ name: 'a' }])
})

test.each([200, 404])('reports that there was no row to change, answered with %i', async (status) => {
  const error = await failure(callChange(change, deps(json([], { status }))))
  expect(error).toMatchObject({ kind: 'http', status: 404, message: 'This row no longer exists.' })
})

test('reports another failure of a change as it is', async () => {
  const error = await failure(callChange(change, deps(json({ message: 'no such relation' }, { status: 404 }))))
  expect(error).toMatchObject({ status: 404, message: 'no such relation' })
})

test('throws a contract error that names the member if the response has another shape', async () => {
  const error = await failure(call(named, deps(json({ name: 1 }))))
  expect(error).toMatchObject({ kind: 'contract', status: 0 })
  expect(error.cause).toBe('/api/x: ✖ expected string, got number\n  → at name')
})

test('throws a contract error for text instead of JSON', async () => {
  expect(
    await failure(
      call(
        named,
        deps(() => new Response('<html>'))
      )
    )
  ).toMatchObject({ kind: 'contract' })
})

test.each([
  ['a refusal', Response.json({ error: { id: 'a' } }, { status: 403 }), { status: 403, data: { error: { id: 'a' } } }],
  ['nothing', new Response(null, { status: 204 }), { status: 204, data: '' }],
  ['a page of a proxy', new Response('<html>', { status: 502 }), { status: 502, data: '<html>' }],
])('ask returns %s as a response', async (_what, response, expected) => {
  const w = deps(() => response)
  expect(await sendRaw({ path: '/api/x' }, w)).toMatchObject(expected)
  expect(w.seen[0]?.init.cache).toBe('no-store')
})

test('allows the browser cache only after the server has validated it', async () => {
  const w = deps(() => Response.json({}))
  await call({ path: '/api/x', schema: z.unknown() }, w)
  expect(w.seen[0]?.init.cache).toBeUndefined()
})

test('ask throws if there is no response', async () => {
  const w = deps(() => Promise.reject(new TypeError('refused')))
  expect((await failure(sendRaw({ path: '/api/x' }, w))).kind).toBe('network')
})

/** Tokens are numbered, so that a new token differs from a cached one. */
function direct(rest: Partial<BackendRoute> = {}): BackendRoute & { asked: boolean[] } {
  const asked: boolean[] = []
  return {
    owner: 'ada org_shop',
    base: 'https://shop.backend.example/base',
    signal: new AbortController().signal,
    asked,
    token: async (isFresh) => `token-${asked.push(isFresh)}`,
    ...rest,
  }
}
const sent = ({ seen }: { seen: Seen[] }) =>
  seen.map(({ url, init }) => [url, new Headers(init.headers).get('Authorization'), init.credentials])

test('sends calls to the backend of the organisation with a bearer token and without cookies [SESSION-02 CALL-02 CALL-03]', async () => {
  const w = deps(json({ name: 'a' }), { route: () => direct() })
  await call({ ...named, path: '/api/db/checks', query: [['id', 'eq.1']] }, w)
  expect(sent(w)).toEqual([['https://shop.backend.example/base/db/checks?id=eq.1', 'Bearer token-1', 'omit']])
})

test('sends calls below /api of this origin without a token if there is no such backend [CALL-01]', async () => {
  const w = deps(json({ name: 'a' }))
  await call({ ...named, path: '/api/db/checks', query: [['id', 'eq.1']] }, w)
  expect(sent(w)).toEqual([['/api/db/checks?id=eq.1', null, undefined]])
})

test('requests the console configuration from this origin', async () => {
  const w = deps(json({ name: 'a' }), { route: () => direct() })
  await call({ ...named, path: '/console-config.json' }, w)
  expect(sent(w)).toEqual([['/console-config.json', null, undefined]])
})

test('renews the cookie and sends no token if the organisation is reached through this origin', async () => {
  const { base: _, ...here } = direct()
  const w = deps(json({ name: 'a' }), { route: () => here })
  await call(named, w)
  expect(sent(w)).toEqual([['/api/x', null, undefined]])
  expect(here.asked).toEqual([false])
})

test('renews a refused token once', async () => {
  const answers = [new Response('no', { status: 401 }), Response.json({ name: 'a' })]
  const way = direct()
  const w = deps(() => answers.shift() ?? new Response('no', { status: 401 }), { route: () => way })
  expect(await call(named, w)).toEqual({ name: 'a' })
  expect(way.asked).toEqual([false, true])
  expect(await failure(call(named, w))).toMatchObject({ kind: 'http', status: 401, message: 'no' })
  expect(way.asked).toEqual([false, true, false, true])
})

test('does not retry other refusals, and shows the message of the server [ERR-04]', async () => {
  const w = deps(json({ error: 'The playbook is already running.' }, { status: 409 }), { route: () => direct() })
  expect(await failure(call({ ...named, method: 'post' }, w))).toMatchObject({
    status: 409,
    message: 'The playbook is already running.',
  })
  expect(w.seen).toHaveLength(1)
})

test('sends nothing without a token', async () => {
  const w = deps(json({ name: 'a' }), { route: () => direct({ token: async () => undefined }) })
  expect(await failure(call(named, w))).toMatchObject({ kind: 'http', status: 401 })
  expect(w.seen).toEqual([])
})

test('reports a missing or failed token as an error', async () => {
  const lost = { route: () => direct({ token: () => Promise.reject(new Error('away')) }) }
  expect(await failure(call(named, deps(never, lost)))).toMatchObject({ kind: 'network' })
  const slow = { route: () => direct({ token: () => new Promise(() => undefined) }), timeoutMs: 20 }
  expect(await failure(call(named, deps(never, slow)))).toMatchObject({ kind: 'timeout' })
})

test('discards responses that arrive after the organisation changed', async () => {
  const left = new AbortController()
  const w = deps(never, { route: () => direct({ signal: left.signal }) })
  const asked = call(named, w)
  left.abort()
  expect(await failure(asked)).toMatchObject({ kind: 'aborted' })
})
