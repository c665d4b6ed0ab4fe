import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, parseOptions, verify as compare } from '@node-rs/argon2'
import { limitConcurrency } from './limit-concurrency'
import { isTooLong, normalisePassword } from './password-rules'
import type { IdentityConfig } from '../types'

export type Passwords = {
  /** Argon2id in PHC format, which includes its cost. */
  hash(password: string): Promise<string>
  /**
   * @param by `isKnown`: sent from a known device, so that sign-in attempts of other clients cannot keep its owner from
   * waiting.
   */
  verify(hashed: string, password: string, by?: { isKnown: boolean }): Promise<boolean>
  /** Takes as long as `verify`; used for unknown identifiers. Always false. */
  verifyDummy(password: string): Promise<false>
  /** Whether a hash was created with weaker parameters than those configured now. */
  needsRehash(hashed: string): boolean
}

/**
 * Hashes passwords, a few at a time: each takes a core and its memory. All methods except `needsRehash` reject with a
 * 429 when too many tasks wait.
 */
export async function createPasswords(
  cost: IdentityConfig['argon2'],
  limits = { atOnce: availableParallelism(), waiting: 50 },
  verify: (hashed: string, password: string) => Promise<boolean> = compare
): Promise<Passwords> {
  const run = limitConcurrency(limits)
  const dummyHash = await hash(randomBytes(32), cost)
  // No password of this length is ever accepted, so refusing early reveals nothing and saves the work.
  const matches: Passwords['verify'] = (hashed, password, { isKnown } = { isKnown: false }) =>
    isTooLong(password)
      ? Promise.resolve(false)
      : run(() => verify(hashed, normalisePassword(password)), { mayWait: isKnown })
  return {
    hash: (password) => run(() => hash(normalisePassword(password), cost)),
    verify: matches,
    async verifyDummy(password) {
      await matches(dummyHash, password)
      return false
    },
    needsRehash(hashed) {
      const options = parseOptions(hashed)
      return (
        !hashed.startsWith('$argon2id$') || options.memoryCost < cost.memoryCost || options.timeCost < cost.timeCost
      )
    },
  }
}
