import { type DocumentLines, formatRange, type LineRange } from './document-lines'

// What is known of lines only with their text; the first load of a page needs none of it.

/** As many as become evidence at once, and characters in them. */
export const MOST_LINES = 1000
export const MOST_CHARACTERS = 200_000

/** Whether the name of a thing takes a verb in the plural, as `nameOfLines` makes them. */
export const isPlural = (name: string): boolean => /^lines \d/.test(name)

/** The part of their id that is kept with the evidence, beside the id of the item. */
export const selectionOf = ({ format, range, digest }: Omit<DocumentLines, 'configId'>): string =>
  `${format}/${formatRange(range)}/${digest}`

/** The id of lines as a thing. */
export const idOfLines = (lines: DocumentLines): string => `${lines.configId}/${selectionOf(lines)}`

/** These lines of a text, by their numbers; those beyond its end are left out. */
export const linesIn = (text: string, { from, to }: LineRange): ReadonlyMap<number, string> =>
  new Map(
    text
      .split('\n')
      .slice(from - 1, to)
      .map((line, at) => [from + at, line])
  )

/** How many lines a text has. */
export function countLines(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** Tells texts apart that are meant to be the same; eight hexadecimal digits (FNV-1a). Anybody could make two that agree. */
export function digestOf(lines: ReadonlyMap<number, string>): string {
  let hash = 0x811c9dc5
  for (const unit of [...lines.values()].join('\n')) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
