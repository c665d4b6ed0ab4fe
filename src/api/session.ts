import { z } from 'zod'
import { type Answer, ApiError, ask } from './http'

// Whether somebody is signed in, and signing out. The forms that sign in are in `identity.ts`, which is not loaded with
// the first page.

/** The identity service: this backend's own, or a Kratos behind the same address. */
export const BASE = '/api/.ory'

export const NO_SENSE = 'The sign-in service gave an answer this console does not understand.'

const words = z.string().optional().catch(undefined)
const refusal = z.object({ error: z.object({ reason: words, message: words }) })

/** What a refusal says to people. A page of a proxy says nothing. */
export function messageOf({ status, data }: Pick<Answer, 'status' | 'data'>): string {
  if (status === 200) return NO_SENSE
  const { reason, message } = refusal.safeParse(data).data?.error ?? {}
  return reason ?? message ?? plain(data) ?? `The sign-in service answered ${status}.`
}

const plain = (data: unknown): string | undefined =>
  typeof data === 'string' && data.trim() !== '' && data.length <= 300 && !data.trimStart().startsWith('<')
    ? data.trim()
    : undefined

const session = z.object({
  id: z.string(),
  active: z.boolean().catch(true),
  expires_at: z.string().optional().catch(undefined),
  identity: z.object({ id: z.string(), traits: z.unknown() }),
})

export type SessionAnswer =
  | { is: 'active'; id: string; identity: string }
  | { is: 'signedOut' }
  | { is: 'secondFactor' }
  | { is: 'unreachable'; message: string }

/** Whether somebody is signed in, and far enough. */
export function readSession({ status, data }: Answer): SessionAnswer {
  if (status === 401) return { is: 'signedOut' }
  if (status === 403 || status === 422) return { is: 'secondFactor' }
  const found = status === 200 ? session.safeParse(data).data : undefined
  if (found) return found.active ? { is: 'active', id: found.id, identity: found.identity.id } : { is: 'signedOut' }
  return { is: 'unreachable', message: messageOf({ status, data }) }
}

export async function whoIsSignedIn(signal?: AbortSignal): Promise<SessionAnswer> {
  try {
    return readSession(await ask({ path: `${BASE}/sessions/whoami`, signal }))
  } catch (error) {
    if (error instanceof ApiError) return { is: 'unreachable', message: error.message }
    throw error
  }
}

const logoutToken = z.object({ logout_token: z.string() })

/**
 * Ends the session. Its token is asked for now: one from earlier is void after signing in again.
 * Somebody who is signed out already is signed out. Throws `ApiError`.
 */
export async function signOut(): Promise<void> {
  const asked = await ask({ path: `${BASE}/self-service/logout/browser` })
  if (asked.status === 401) return
  const token = logoutToken.safeParse(asked.data).data?.logout_token
  if (asked.status !== 200 || token === undefined) throw failure(asked)
  const done = await ask({ path: `${BASE}/self-service/logout`, query: [['token', token]] })
  if (done.status !== 401 && (done.status < 200 || done.status > 299)) throw failure(done)
}

const failure = (answer: Answer) =>
  new ApiError('http', messageOf(answer), { status: answer.status, cause: answer.data })
