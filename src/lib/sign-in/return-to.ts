import { HOME_PATH } from './add-return-to'

/** Longer than any address of the console. */
const LONGEST = 2048

/** Pages that lead to sign-in. Returning to them would cause a redirect loop. */
const leadsAway = new Set(['/login', '/registration', '/error', '/auth-state-checker'])

/**
 * The page to open after signing in: always an absolute address of this origin. The input comes from a link, a flow or a
 * response and is untrusted.
 *
 * Navigate to the complete address. The path alone is unsafe: the path of `/.//evil.example` starts with `//`, which is
 * another host.
 *
 * @param origin of the console, `https://console.example.com`
 */
export function resolveReturnTo(asked: string | null | undefined, origin: string): string {
  const home = new URL(HOME_PATH, origin).href
  const url = asked === null || asked === undefined ? undefined : sameOrigin(asked, origin)
  return url === undefined || url.pathname.startsWith('//') || leadsAway.has(plain(url.pathname)) ? home : url.href
}

/**
 * An address that a service redirects the browser to: an address of this origin, or an https address of a provider.
 * Undefined for any other address.
 */
export function resolveRedirect(asked: string | undefined, origin: string): string | undefined {
  const url = asked === undefined ? undefined : (sameOrigin(asked, origin) ?? parse(asked, origin))
  if (!url || url.username !== '' || url.password !== '') return undefined
  return url.origin === origin || url.protocol === 'https:' ? url.href : undefined
}

function sameOrigin(asked: string, origin: string): URL | undefined {
  const url = parse(asked, origin)
  return url && url.origin === origin && url.username === '' && url.password === '' ? url : undefined
}

function parse(asked: string, origin: string): URL | undefined {
  if (asked.length > LONGEST || !URL.canParse(asked, origin)) return undefined
  const url = new URL(asked, origin)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined
}

/** Normalises a path like the router of the console, which ignores case and a trailing slash. */
function plain(pathname: string): string {
  const path = pathname.toLowerCase().replace(/\/+$/, '')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
