import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { type Answer, ApiError, ask } from './http'

// Whether somebody is signed in, and signing out. The forms that sign in are in `identity.ts`, which is not loaded with
// the first page.

/** The identity service: this backend's own, or a Kratos behind the same address. */
export const BASE = '/api/.ory'

export const NO_SENSE = 'The sign-in service gave an answer this console does not understand.'

const words = z.catch(z.optional(z.string()), undefined)
// A gateway in front of the service writes no more than a sentence.
const refusal = z.object({
  error: z.union([
    z.object({ reason: words, message: words }),
    z.pipe(
      z.string(),
      z.transform((reason) => ({ reason, message: undefined }))
    ),
  ]),
})

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
  active: z.catch(z.boolean(), true),
  identity: z.object({ id: z.string() }),
})

export type Session =
  | { is: 'active'; id: string; identity: string }
  | { is: 'signedOut' }
  | { is: 'secondFactor' }
  /** The backend has no identity service: there is nothing to sign in to. */
  | { is: 'unneeded' }

/** Whether somebody is signed in, and far enough. Throws `ApiError` when that could not be found out. */
export function readSession(answer: Answer): Session {
  const { status, data } = answer
  if (status === 401) return { is: 'signedOut' }
  if (status === 403 || status === 422) return { is: 'secondFactor' }
  if (status === 404) return { is: 'unneeded' }
  const found = status === 200 ? session.safeParse(data).data : undefined
  if (!found) throw failure(answer)
  return found.active ? { is: 'active', id: found.id, identity: found.identity.id } : { is: 'signedOut' }
}

export const whoIsSignedIn = async (signal?: AbortSignal): Promise<Session> =>
  readSession(await ask({ path: `${BASE}/sessions/whoami`, signal }))

/** Asked again whenever somebody comes back to the window: they may have signed out elsewhere. */
export const currentSession = () =>
  queryOptions({
    queryKey: ['session'],
    queryFn: ({ signal }) => whoIsSignedIn(signal),
    refetchOnWindowFocus: 'always',
  })

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

/** A refusal as an error, for what has no use for it as an answer. */
export const failure = (answer: Answer) =>
  new ApiError('http', messageOf(answer), { status: answer.status, cause: answer.data })
