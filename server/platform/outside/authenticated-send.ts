import { answerDigest } from './digest'
import { sendOnce, type HttpRequest, type SendRequest } from './http-request'
import { forgetToken, type OAuthClient, getOAuthToken } from './oauth'
import { bearerAuth } from './request-headers'

/** Authentication in addition to the request's headers. Used only at the origin of the first request. */
type SignIn = { digest: { username: string; password: string } } | { oauth: OAuthClient; now(): Date }

/**
 * Sends authenticated requests to the origin of `target`; requests to other origins, after a redirect, are sent without
 * credentials.
 */
export const createAuthenticatedSend = (signIn: SignIn, target: URL): SendRequest => {
  const send: SendRequest =
    'digest' in signIn ? withDigest(signIn.digest) : withToken(signIn.oauth, target, () => signIn.now())
  return (request, signal) => (request.url.origin === target.origin ? send(request, signal) : sendOnce(request, signal))
}

/** Answers one challenge, and one more after a stale nonce. Only digest challenges are answered. */
const withDigest =
  (credentials: { username: string; password: string }): SendRequest =>
  async (request, signal) => {
    let answer = await sendOnce(request, signal)
    for (const isFirst of [true, false]) {
      if (answer.status !== 401) break
      const given = answerDigest(answer.headers['www-authenticate'] ?? '', credentials, request)
      if (!given || !(isFirst || given.isStale)) break
      answer = await sendOnce(withAuthorization(request, { Authorization: given.text }), signal)
    }
    return answer
  }

/** Replaces a refused token once. */
const withToken =
  (client: OAuthClient, target: URL, now: () => Date): SendRequest =>
  async (request, signal) => {
    const ask = async () => {
      const token = await getOAuthToken(client, target, now(), signal)
      return sendOnce(withAuthorization(request, bearerAuth(token)), signal)
    }
    const answer = await ask()
    if (answer.status !== 401) return answer
    forgetToken(client, target)
    return ask()
  }

const withAuthorization = (request: HttpRequest, header: { Authorization: string }): HttpRequest => {
  const others = Object.entries(request.headers).filter(([name]) => name.toLowerCase() !== 'authorization')
  return { ...request, headers: { ...Object.fromEntries(others), ...header } }
}
