import dns, { type LookupAddress } from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll } from 'vitest'

type Callback = (error: Error | null, found: LookupAddress[]) => void

/**
 * Until the end of the file, names of `meanings` mean what the test says; all others what they always do.
 * Call it at the top of the file. Each look-up takes the next meaning, and the last one stays.
 * @returns `lookups`: the names of `meanings` that were looked up, in turn.
 */
export function testNames() {
  const meanings = new Map<string, string[][]>()
  const lookups: string[] = []
  const { lookup } = dns
  const standIn = (...question: [name: string, options: object, callback: Callback]) => {
    const [name, , callback] = question
    const queue = meanings.get(name)
    // Node itself asks, too, and in other forms.
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
  // Who has imported it by its name gets it, too.
  syncBuiltinESMExports()
}
