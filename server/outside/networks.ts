import { BlockList, isIP } from 'node:net'

/** Addresses that begin alike. */
export type Network = { family: 4 | 6; prefix: number; has(address: string): boolean }

const families = { 4: 'ipv4', 6: 'ipv6' } as const

/** Names for what people mean by them. */
const named: Readonly<Record<string, readonly string[]>> = {
  any: ['0.0.0.0/0', '::/0'],
  // Who connects to 0.0.0.0 comes out at this machine.
  loopback: ['127.0.0.0/8', '0.0.0.0/8', '::1', '::'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'],
  'link-local': ['169.254.0.0/16', 'fe80::/10'],
  multicast: ['224.0.0.0/4', '255.255.255.255', 'ff00::/8'],
}

/**
 * Reads a list with commas: addresses, networks as `10.0.0.0/8`, and the names above.
 * @returns undefined when a part of it is none of these.
 */
export function parseNetworks(list: string): Network[] | undefined {
  const parts = list.split(',').flatMap((part) => part.trim() || [])
  const networks = parts
    .flatMap((part) => (Object.hasOwn(named, part) ? (named[part] ?? []) : [part]))
    .map(parseNetwork)
  return networks.every((one) => one !== undefined) ? networks : undefined
}

function parseNetwork(text: string): Network | undefined {
  const [address = '', length, ...more] = text.split('/')
  const family = isIP(address)
  if ((family !== 4 && family !== 6) || address.includes('%') || more.length > 0) return undefined
  const whole = family === 4 ? 32 : 128
  const prefix = length === undefined ? whole : Number(length)
  if (length !== undefined && (!/^\d{1,3}$/.test(length) || prefix > whole)) return undefined
  const list = new BlockList()
  list.addSubnet(address, prefix, families[family])
  return { family, prefix, has: (one) => isIP(one) === family && list.check(one, families[family]) }
}

/** How exactly the networks know an address: the longest prefix among those that have it, -1 when none has. */
export const closest = (networks: readonly Network[], address: string): number =>
  Math.max(-1, ...networks.flatMap((one) => (one.has(address) ? [one.prefix] : [])))

/**
 * The address that a packet to this one arrives at: an IPv4 address inside an IPv6 one counts as what it carries. Empty
 * for what is no address.
 */
export function canonical(address: string): string {
  const bare = address.replace(/%.*$/s, '')
  const family = isIP(bare)
  if (family === 4) return bare
  return family === 6 ? (ipv4Inside(bare) ?? bare) : ''
}

/** Mapped, compatible, translated (SIIT), NAT64 and 6to4. `::` and `::1` are themselves. */
function ipv4Inside(address: string): string | undefined {
  const groups = groupsOf(address)
  const [first = 0, second = 0, third = 0, , fifth = 0, sixth = 0, high = 0, low = 0] = groups
  const isZero = (count: number) => groups.slice(0, count).every((group) => group === 0)
  if (first === 0x2002) return dotted(second, third)
  const isNat64 = first === 0x64 && second === 0xff9b && third <= 1
  const isCompatible = isZero(6) && (high !== 0 || low > 1)
  const isMapped = (isZero(5) && sixth === 0xffff) || (isZero(4) && fifth === 0xffff && sixth === 0)
  return isNat64 || isCompatible || isMapped ? dotted(high, low) : undefined
}

const numbers = (text: string) => text.split(':').flatMap((group) => (group === '' ? [] : [parseInt(group, 16)]))

function groupsOf(address: string): number[] {
  // The URL parser writes IPv6 in its one canonical, hexadecimal form.
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  if (after === undefined) return numbers(before)
  const [head, tail] = [numbers(before), numbers(after)]
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail]
}

const dotted = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join('.')
