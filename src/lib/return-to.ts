/** Where sign-in leads without a `return_to`. */
export const HOME = '/'

/** Longer than any address of the console. */
const LONGEST = 2048

/** Signing in leads away from these, so leading back to them would go round in circles. */
const leadsAway = new Set(['/login', '/registration', '/error', '/auth-state-checker'])

/**
 * Where to go after signing in: always an absolute address of this origin. The input came with a link, a flow or an
 * answer, so anybody may have written it.
 *
 * Navigate to the whole address. Its path alone is unsafe: that of `/.//evil.example` begins with `//`, another host.
 *
 * @param origin of the console, `https://console.example.com`
 */
export function returnTo(asked: string | null | undefined, origin: string): string {
  const home = new URL(HOME, origin).href
  const url = asked === null || asked === undefined ? undefined : sameOrigin(asked, origin)
  return url === undefined || url.pathname.startsWith('//') || leadsAway.has(plain(url.pathname)) ? home : url.href
}

/** An address that a service sends the browser to: of this origin, or of a provider by https. Undefined: go nowhere. */
export function redirectTo(asked: string | undefined, origin: string): string | undefined {
  const url = asked === undefined ? undefined : (sameOrigin(asked, origin) ?? parse(asked, origin))
  if (!url || url.username !== '' || url.password !== '') return undefined
  return url.origin === origin || url.protocol === 'https:' ? url.href : undefined
}

/** The address of a sign-in page that comes back here; home needs no mention. */
export function withReturn(path: string, back: string): string {
  return back === HOME ? path : `${path}${path.includes('?') ? '&' : '?'}return_to=${encodeURIComponent(back)}`
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

/** As the console's routes read a path: in any case, with or without a slash at its end. */
function plain(pathname: string): string {
  const path = pathname.toLowerCase().replace(/\/+$/, '')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
