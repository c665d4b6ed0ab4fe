import { z } from 'zod/mini'
import { sendRaw } from '../http'
import { IDENTITY_PATH, type SessionMode, toSessionError } from './session'

const logoutToken = z.object({ logout_token: z.string() })

/**
 * Ends the session. The token is requested now, because an earlier token becomes invalid after signing in again. Does
 * nothing if the user is already signed out. Throws `ApiError`.
 */
export async function signOut(mode: SessionMode): Promise<void> {
  if (mode === 'password') return end({ method: 'post', path: '/api/auth/logout' })
  const asked = await sendRaw({ path: `${IDENTITY_PATH}/self-service/logout/browser` })
  if (asked.status === 401) return
  const token = logoutToken.safeParse(asked.data).data?.logout_token
  if (asked.status !== 200 || token === undefined) throw toSessionError(asked)
  await end({ path: `${IDENTITY_PATH}/self-service/logout`, query: [['token', token]] })
}

async function end(request: Parameters<typeof sendRaw>[0]): Promise<void> {
  const done = await sendRaw(request)
  if (done.status !== 401 && (done.status < 200 || done.status > 299)) throw toSessionError(done)
}
