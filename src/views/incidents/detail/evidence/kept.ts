import { z } from 'zod/mini'
import type { Evidence } from '../../../../api/incident'
import { type LogLine, readLines } from '../../../../lib/logs/line'

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
