import dns, { type LookupAddress } from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll } from 'vitest'

type Callback = (error: Error | null, found: LookupAddress[]) => void

/**
 * Overrides the resolution of the names in `meanings` until the end of the file; others resolve as usual. Call it at
 * the top of the file. Each lookup returns the next result, and the last one remains.
 * @returns `lookups`: the overridden names that were resolved, in order.
 */
export function testNames() {
  const meanings = new Map<string, string[][]>()
  const lookups: string[] = []
  const { lookup } = dns
  const standIn = (...question: [name: string, options: object, callback: Callback]) => {
    const [name, , callback] = question
    const queue = meanings.get(name)
    // Node itself also resolves names, with other arguments.
    if (!queue) return Reflect.apply(lookup, dns, question)
    lookups.push(name)
    const [addresses = []] = queue.length > 1 ? queue.splice(0, 1) : queue
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    )
  }
  put(standIn)
  afterAll(() => put(lookup))
  return { meanings, lookups }
}

function put(lookup: unknown) {
  Object.assign(dns, { lookup })
  // Also updates modules that imported it by name.
  syncBuiltinESMExports()
}
