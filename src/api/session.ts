import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { type Answer, ApiError, ask } from './http'

// The current session, and signing out. The sign-in forms are in `identity.ts`, which is not part of the initial load.

/** The identity service: that of this backend, or a Kratos at the same address. */
export const BASE = '/api/.ory'

export const NO_SENSE = 'The sign-in service sent an unexpected response.'

const words = z.catch(z.optional(z.string()), undefined)
// A gateway in front of the service sends only a string.
const refusal = z.object({
  error: z.union([
    z.object({ reason: words, message: words }),
    z.pipe(
      z.string(),
      z.transform((reason) => ({ reason, message: undefined }))
    ),
  ]),
})

/** The message of a refusal. A proxy page has no message. */
export function messageOf({ status, data }: Pick<Answer, 'status' | 'data'>): string {
  if (status === 200) return NO_SENSE
  const { reason, message } = refusal.safeParse(data).data?.error ?? {}
  return reason ?? message ?? plain(data) ?? `The sign-in service returned status ${status}.`
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
  /** The backend has no identity service, so sign-in is not needed. */
  | { is: 'unneeded' }

/** The sign-in state in a response. Throws `ApiError` if the state is unknown. */
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

/** Refreshed whenever the window gets focus, because the user may have signed out elsewhere. */
export const currentSession = () =>
  queryOptions({
    queryKey: ['session'],
    queryFn: ({ signal }) => whoIsSignedIn(signal),
    refetchOnWindowFocus: 'always',
  })

const logoutToken = z.object({ logout_token: z.string() })

/**
 * Ends the session. The token is requested now, because an earlier token becomes invalid after signing in again. Does
 * nothing if the user is already signed out. Throws `ApiError`.
 */
export async function signOut(): Promise<void> {
  const asked = await ask({ path: `${BASE}/self-service/logout/browser` })
  if (asked.status === 401) return
  const token = logoutToken.safeParse(asked.data).data?.logout_token
  if (asked.status !== 200 || token === undefined) throw failure(asked)
  const done = await ask({ path: `${BASE}/self-service/logout`, query: [['token', token]] })
  if (done.status !== 401 && (done.status < 200 || done.status > 299)) throw failure(done)
}

/** Converts a refusal to an error. */
export const failure = (answer: Answer) =>
  new ApiError('http', messageOf(answer), { status: answer.status, cause: answer.data })
