import { sendRaw } from '../http'
import { readErrorMessage } from './session'

/** The result of a sign-in with a password that the backend checks. */
export type PasswordResult = { is: 'signedIn' } | { is: 'refused'; message: string }

/**
 * Signs in at a backend with basic sign-in. The credentials are sent twice: a guard of some releases reads only the
 * header, replaces it, and leaves the body to the route.
 *
 * @throws {ApiError} without an answer
 */
export async function signInWithPassword(username: string, password: string): Promise<PasswordResult> {
  const answer = await sendRaw({
    method: 'post',
    path: '/api/auth/login',
    body: { username, password },
    authorization: `Basic ${encodeUtf8(`${username}:${password}`)}`,
  })
  if (answer.status >= 200 && answer.status < 300) return { is: 'signedIn' }
  const message = answer.status === 401 ? 'The user name or the password is wrong.' : readErrorMessage(answer)
  return { is: 'refused', message }
}

const encodeUtf8 = (text: string) => btoa(String.fromCodePoint(...new TextEncoder().encode(text)))
