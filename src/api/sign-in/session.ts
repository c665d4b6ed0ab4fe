import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { WHOAMI_PATH } from '@/shared/first-requests'
import { type ApiResponse, ApiError, sendRaw, toHttpError } from '../http'
import { whoamiAnswer } from './whoami'

// The current session. The sign-in forms and signing out are in `identity.ts` and `sign-out.ts`, which are not part of the
// initial load.

/** The identity service: that of this backend, or a Kratos at the same address. */
export const IDENTITY_PATH = '/api/.ory'

export const UNEXPECTED_RESPONSE = 'The sign-in service sent an unexpected response.'

/** The message of a refusal. */
export const readErrorMessage = (answer: Pick<ApiResponse, 'status' | 'data'>): string =>
  answer.status === 200 ? UNEXPECTED_RESPONSE : toHttpError(answer, 'sign-in service').message

const session = z.object({
  id: z.string(),
  active: z.catch(z.boolean(), true),
  identity: z.object({ id: z.string() }),
})

type Session =
  | { is: 'active'; id: string; identity: string }
  | { is: 'signedOut' }
  | { is: 'secondFactor' }
  /** The backend has no identity service, so sign-in is not needed. */
  | { is: 'unneeded' }

/** The sign-in state in a response. Throws `ApiError` if the state is unknown. */
export function readSession(answer: ApiResponse): Session {
  const { status, data } = answer
  if (status === 401) return { is: 'signedOut' }
  if (status === 403 || status === 422) return { is: 'secondFactor' }
  if (status === 404) return { is: 'unneeded' }
  const found = status === 200 ? session.safeParse(data).data : undefined
  if (!found) throw toSessionError(answer)
  return found.active ? { is: 'active', id: found.id, identity: found.identity.id } : { is: 'signedOut' }
}

/** The sign-in state in a response to `whoami` of a backend that checks passwords itself. */
function readUser(answer: ApiResponse): Session {
  const { data } = whoamiAnswer.safeParse(answer.data)
  if (data) return { is: 'active', id: data.payload.user.id, identity: data.payload.user.id }
  if (answer.status === 401) return { is: 'signedOut' }
  throw toSessionError(answer)
}

/** The ways to sign in with a session on pages of the console: at an identity service, or at the backend itself. */
export type SessionMode = 'kratos' | 'password'

export const isSessionMode = (mode: string | undefined): mode is SessionMode => mode === 'kratos' || mode === 'password'

export const readCurrentSession = async (mode: SessionMode, signal?: AbortSignal): Promise<Session> =>
  mode === 'password'
    ? readUser(await sendRaw({ path: WHOAMI_PATH, signal }))
    : readSession(await sendRaw({ path: `${IDENTITY_PATH}/sessions/whoami`, signal }))

/**
 * Refreshed whenever the window gets focus, because the user may have signed out elsewhere. A deployment has one mode,
 * so the key is the same for both.
 */
export const currentSession = (mode: SessionMode) =>
  queryOptions({
    queryKey: ['session'],
    queryFn: ({ signal }) => readCurrentSession(mode, signal),
    refetchOnWindowFocus: 'always',
  })

/** Converts a refusal to an error. */
export const toSessionError = (answer: ApiResponse) =>
  new ApiError('http', readErrorMessage(answer), { status: answer.status, cause: answer.data })
