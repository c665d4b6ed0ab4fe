import { createPublicKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'

/** The keys of the sign-in service. Throws when they were never to be had. */
export type Keys = (id: string | undefined) => Promise<KeyObject | undefined>

const HOUR_MS = 3_600_000
/** A key that is not known may be new; asking for it must not be something that anybody can make us do. */
const UNKNOWN_MS = 300_000
/** How soon to try again when the service did not answer. */
const AGAIN_MS = 10_000

const keySet = z.object({
  keys: z.array(
    z.looseObject({
      kty: z.string(),
      kid: z.string(),
      use: z.string().optional(),
      alg: z.string().optional(),
    })
  ),
})

type Deps = {
  /** Asks the service for its key set. */
  fetchKeys(): Promise<unknown>
  now(): Date
}

/** One key that was given, for whichever id: nothing is asked. @param pem throws when it is none */
export function pinnedKey(pem: string): Keys {
  const key = createPublicKey(pem)
  return () => Promise.resolve(key)
}

/** The key set of the service, asked for each hour and when a key is not in it, never twice at a time. */
export function fetchedKeys({ fetchKeys, now }: Deps): Keys {
  let known: ReadonlyMap<string, KeyObject> | undefined
  let knownAt = 0
  let triedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined

  async function refresh(): Promise<void> {
    triedAt = now().getTime()
    known = new Map(keySet.parse(await fetchKeys()).keys.flatMap(readKey))
    knownAt = now().getTime()
  }
  const ask = () => (asking ??= refresh().finally(() => (asking = undefined)))

  return async (id) => {
    if (id === undefined) return undefined
    const time = now().getTime()
    const waits = !known ? AGAIN_MS : time - knownAt >= HOUR_MS ? AGAIN_MS : known.has(id) ? Infinity : UNKNOWN_MS
    if (asking || time - triedAt >= waits) {
      try {
        await ask()
      } catch (error) {
        // What was known counts on: a service that is away for a moment signs nobody out.
        if (!known) throw error
      }
    }
    if (!known) throw new Error('The keys of the sign-in service are not to be had')
    return known.get(id)
  }
}

/** Keys that are not for signatures by RSA are left out. */
function readKey(jwk: z.infer<typeof keySet>['keys'][number]): [string, KeyObject][] {
  const isOurs = jwk.kty === 'RSA' && (jwk.use ?? 'sig') === 'sig' && (jwk.alg ?? 'RS256') === 'RS256'
  if (!isOurs) return []
  try {
    return [[jwk.kid, createPublicKey({ key: jwk, format: 'jwk' })]]
  } catch {
    return []
  }
}
