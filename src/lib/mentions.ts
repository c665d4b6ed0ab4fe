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
