import { useState } from 'react'
import type { SeriesContinuation } from '@/api/health/series-continuation'
import { type CheckStatus, runVerdict, runMessage } from '@/api/health/checks'

/** Consecutive runs with the same result and message, newest first; at least one. */
export type RunSpan = {
  /** Stable while at least one of its runs is among the loaded runs. */
  id: string
  runs: readonly CheckStatus[]
}

const isAlike = (a: CheckStatus, b: CheckStatus) => a.status === b.status && runMessage(a) === runMessage(b)

/**
 * @param runs newest first, without gaps
 * @param before the previous spans; a span that continues keeps its id, so that it stays expanded on screen
 */
export function groupIntoSpans(runs: readonly CheckStatus[], before: readonly RunSpan[]): RunSpan[] {
  const known = new Map(before.flatMap(({ id, runs: members }) => members.map(({ time }) => [time, id] as const)))
  const parts: CheckStatus[][] = []
  for (const run of runs) {
    const part = parts.at(-1)
    if (part?.[0] && isAlike(part[0], run)) part.push(run)
    else parts.push([run])
  }
  const taken = new Set<string>()
  return parts.map((part) => {
    const kept = part.map(({ time }) => known.get(time)).find((id) => id !== undefined && !taken.has(id))
    // If a span was split, only the newer part keeps its id.
    const id = kept ?? freeId(part.at(-1)?.time ?? '', taken)
    taken.add(id)
    return { id, runs: part }
  })
}

const freeId = (time: string, taken: ReadonlySet<string>): string =>
  taken.has(time) ? freeId(`${time}'`, taken) : time

/** The spans of a list of runs, with their previous ids. */
export function useRunSpans(runs: readonly CheckStatus[]): readonly RunSpan[] {
  const [memory, setMemory] = useState<{ runs: readonly CheckStatus[]; spans: readonly RunSpan[] }>({
    runs: [],
    spans: [],
  })
  if (memory.runs === runs) return memory.spans
  const spans = groupIntoSpans(runs, memory.spans)
  setMemory({ runs, spans })
  return spans
}

/** The continuation of a span on other pages; `unknown` if it may continue. */
type SpanEdges = {
  /** The span contains the newest run of all pages. */
  isNewest: boolean
  earlier: SeriesContinuation | 'unknown' | undefined
  later: SeriesContinuation | 'unknown' | undefined
}

/** The page index from 0, the page size, and the number of runs on all pages. */
export type HistoryPage = { index: number; size: number; total: number | undefined }

/** @param beyond the known continuations of the first and the last span */
export function spanEdges(
  span: RunSpan,
  spans: readonly RunSpan[],
  { index, size, total }: HistoryPage,
  beyond: { earlier?: SeriesContinuation | undefined; later?: SeriesContinuation | undefined } = {}
): SpanEdges {
  const isFirst = spans[0] === span
  const count = spans.reduce((sum, { runs }) => sum + runs.length, 0)
  const isCut = spans.at(-1) === span && (total === undefined || index * size + count < total)
  return {
    isNewest: isFirst && (index === 0 || beyond.later?.isLast === true),
    earlier: isCut ? (beyond.earlier ?? 'unknown') : undefined,
    later: isFirst && index > 0 ? (beyond.later ?? 'unknown') : undefined,
  }
}

const farthest = (side: SpanEdges['earlier']) => (side === 'unknown' ? undefined : side?.farthest)

/** The times of a span: `06:09 to now`, `06:09 or earlier to 06:31`. @param clock formats a time */
export function formatSpanTimes(
  { runs }: RunSpan,
  { isNewest, earlier, later }: SpanEdges,
  clock: (time: string) => string
) {
  const [newest, oldest] = [runs[0], runs.at(-1)]
  if (!newest || !oldest) return ''
  const from = `${clock(farthest(earlier) ?? oldest.time)}${earlier === 'unknown' ? ' or earlier' : ''}`
  if (isNewest) return `${from} to now`
  return `${from} to ${clock(farthest(later) ?? newest.time)}${later === 'unknown' ? ' or later' : ''}`
}

/** The number of runs on all pages: `148`, or `50+` if not known exactly. */
export function formatSpanCount({ runs }: RunSpan, { earlier, later }: SpanEdges): string {
  const beyond = [earlier, later].map((side) => (side === 'unknown' ? 0 : (side?.count ?? 0)))
  const count = beyond.reduce((sum, more) => sum + more, runs.length)
  return `${count.toLocaleString('en')}${earlier === 'unknown' || later === 'unknown' ? '+' : ''}`
}

const results = { passed: 'passed', failed: 'failed', 'not run': 'did not take place' } as const

/** Describes a span: `148 runs failed, 06:09 to now, response code 503`. */
export function describeSpan(span: RunSpan, edges: SpanEdges, clock: (time: string) => string): string {
  const [newest] = span.runs
  if (!newest) return ''
  const count = formatSpanCount(span, edges).replace(/(.*)\+$/, 'at least $1')
  return [`${count} runs ${results[runVerdict(newest)]}`, formatSpanTimes(span, edges, clock), runMessage(newest)]
    .filter(Boolean)
    .join(', ')
}
