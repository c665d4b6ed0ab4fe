import { BlockList, isIP } from 'node:net'

/**
 * Checks reach what the user configures; that is their purpose, and loopback is no exception. The one thing that is
 * refused are the addresses where a cloud hands its credentials to whoever asks from inside: an editor of checks is not
 * meant to become the machine. Every address that a name resolves to is asked about, so a name cannot lead around it.
 */
const metadataServices = new BlockList()
for (const address of [
  '169.254.169.254', // AWS, Azure, Google, OpenStack, DigitalOcean
  '169.254.170.2', // AWS ECS task credentials
  '169.254.170.23', // AWS EKS pod identity
  '100.100.100.200', // Alibaba
  '192.0.0.192', // Oracle
])
  metadataServices.addAddress(address, 'ipv4')
for (const address of ['fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254']) metadataServices.addAddress(address, 'ipv6')

/** `address` is an IP address in any spelling; IPv4 inside IPv6 counts as what it carries. */
export function isMetadataAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '')
  const family = isIP(bare)
  if (family === 4) return metadataServices.check(bare, 'ipv4')
  if (family !== 6) return false
  const inside = ipv4Inside(bare)
  return inside === undefined ? metadataServices.check(bare, 'ipv6') : metadataServices.check(inside, 'ipv4')
}

/** @throws when a check may not go there. */
export function assertAllowed(address: string): void {
  if (isMetadataAddress(address)) throw new Error(`${address} is a cloud metadata address, which checks may not reach`)
}

/** The IPv4 address in `::ffff:a.b.c.d` (mapped), `::a.b.c.d` (compatible) and `64:ff9b::a.b.c.d` (NAT64). */
function ipv4Inside(address: string): string | undefined {
  // The URL parser writes IPv6 in its one canonical, hexadecimal form.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [, high, low] = /^(?:::ffff:|::|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical) ?? []
  if (high === undefined || low === undefined) return undefined
  const bits = (parseInt(high, 16) * 0x10000 + parseInt(low, 16)) >>> 0
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.')
}
