import { IdentityError } from './errors'

const MOST_CHARACTERS = 2048

/**
 * Validates the address to continue at after a flow: only pages of this console. Addresses that browsers and servers
 * parse differently are refused.
 * @param raw the query parameter; null or empty when not given.
 * @returns an absolute address; undefined when not given.
 * @throws {IdentityError} 400 for any other address.
 */
export function readReturnTo(raw: string | null, origin: string): string | undefined {
  if (raw === null || raw === '') return undefined
  const url = parse(raw, origin)
  const nested = url?.searchParams.get('return_to')
  const isAllowed = url !== undefined && (!nested || parse(nested, origin)?.searchParams.has('return_to') === false)
  if (!isAllowed) {
    throw new IdentityError(400, {
      id: 'self_service_flow_return_to_forbidden',
      reason: 'return_to must be an address of this console.',
    })
  }
  return url.href
}

function parse(raw: string, origin: string): URL | undefined {
  // oxlint-disable-next-line no-control-regex
  if (raw.length > MOST_CHARACTERS || /[\u0000-\u001f\u007f\\]/.test(raw)) return undefined
  if (!URL.canParse(raw, `${origin}/`)) return undefined
  const url = new URL(raw, `${origin}/`)
  // The scheme is checked too, because the origin of blob:https://… is that of the inner address.
  const isOwn = url.origin === origin && /^https?:$/.test(url.protocol)
  return isOwn && url.username === '' && url.password === '' ? url : undefined
}
