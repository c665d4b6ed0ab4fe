import { onTestFinished, vi } from 'vitest'

/** A response: JSON unless the body is text. */
export type FakeReply = { status?: number; body?: unknown; headers?: Record<string, string> }
type Asked = {
  method: string
  path: string
  query: URLSearchParams
  body: Record<string, unknown> | undefined
  headers: Headers
}
export type Answers = Record<string, FakeReply | ((asked: Asked) => FakeReply | Promise<FakeReply>)>

const BASE = '/api/.ory'

/** An error in the format of the identity service. */
export const identityErrorReply = (status: number, id?: string, rest: object = {}): FakeReply => ({
  status,
  body: {
    error: { ...(id ? { id } : {}), code: status, status: 'Refused', message: 'Refused', reason: 'why' },
    ...rest,
  },
})

export const signedInReply = (identity = 'ada'): FakeReply => ({
  body: {
    id: `session of ${identity}`,
    active: true,
    identity: { id: identity, traits: { email: 'ada@example.com' } },
  },
})

/**
 * Fakes the identity service and other endpoints for one test, with responses by `GET /sessions/whoami`, which can be
 * changed during the test. Other endpoints return 404.
 */
export function fakeIdentity(first: Answers) {
  const answers = { ...first }
  const asked: Asked[] = []
  const real = globalThis.fetch
  const fake = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : String(input), location.origin)
    const path = url.pathname.startsWith(BASE) ? url.pathname.slice(BASE.length) : url.pathname
    const method = init.method ?? 'GET'
    // The page of the test itself, and the files it loads.
    if (!url.pathname.startsWith('/api/') && !(`${method} ${path}` in answers)) return real(input, init)
    const one: Asked = {
      method,
      path,
      query: url.searchParams,
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : undefined,
      headers: new Headers(init.headers),
    }
    asked.push(one)
    const answer = answers[`${method} ${path}`] ?? identityErrorReply(404)
    const { status = 200, body, headers = {} } = typeof answer === 'function' ? await answer(one) : answer
    if (status === 0) throw new TypeError('Failed to fetch')
    return new Response(body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      headers,
    })
  })
  onTestFinished(() => fake.mockRestore())
  return {
    asked,
    /** Number of requests to an endpoint. */
    count: (line: string) => asked.filter(({ method, path }) => `${method} ${path}` === line).length,
    /** The last body sent to an endpoint. */
    sent: (path: string) => asked.findLast((one) => one.method === 'POST' && one.path === path)?.body,
    answer(more: Answers) {
      Object.assign(answers, more)
    },
  }
}
