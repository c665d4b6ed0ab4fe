import { z } from 'zod/mini'
import type { Evidence } from '../../../../api/incident'
import { type DocumentLines, parseRange } from '../../../../lib/document-lines'
import type { Language } from '../../../../lib/document/read'
import { type LogLine, readLines } from '../../../../lib/logs/line'

/** Lines of a document as they were when they became evidence, by their numbers. */
export type KeptLines = { format: Language; lines: ReadonlyMap<number, string> }

const document = z.object({
  format: z.catch(z.optional(z.enum(['yaml', 'json'])), undefined),
  selection: z.catch(z.optional(z.string()), undefined),
  lines: z.record(z.string(), z.string()),
})

/** The lines of a document that were kept; undefined where there are none. Other consoles keep lines of the JSON. */
export function keptLines({ evidence }: Pick<Evidence, 'evidence'>): KeptLines | undefined {
  const read = document.safeParse(evidence)
  if (!read.success) return undefined
  const lines = Object.entries(read.data.lines).flatMap(([number, text]): [number, string][] =>
    parseRange(number) ? [[Number(number), text]] : []
  )
  if (lines.length === 0) return undefined
  return { format: read.data.format ?? 'json', lines: new Map(lines.toSorted(([a], [b]) => a - b)) }
}

/** From the first of them to the last. */
export function rangeOf({ lines }: KeptLines): DocumentLines['range'] {
  const numbers = [...lines.keys()]
  return { from: Math.min(...numbers), to: Math.max(...numbers) }
}

/** The log lines that were kept; none where there are none. */
export const keptLog = ({ id, evidence }: Pick<Evidence, 'id' | 'evidence'>): readonly LogLine[] =>
  (Array.isArray(evidence) ? readLines(evidence, id) : undefined) ?? []

/** So that what led to lines is seen, too, and what came of them. */
const AROUND_MS = 5 * 60_000

/** When lines were written, and a little before and after; undefined where they do not say when. */
export function timeAround(lines: readonly Pick<LogLine, 'time'>[]): { from: Date; to: Date } | undefined {
  const times = lines.map(({ time }) => time).filter((time) => !Number.isNaN(time))
  if (times.length === 0) return undefined
  return { from: new Date(Math.min(...times) - AROUND_MS), to: new Date(Math.max(...times) + AROUND_MS) }
}

const words = z.object({ comment: z.string() })

/** The words of a note. */
export function keptText({ evidence }: Pick<Evidence, 'evidence'>): string | undefined {
  const read = words.safeParse(evidence)
  return read.success ? read.data.comment : undefined
}
