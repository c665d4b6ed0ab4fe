import { z } from 'zod/mini'
import type { Evidence } from '@/api/incidents/incident'
import { type LogLine, parseLogLines } from '@/lib/logs/line'

/** The log lines stored with the evidence; empty if there are none. */
export const readStoredLog = ({ id, evidence }: Pick<Evidence, 'id' | 'evidence'>): readonly LogLine[] =>
  (Array.isArray(evidence) ? parseLogLines(evidence, id) : undefined) ?? []

/** Milliseconds before and after the lines, to show their causes and consequences. */
const AROUND_MS = 5 * 60_000

/** The time range of the lines, extended on both sides; undefined for lines without timestamps. */
export function paddedLogRange(lines: readonly Pick<LogLine, 'time'>[]): { from: Date; to: Date } | undefined {
  const times = lines.map(({ time }) => time).filter((time) => !Number.isNaN(time))
  if (times.length === 0) return undefined
  return { from: new Date(Math.min(...times) - AROUND_MS), to: new Date(Math.max(...times) + AROUND_MS) }
}

const words = z.object({ comment: z.string() })

/** The text of a note. */
export function readNoteText({ evidence }: Pick<Evidence, 'evidence'>): string | undefined {
  const read = words.safeParse(evidence)
  return read.success ? read.data.comment : undefined
}
