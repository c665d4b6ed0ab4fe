import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6

/** Addresses with a common prefix of `prefix` bits. */
export type Network = readonly [first: IpAddress, prefix: number]

/**
 * Parses an address in any spelling that sockets accept. A zone (`%eth0`) is ignored, and an IPv4 address mapped into
 * IPv6 becomes that IPv4 address. `ipaddr.js` alone would also parse `127.1` or `0x7f.1`; for a socket these are names,
 * which it resolves.
 * @returns undefined for an invalid address.
 */
export function parseAddress(text: string): IpAddress | undefined {
  const bare = text.replace(/%.*$/s, '')
  return isIP(bare) ? ipaddr.process(bare) : undefined
}

/** Named groups of networks. */
const named: Readonly<Record<string, readonly string[]>> = {
  any: ['0.0.0.0/0', '::/0'],
  // Connections to 0.0.0.0 reach this machine.
  loopback: ['127.0.0.0/8', '0.0.0.0/8', '::1', '::'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'],
  'link-local': ['169.254.0.0/16', 'fe80::/10'],
  multicast: ['224.0.0.0/4', '255.255.255.255', 'ff00::/8'],
}

/**
 * Parses a comma-separated list of addresses, networks such as `10.0.0.0/8`, and the names above.
 * @returns undefined when an item is invalid.
 */
export function parseNetworks(list: string): Network[] | undefined {
  const parts = list.split(',').flatMap((part) => part.trim() || [])
  const networks = parts
    .flatMap((part) => (Object.hasOwn(named, part) ? (named[part] ?? []) : [part]))
    .map(parseNetwork)
  return networks.every((one) => one !== undefined) ? networks : undefined
}

function parseNetwork(text: string): Network | undefined {
  const [bare = '', ...prefix] = text.split('/')
  const address = bare.includes('%') ? undefined : parseAddress(bare)
  if (!address || prefix.length === 0) return address && [address, 8 * address.toByteArray().length]
  if (!ipaddr.isValidCIDR(text)) return undefined
  const [first, length] = ipaddr.parseCIDR(text)
  // Networks of mapped addresses become networks of IPv4, like the addresses in them.
  const isMapped = first instanceof ipaddr.IPv6 && first.isIPv4MappedAddress() && length >= MAPPED_BITS
  return isMapped ? [first.toIPv4Address(), length - MAPPED_BITS] : [first, length]
}

const MAPPED_BITS = 96

const has = ([first, prefix]: Network, address: IpAddress) =>
  first.kind() === address.kind() && address.match(first, prefix)

/** The longest prefix among the networks that contain an address; -1 when none does. */
export const longestPrefix = (networks: readonly Network[], address: IpAddress): number =>
  Math.max(-1, ...networks.flatMap((one) => (has(one, address) ? [one[1]] : [])))

/** IPv6 networks whose addresses embed an IPv4 address, and the index of its first byte. */
const carriers: readonly (readonly [network: Network, at: number])[] = [
  [ipaddr.parseCIDR('::ffff:0:0:0/96'), 12], // translated (SIIT)
  [ipaddr.parseCIDR('64:ff9b::/47'), 12], // NAT64
  [ipaddr.parseCIDR('2002::/16'), 2], // 6to4
  [ipaddr.parseCIDR('::/96'), 12], // compatible
]

/** The actual destination of an address: an IPv4 address embedded in IPv6 becomes that IPv4 address. */
export function findDestination(address: IpAddress): IpAddress {
  const isItself = ['unspecified', 'loopback'].includes(address.range())
  const [, at] = (!isItself && carriers.find(([network]) => has(network, address))) || []
  return at === undefined ? address : ipaddr.fromByteArray(address.toByteArray().slice(at, at + 4))
}

/** Whether a host is only reachable from this machine. @param host a name, or an address without brackets. */
export const isLoopback = (host: string): boolean => host === 'localhost' || parseAddress(host)?.range() === 'loopback'
