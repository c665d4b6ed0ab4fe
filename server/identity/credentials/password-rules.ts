import { isCommonPassword } from './common-passwords'
import { createMessage, type ProtocolMessage } from '../flows/messages'

/**
 * Length limits in code points, after normalisation. No character classes are required, so a sentence is a valid
 * password.
 */
const SHORTEST = 8
const LONGEST = 256

/** The same text typed on different keyboards gives the same password. */
export const normalisePassword = (password: string): string => password.normalize('NFC')

export const isTooLong = (password: string): boolean =>
  // A code point has at most two units, so very long input is refused without counting.
  password.length > 2 * LONGEST || codePoints(password).length > LONGEST

/**
 * @returns why a new password is refused; undefined when it is accepted.
 * @param identifier the identifier that the person signs in with.
 */
export function refusePassword(password: string, identifier: string): ProtocolMessage | undefined {
  if (isTooLong(password)) return createMessage(4000033, { max_length: LONGEST, actual_length: password.length })
  const characters = codePoints(password)
  if (characters.length < SHORTEST) {
    return createMessage(4000032, { min_length: SHORTEST, actual_length: characters.length })
  }
  if (isSimilar(characters, codePoints(identifier))) return createMessage(4000031)
  return isCommonPassword(normalisePassword(password)) ? createMessage(4000034) : undefined
}

const codePoints = (text: string) => [...normalisePassword(text)]

/** Passwords with fewer edits than this count as similar. */
const FEW_EDITS = 5

function isSimilar(password: readonly string[], identifier: readonly string[]): boolean {
  const [a, b] = [lower(password), lower(identifier)]
  if (b.length === 0) return false
  return editDistance(a, b) < FEW_EDITS || longestCommonRun(a, b) > a.length / 2
}

const lower = (characters: readonly string[]) => characters.map((character) => character.toLowerCase())

/** Number of insertions, deletions and replacements (Levenshtein distance). */
function editDistance(a: readonly string[], b: readonly string[]): number {
  let above = b.map((_, column) => column + 1)
  a.forEach((character, row) => {
    let diagonal = row
    let left = row + 1
    above = b.map((other, column) => {
      const up = above[column] ?? 0
      left = Math.min(left + 1, up + 1, diagonal + (character === other ? 0 : 1))
      diagonal = up
      return left
    })
  })
  return above.at(-1) ?? a.length
}

/** Length of the longest common substring. */
function longestCommonRun(a: readonly string[], b: readonly string[]): number {
  let longest = 0
  let above: number[] = []
  for (const character of a) {
    above = b.map((other, column) => (character === other ? (column === 0 ? 0 : (above[column - 1] ?? 0)) + 1 : 0))
    longest = Math.max(longest, ...above)
  }
  return longest
}
