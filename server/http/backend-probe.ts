/** How users of a backend sign in: with accounts of Kratos, with a password at the backend itself, or not at all. */
export type BackendSignIn = 'kratos' | 'basic' | 'none'

/** The server that answers behind the gateway. */
export type BackendProduct = 'mission-control' | 'canary-checker'

export type Backend = {
  product: BackendProduct
  signIn: BackendSignIn
  /** Why, as the end of a sentence that begins with the sign-in method. */
  reason: string
}

/** The result of a probe. `silent`: no answer that says anything about the backend, in a sentence. */
export type Probe = ({ is: 'known' } & Backend) | { is: 'silent'; message: string }

const PROBE_MS = 5000
const MOST_BYTES = 1_000_000

type Answer = { status: number; body: unknown }

/**
 * Finds out what the backend is and how its users sign in, with at most three requests without credentials, which
 * change nothing. A Mission Control that refuses requests in another way than basic sign-in counts as one with Kratos,
 * also while Kratos is away.
 */
export async function probeBackend(backend: URL): Promise<Probe> {
  const ask = (path: string, init?: RequestInit) => requestBackend(backend, path, init)
  const whoami = await ask('/auth/whoami')
  if (whoami === undefined || isGatewayFailure(whoami))
    return silent(`The backend at ${backend.origin} does not respond.`)
  if (whoami.status === 200 && hasMember(whoami.body, 'payload'))
    return missionControl('none', 'it answers without a session')
  if (whoami.status === 404) {
    const about = await ask('/about')
    return about?.status === 200 && hasMember(about.body, 'Version')
      ? { is: 'known', product: 'canary-checker', signIn: 'none', reason: 'canary-checker has no accounts' }
      : silent(`The backend at ${backend.origin} is neither Mission Control nor canary-checker.`)
  }
  const session = await ask('/kratos/sessions/whoami')
  if (session && (hasMember(session.body, 'identity') || isKratosRefusal(session)))
    return missionControl('kratos', 'its identity service answers')
  const login = await ask('/auth/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  })
  if (login && [400, 401, 503].includes(login.status) && hasText(login.body, 'error'))
    return missionControl('basic', 'it has the route /auth/login')
  // With any sign-in, unknown routes are refused with 401.
  if (login?.status === 404) return missionControl('none', 'it answers unknown routes without a session')
  // A backend in trouble says nothing: one without sign-in must not be taken for one that identifies its users.
  if (!login || login.status >= 500) return silent(`The backend at ${backend.origin} does not respond.`)
  return missionControl('kratos', 'it requires a session, but its identity service does not answer now')
}

const silent = (message: string): Probe => ({ is: 'silent', message })

const missionControl = (signIn: BackendSignIn, reason: string): Probe => ({
  is: 'known',
  product: 'mission-control',
  signIn,
  reason,
})

/** Sends a request without credentials. @returns undefined without an answer */
export async function requestBackend(backend: URL, path: string, init: RequestInit = {}): Promise<Answer | undefined> {
  try {
    const answer = await fetch(new URL(backend.pathname.replace(/\/+$/, '') + path, backend), {
      ...init,
      headers: { Accept: 'application/json', ...init.headers },
      redirect: 'manual',
      signal: AbortSignal.timeout(PROBE_MS),
    })
    return { status: answer.status, body: await readJson(answer) }
  } catch {
    return undefined
  }
}

/** @returns undefined for a body that is not JSON, or is too long to be an answer to these requests */
async function readJson(answer: Response): Promise<unknown> {
  let text = ''
  for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    if (text.length > MOST_BYTES) return undefined
  }
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** A reverse proxy in front of the backend answers in its place. */
const isGatewayFailure = ({ status }: Answer) => status >= 502 && status <= 504

/** Kratos describes every refusal in an object; Mission Control in a text. */
const isKratosRefusal = ({ status, body }: Answer) =>
  [401, 403, 422].includes(status) && hasMember(body, 'error') && typeof body.error === 'object'

const hasMember = <N extends string>(body: unknown, name: N): body is Record<N, unknown> =>
  typeof body === 'object' && body !== null && name in body

const hasText = (body: unknown, name: string) => hasMember(body, name) && typeof body[name] === 'string'
