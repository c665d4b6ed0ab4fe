import type { LookupAddress } from 'node:dns'

/** What names mean in a test; each look-up takes the next meaning, and the last one stays. */
export const meanings = new Map<string, string[][]>()
/** Names of `meanings` that were looked up, in turn. */
export const lookups: string[] = []

/** For `vi.mock('node:dns', …)`: names of `meanings` mean that, all others what they always do. */
export function withMeanings(dns: typeof import('node:dns')) {
  const lookup = (name: string, options: object, callback: (error: Error | null, found: LookupAddress[]) => void) => {
    const queue = meanings.get(name)
    if (!queue) return dns.lookup(name, { ...options, all: true }, callback)
    lookups.push(name)
    const [addresses = []] = queue.length > 1 ? queue.splice(0, 1) : queue
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    )
  }
  return { ...dns, default: { ...dns, lookup }, lookup }
}
