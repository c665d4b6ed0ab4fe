import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

/** Longest name of a host in DNS. */
const LONGEST_NAME = 253

/**
 * Parses a host in any spelling that addresses use: a name, also in other scripts than Latin, an IPv4 address, or an IPv6
 * address with or without brackets.
 * @returns its one spelling: without brackets, in lower case and in ASCII, as sockets and DNS need it; undefined for
 * any other text.
 */
export function parseHost(text: string): string | undefined {
  const written = text.trim()
  const [, bracketed] = /^\[([^\]]*)\]$/.exec(written) ?? []
  const bare = bracketed ?? written
  if (isIP(bare)) return bare.toLowerCase()
  if (bracketed !== undefined) return undefined
  // `domainToASCII` drops line breaks, and what follows the host in an address.
  const name = /[\s\p{Cc}/\\?#@:%[\]]/u.test(bare) ? '' : domainToASCII(bare)
  // A leading hyphen would be an option of a program.
  return name.length <= LONGEST_NAME && /^[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_.-])?$/.test(name) ? name : undefined
}

/** `host:port`, or `[::1]:port`. */
export const formatHostPort = (host: string, port: number | string): string =>
  isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`
