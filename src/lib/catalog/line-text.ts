import { type DocumentLines, formatLineRange, type LineRange } from '@/shared/catalog/document-lines'

// Functions that need the text of lines. The initial load of a page does not include them.

/** Maximum number of lines and of their characters that become evidence at once. */
export const MOST_EVIDENCE_LINES = 1000
export const MOST_EVIDENCE_CHARACTERS = 200_000

/** Whether a name from `describeLines` takes a verb in the plural. */
export const isPlural = (name: string): boolean => /^lines \d/.test(name)

/** The part of the id that is stored with evidence, next to the id of the item. */
export const formatLineSelection = ({ format, range, digest }: Omit<DocumentLines, 'configId'>): string =>
  `${format}/${formatLineRange(range)}/${digest}`

/** The id of lines. */
export const formatLinesId = (lines: DocumentLines): string => `${lines.configId}/${formatLineSelection(lines)}`

/** The lines of a range in a text, keyed by line number. Lines beyond the end are left out. */
export const pickLines = (text: string, { from, to }: LineRange): ReadonlyMap<number, string> =>
  new Map(
    text
      .split('\n')
      .slice(from - 1, to)
      .map((line, at) => [from + at, line])
  )

/** Number of lines in a text. */
export function countLines(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** A digest to detect changed lines: eight hexadecimal digits (FNV-1a). Not collision-resistant. */
export function digestLines(lines: ReadonlyMap<number, string>): string {
  let hash = 0x811c9dc5
  for (const unit of [...lines.values()].join('\n')) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
