import { IdentityError } from './errors'

const MOST_CHARACTERS = 2048

/**
 * Where to go after a flow: only pages of our own. Anything that browsers and servers read differently is refused.
 * @param raw what the address said; absent or empty means nowhere in particular.
 * @returns an absolute address; undefined for nowhere in particular.
 * @throws {IdentityError} 400 when it leads anywhere else.
 */
export function readReturnTo(raw: string | null, origin: string): string | undefined {
  if (raw === null || raw === '') return undefined
  const url = parse(raw, origin)
  const nested = url?.searchParams.get('return_to')
  const isAllowed = url !== undefined && (!nested || parse(nested, origin)?.searchParams.has('return_to') === false)
  if (!isAllowed) {
    throw new IdentityError(400, {
      id: 'self_service_flow_return_to_forbidden',
      reason: 'The address to return to is not one of this console.',
    })
  }
  return url.href
}

function parse(raw: string, origin: string): URL | undefined {
  // oxlint-disable-next-line no-control-regex
  if (raw.length > MOST_CHARACTERS || /[\u0000-\u001f\u007f\\]/.test(raw)) return undefined
  if (!URL.canParse(raw, `${origin}/`)) return undefined
  const url = new URL(raw, `${origin}/`)
  // Also by the scheme: the origin of blob:https://… is that of what comes after.
  const isOwn = url.origin === origin && /^https?:$/.test(url.protocol)
  return isOwn && url.username === '' && url.password === '' ? url : undefined
}
