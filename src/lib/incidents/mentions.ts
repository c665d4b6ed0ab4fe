/** A segment of a comment: text, or a mention as written (`@Ada Lovelace`). */
type CommentPiece = { is: 'text' | 'mention'; text: string }

const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}_]/u.test(character)

/**
 * Splits a comment into text and mentions: `@` and a complete name, ignoring case. If several names match, the longest
 * counts. An `@` within a word, as in an e-mail address, or without a name is text.
 * @param names of the people who can be mentioned
 */
export function readMentions(text: string, names: readonly string[]): readonly CommentPiece[] {
  const sorted = names.filter(Boolean).toSorted((a, b) => b.length - a.length)
  const pieces: CommentPiece[] = []
  let begun = 0
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    if (isWord(text[at - 1])) continue
    const name = sorted.find((one) => {
      const written = text.slice(at + 1, at + 1 + one.length)
      return written.toLowerCase() === one.toLowerCase() && !isWord(text[at + 1 + one.length])
    })
    if (name === undefined) continue
    if (at > begun) pieces.push({ is: 'text', text: text.slice(begun, at) })
    begun = at + 1 + name.length
    pieces.push({ is: 'mention', text: text.slice(at, begun) })
    at = begun - 1
  }
  return begun < text.length || pieces.length === 0 ? [...pieces, { is: 'text', text: text.slice(begun) }] : pieces
}

/** An incomplete mention: the offset of its `@`, and the text up to the caret. */
export type PartialMention = { from: number; text: string }

/** Maximum length of a name before the caret. */
const LONGEST = 100

/**
 * The incomplete mention at the caret: an `@` that is not within a word, followed by a letter or digit. Names contain
 * spaces, so the mention extends to the end of the line.
 * @param caret offset in UTF-16 units
 */
export function findMentionAt(text: string, caret: number): PartialMention | undefined {
  for (let from = text.lastIndexOf('@', caret - 1); from !== -1; from = text.lastIndexOf('@', from - 1)) {
    const begun = text.slice(from + 1, caret)
    if (begun.length > LONGEST || begun.includes('\n')) return undefined
    if (!isWord(text[from - 1])) return isWord(begun[0]) ? { from, text: begun } : undefined
  }
  return undefined
}

/**
 * Writes a mention.
 * @param next the text after the mention. A space is added if it is empty or would continue the name.
 */
export const writeMention = (name: string, next: string): string =>
  `@${name}${next === '' || isWord(next[0]) ? ' ' : ''}`
