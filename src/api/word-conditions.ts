import { foldText, splitWords, withoutFillers } from '@/lib/palette/rank/text'
import { or, matches, ilike } from './postgrest'

type Condition = ReturnType<typeof ilike>

/** The server reads every row for each word, so further words are ignored. */
const MOST_WORDS = 6

/** The meaningful words of a text, without punctuation: `cart-api is down` has `cart`, `api` and `down`. */
const wordsOf = (text: string): readonly string[] => withoutFillers(splitWords(foldText(text))).slice(0, MOST_WORDS)

const anyOf = (conditions: readonly Condition[]): Condition[] =>
  conditions.length > 1 ? [or(...conditions)] : [...conditions]

/** Conditions that each word of a text meets one of its conditions, in any order of the words. */
export const everyWord = (text: string, conditionsFor: (word: string) => readonly Condition[]): Condition[] =>
  wordsOf(text).flatMap((word) => anyOf(conditionsFor(word)))

/** The minimum length of a word that may contain a typing error. */
const SHORTEST = 6

/** Whether a word of a text is long enough to be searched with a typing error. */
export const mayHaveTypo = (text: string): boolean => wordsOf(text).some(({ length }) => length >= SHORTEST)

/**
 * Conditions that a column contains each word of a text with at most one wrong letter. One error cannot be in the
 * beginning and in the end of a word, so one of them is intact. The rows are candidates that the caller compares.
 */
export const everyWordWithTypo = (text: string, column: string): Condition[] =>
  wordsOf(text).flatMap((word) => {
    if (word.length < SHORTEST) return [ilike(column, word)]
    const length = Math.floor((word.length - 2) / 2)
    const part = (of: string) => matches(column, { text: of, anyBefore: true, anyAfter: true })
    return [or(part(word.slice(0, length)), part(word.slice(-length)))]
  })
