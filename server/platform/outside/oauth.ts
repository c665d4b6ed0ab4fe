import { createHash } from 'node:crypto'
import { z } from 'zod'
import { tryParseJson } from '../documents/try-parse-json'
import { sendOnce } from './http-request'
import { basicAuth, requestHeaders } from './request-headers'
import { redactAndClip, registerSecret } from './redaction'

/** An OAuth 2 client with the client credentials grant (RFC 6749, 4.4), and its token endpoint. */
export type OAuthClient = {
  tokenURL: string
  clientId: string
  clientSecret: string
  scope: readonly string[]
  /** Additional parameters for the token endpoint. */
  params: Readonly<Record<string, string>>
}

/** Valid tokens, in memory only, keyed by the client and the target. */
const kept = new Map<string, { token: string; untilMs: number }>()
const MOST_KEPT = 1000
/** Margin, so that a token does not expire in transit. */
const EARLY_MS = 30_000

const keyOf = (client: OAuthClient, target: URL) =>
  createHash('sha256')
    .update(JSON.stringify([target.href, client]))
    .digest('hex')

/** @returns a cached or new token for a target. @throws with the response of the token endpoint. */
export async function getOAuthToken(client: OAuthClient, target: URL, now: Date, signal: AbortSignal): Promise<string> {
  const key = keyOf(client, target)
  const known = kept.get(key)
  if (known && known.untilMs > now.getTime()) return known.token
  kept.delete(key)
  const { token, seconds } = await askForToken(client, signal)
  const untilMs = now.getTime() + seconds * 1000 - EARLY_MS
  if (untilMs > now.getTime()) {
    if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? '')
    kept.set(key, { token, untilMs })
  }
  return token
}

/** Removes a token that the target refused. */
export const forgetToken = (client: OAuthClient, target: URL): void => void kept.delete(keyOf(client, target))

const granted = z.object({
  access_token: z.string().min(1),
  /** Without it the lifetime is unknown, and the token is used once. */
  expires_in: z.coerce.number().catch(0),
})
const refused = z.object({ error: z.string(), error_description: z.string().optional() })
const tokens = ['access_token', 'refresh_token', 'id_token']
const LONGEST_REASON = 500

/**
 * Sends the client's secret as Basic credentials and, if they are refused, again in the form, as some servers require.
 * Redirects are not followed, so the secret stays at the endpoint. The certificate is always verified.
 */
async function askForToken(client: OAuthClient, signal: AbortSignal): Promise<{ token: string; seconds: number }> {
  const { tokenURL, clientId, clientSecret, scope, params } = client
  const url = new URL(tokenURL)
  const fields = { grant_type: 'client_credentials', ...(scope.length > 0 && { scope: scope.join(' ') }), ...params }
  const ask = (form: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>>) => {
    const body = new URLSearchParams(form).toString()
    const kind = { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' }
    const sent = requestHeaders(body, kind, headers)
    const tls = { rejectUnauthorized: true }
    return sendOnce({ method: 'POST', url, headers: sent, body, tls, isConfidential: true }, signal)
  }
  const [user, word] = [formEncoded(clientId), formEncoded(clientSecret)] as const
  const first = await ask(fields, basicAuth(user, word))
  const isRefused = first.status === 400 || first.status === 401
  const inForm = { ...fields, client_id: clientId, client_secret: clientSecret }
  const { status, body } = isRefused ? await ask(inForm, {}) : first
  const document = json.safeParse(body).data
  for (const name of tokens) if (typeof document?.[name] === 'string') registerSecret(document[name])
  const answer = granted.safeParse(document).data
  if (status === 200 && answer) return { token: answer.access_token, seconds: answer.expires_in }
  const reason = refused.safeParse(document).data
  const why = reason ? `: ${[reason.error, reason.error_description].filter(Boolean).join(', ')}` : ', without a token'
  throw new Error(
    redactAndClip(
      `the token endpoint ${url.origin}${url.pathname} responded with status ${status}${why}`,
      LONGEST_REASON
    )
  )
}

const formEncoded = (text: string) => new URLSearchParams({ '': text }).toString().slice(1)

const json = z.string().transform(tryParseJson).pipe(z.record(z.string(), z.unknown()))
