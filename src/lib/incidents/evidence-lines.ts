import type { DocumentLines } from '@/shared/catalog/document-lines'

/** Lines of a document at the time they became evidence, keyed by line number. */
export type StoredLines = Pick<DocumentLines, 'range' | 'format'> & { lines: ReadonlyMap<number, string> }

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The document lines stored as evidence; undefined for other evidence. Other consoles store lines of the JSON. */
export function documentLines(evidence: unknown): StoredLines | undefined {
  if (!isObject(evidence) || !isObject(evidence['lines'])) return undefined
  const lines = Object.entries(evidence['lines'])
    .flatMap(([number, text]) =>
      typeof text === 'string' && Number(number) > 0 ? [[Number(number), text] as const] : []
    )
    .toSorted(([a], [b]) => a - b)
  const [first, last] = [lines[0], lines.at(-1)]
  if (!first || !last) return undefined
  return {
    format: evidence['format'] === 'yaml' ? 'yaml' : 'json',
    range: { from: first[0], to: last[0] },
    lines: new Map(lines),
  }
}

/** The lines of evidence at the time they became evidence, of a document or of a log. */
export function quotedLines({ type, evidence }: { type: string; evidence: unknown }): readonly string[] {
  if (type !== 'log' || !Array.isArray(evidence)) return [...(documentLines(evidence)?.lines.values() ?? [])]
  return evidence.flatMap((line) => (isObject(line) && typeof line['message'] === 'string' ? [line['message']] : []))
}
