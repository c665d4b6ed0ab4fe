import { changeBetween } from './edit'

/** A text as editors hold it: its lines end with `\n` alone. */
export const plainLines = (text: string): string => text.replaceAll(/\r\n?/g, '\n')

/**
 * What was edited in `plainLines` of a text, in the text itself: lines that were not edited end as they did, new ones
 * as its first one.
 */
export function withLineEnds(original: string, edited: string): string {
  if (!original.includes('\r')) return edited
  const change = changeBetween(plainLines(original), edited)
  if (!change) return original
  const eol = /\r\n?|\n/.exec(original)?.[0] ?? '\n'
  const [from, to] = [offsetIn(original, change.from), offsetIn(original, change.to)]
  return `${original.slice(0, from)}${change.insert.replaceAll('\n', eol)}${original.slice(to)}`
}

/** Where an offset of the plain text lies in the original. */
function offsetIn(original: string, plain: number): number {
  let dropped = 0
  for (const { index } of original.matchAll(/\r\n/g)) {
    if (index - dropped >= plain) break
    dropped++
  }
  return plain + dropped
}
