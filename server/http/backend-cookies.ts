import type { IncomingMessage } from 'node:http'

/** The session cookie of a Mission Control with basic sign-in. */
export const BASIC_COOKIE = 'authorization'

/** Whether the browser reached the console over TLS, which a proxy in front of it may provide. */
export const isSecureRequest = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  String(headers['x-forwarded-proto'] ?? '')
    .split(',', 1)[0]
    ?.trim()
    .toLowerCase() === 'https'

/**
 * A cookie of the backend as the console passes it on. Scripts of the console read no cookie, other sites need none, and
 * a cookie that was set over TLS is not to be sent without it. Attributes of the backend that are stricter stay.
 */
export function hardenCookie(cookie: string, isSecure: boolean): string {
  const has = (name: string) => RegExp(`;\\s*${name}\\s*(?:=|;|$)`, 'i').test(cookie)
  return [
    cookie,
    ...(has('httponly') ? [] : ['HttpOnly']),
    ...(has('samesite') ? [] : ['SameSite=Lax']),
    ...(isSecure && !has('secure') ? ['Secure'] : []),
  ].join('; ')
}
