import { changeBetween } from './edit'

/**
 * A text with `
 * ` as its only line ending, as editors store it.
 */
export const plainLines = (text: string): string => text.replaceAll(/\r\n?/g, '\n')

/**
 * Applies an edit of `plainLines` to the original text. Unchanged lines keep their endings; new lines get the first
 * ending of the text.
 */
export function withLineEnds(original: string, edited: string): string {
  if (!original.includes('\r')) return edited
  const change = changeBetween(plainLines(original), edited)
  if (!change) return original
  const eol = /\r\n?|\n/.exec(original)?.[0] ?? '\n'
  const [from, to] = [offsetIn(original, change.from), offsetIn(original, change.to)]
  return `${original.slice(0, from)}${change.insert.replaceAll('\n', eol)}${original.slice(to)}`
}

/** Converts an offset in the plain text to the original text. */
function offsetIn(original: string, plain: number): number {
  let dropped = 0
  for (const { index } of original.matchAll(/\r\n/g)) {
    if (index - dropped >= plain) break
    dropped++
  }
  return plain + dropped
}
