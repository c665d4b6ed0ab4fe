/** A stretch of a comment: text, or somebody who is mentioned, as it is written (`@Ada Lovelace`). */
export type CommentPiece = { is: 'text' | 'mention'; text: string }

const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}_]/u.test(character)

/**
 * A comment with the people that it mentions: `@` and a whole name, in any case, the longest name where several begin so. An
 * `@` within a word, as in an address of mail, and one before no name are text.
 * @param names of people who can be mentioned
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

/** A mention that is being typed: where its `@` is, and what stands between that and the caret. */
export type BegunMention = { from: number; text: string }

/** Characters that are looked at before the caret: no name has more. */
const LONGEST = 100

/**
 * The mention that is being typed at the caret: an `@` that is not within a word, and after it a letter or digit. Names have
 * spaces, so it goes on over them, up to the end of the line.
 * @param caret its position in the text, in UTF-16 units
 */
export function mentionAt(text: string, caret: number): BegunMention | undefined {
  for (let from = text.lastIndexOf('@', caret - 1); from !== -1; from = text.lastIndexOf('@', from - 1)) {
    const begun = text.slice(from + 1, caret)
    if (begun.length > LONGEST || begun.includes('\n')) return undefined
    if (!isWord(text[from - 1])) return isWord(begun[0]) ? { from, text: begun } : undefined
  }
  return undefined
}

/**
 * Somebody as a mention in a text.
 * @param next what stands after it: a space comes between where nothing does, or a word that would be read with the name
 */
export const writeMention = (name: string, next: string): string =>
  `@${name}${next === '' || isWord(next[0]) ? ' ' : ''}`
