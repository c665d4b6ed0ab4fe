import { isEqualInConstantTime } from '../keys'
import type { BackupCode } from '../flows/nodes'

const HOW_MANY = 12
const LENGTH = 8
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789'

type Random = (bytes: number) => Buffer

/** A new set of unused codes. */
export const newBackupCodes = (random: Random): BackupCode[] =>
  Array.from({ length: HOW_MANY }, () => ({ code: randomText(random, ALPHABET, LENGTH), usedAt: null }))

/** Random text of `length` characters from an alphabet of at most 256, each equally likely. */
export function randomText(random: Random, alphabet: string, length: number): string {
  // Bytes beyond a multiple of the alphabet's length are skipped; they would make its first characters more likely.
  const fair = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < length) {
    for (const byte of random(length)) {
      if (byte < fair && text.length < length) text += alphabet.charAt(byte % alphabet.length)
    }
  }
  return text
}

/** Codes are typed from paper: letter case, spaces and hyphens make no difference. */
const normalise = (typed: string) => typed.toLowerCase().replace(/[\s-]/g, '')

type BackupCodeUse = { outcome: 'accepted'; codes: BackupCode[] } | { outcome: 'used' | 'unknown' }

/** @returns the set to store, with this code marked as used; or why it is refused. */
export function acceptBackupCode(codes: readonly BackupCode[], typed: string, at: Date): BackupCodeUse {
  const code = normalise(typed)
  const found = codes.find((known) => isEqualInConstantTime(known.code, code))
  if (!found) return { outcome: 'unknown' }
  if (found.usedAt !== null) return { outcome: 'used' }
  return { outcome: 'accepted', codes: codes.map((known) => (known === found ? { ...known, usedAt: at } : known)) }
}
