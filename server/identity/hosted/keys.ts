import { createPublicKey, type KeyObject } from 'node:crypto'
import { createLocalJWKSet, type CryptoKey, type JSONWebKeySet } from 'jose'

export type VerificationKey = CryptoKey | KeyObject

/**
 * Resolves keys of the sign-in service by id; undefined when there is no such key. Throws when no keys could ever be
 * fetched.
 */
export type ResolveKey = (id: string | undefined) => Promise<VerificationKey | undefined>

const HOUR_MS = 3_600_000
/** An unknown key id may be a new key. Fetching is rate-limited, because any caller can send unknown ids. */
const UNKNOWN_MS = 300_000
/** Milliseconds until the next attempt after a failure. */
const AGAIN_MS = 10_000

type Deps = {
  /** Fetches the key set of the service. */
  fetchKeys(): Promise<unknown>
  now(): Date
}

/** One configured key, for any id; nothing is fetched. @param pem throws when it is invalid */
export function createPinnedKey(pem: string): ResolveKey {
  const key = createPublicKey(pem)
  return () => Promise.resolve(key)
}

/** The key set of the service. Fetched hourly and for unknown key ids, never twice in parallel. */
export function createFetchedKeys({ fetchKeys, now }: Deps): ResolveKey {
  let known: KeySet | undefined
  let knownAt = 0
  let triedAt = Number.NEGATIVE_INFINITY
  let pending: Promise<void> | undefined

  async function refresh(): Promise<void> {
    triedAt = now().getTime()
    known = createLocalJWKSet((await fetchKeys()) as JSONWebKeySet)
    knownAt = now().getTime()
  }
  const refreshOnce = () => (pending ??= refresh().finally(() => (pending = undefined)))

  return async (id) => {
    if (id === undefined) return undefined
    const time = now().getTime()
    const isOld = !known || time - knownAt >= HOUR_MS
    const waits = isOld ? AGAIN_MS : (await find(known, id)) ? Infinity : UNKNOWN_MS
    if (pending || time - triedAt >= waits) {
      try {
        await refreshOnce()
      } catch (error) {
        // The known keys stay valid, so that a short outage of the service signs no one out.
        if (!known) throw error
      }
    }
    if (!known) throw new Error('The keys of the sign-in service are not available')
    return find(known, id)
  }
}

type KeySet = ReturnType<typeof createLocalJWKSet>

/** An RSA signature key. Keys for other uses, and invalid ones, are ignored. */
async function find(keys: KeySet | undefined, id: string): Promise<VerificationKey | undefined> {
  try {
    return await keys?.({ alg: 'RS256', kid: id })
  } catch {
    return undefined
  }
}
