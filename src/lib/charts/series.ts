/** A measurement. `time`: milliseconds since 1970; `value`: null without a measurement. */
export type SeriesPoint = { time: number; value: number | null }
export type KnownPoint = { time: number; value: number }
export type SeriesSpan = { from: number; to: number }

/** An interval this many times longer than usual is a gap. A slightly delayed run is not. */
const GAP = 2.5

export const isKnownPoint = (point: SeriesPoint): point is KnownPoint =>
  point.value !== null && Number.isFinite(point.value)

/**
 * The median, which is the lower middle value of an even number, so that it is a measured value. Undefined for an empty
 * list.
 */
export function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length / 2) - 1]
}

/**
 * The segments that a line may connect, and the gaps between them: missing values, or points that are much farther
 * apart than usual.
 * @param points in order of time.
 */
export function splitAtGaps(points: readonly SeriesPoint[]): { segments: KnownPoint[][]; gaps: SeriesSpan[] } {
  const usual = median(points.slice(1).map(({ time }, at) => time - (points[at]?.time ?? time))) ?? 0
  const segments: KnownPoint[][] = []
  const gaps: SeriesSpan[] = []
  let open: KnownPoint[] | undefined
  let last: SeriesPoint | undefined
  for (const point of points) {
    const isLate = last !== undefined && usual > 0 && point.time - last.time > GAP * usual
    if (isLate) open = undefined
    if (isKnownPoint(point)) {
      if (!open) {
        const from = segments.at(-1)?.at(-1)?.time ?? points[0]?.time ?? point.time
        if (from < point.time) gaps.push({ from, to: point.time })
        segments.push((open = []))
      }
      open.push(point)
    } else open = undefined
    last = point
  }
  const end = segments.at(-1)?.at(-1)?.time ?? points[0]?.time
  if (last && end !== undefined && !isKnownPoint(last) && end < last.time) gaps.push({ from: end, to: last.time })
  return { segments, gaps }
}

/**
 * A subset of at most `atMost` points (4 or more): the first and last, and the lowest and highest of each section
 * between them. Unlike averages, this keeps a spike of one point among thousands.
 */
export function downsample(points: readonly KnownPoint[], atMost: number): readonly KnownPoint[] {
  if (points.length <= Math.max(4, atMost)) return points
  const stretches = Math.max(1, Math.floor((atMost - 2) / 2))
  const inner = points.slice(1, -1)
  const sampled: KnownPoint[] = points.slice(0, 1)
  for (let stretch = 0; stretch < stretches; stretch++) {
    const start = Math.floor((stretch * inner.length) / stretches)
    const end = Math.floor(((stretch + 1) * inner.length) / stretches)
    let [low, high] = [start, start]
    for (let at = start; at < end; at++) {
      if (valueAt(inner, at) < valueAt(inner, low)) low = at
      if (valueAt(inner, at) > valueAt(inner, high)) high = at
    }
    const [first, second] = [Math.min(low, high), Math.max(low, high)]
    sampled.push(...inner.slice(first, first + 1), ...(first === second ? [] : inner.slice(second, second + 1)))
  }
  return [...sampled, ...points.slice(-1)]
}

/** All times of the series, in order. */
export const collectTimes = (series: readonly { points: readonly SeriesPoint[] }[]): number[] =>
  [...new Set(series.flatMap(({ points }) => points.map(({ time }) => time)))].toSorted((a, b) => a - b)

/** Index of the nearest value in `sorted`; -1 for an empty list. */
export function nearestAt(sorted: readonly number[], wanted: number): number {
  let [low, high] = [0, sorted.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? wanted) < wanted) low = middle
    else high = middle
  }
  const distance = (at: number) => Math.abs((sorted[at] ?? Infinity) - wanted)
  return distance(high) < distance(low) ? high : Math.min(low, sorted.length - 1)
}

export type HistogramBin = SeriesSpan & { count: number }

/** Counts values in at most `atMost` bins of the same round width. A value on an edge belongs to the bin above. */
export function histogram(values: readonly number[], atMost: number): HistogramBin[] {
  const known = values.filter(Number.isFinite)
  if (known.length === 0) return []
  const [low, high] = findExtent(known)
  if (low === high) return [{ from: low, to: high, count: known.length }]
  // Reserves one bin for rounding the lower edge.
  const step = roundStep((high - low) / Math.max(1, atMost - 1))
  const first = Math.floor(low / step)
  const last = Math.floor(high / step)
  const bins = Array.from({ length: last - first + 1 }, (_, at) => ({
    from: (first + at) * step,
    to: (first + at + 1) * step,
    count: 0,
  }))
  for (const value of known) {
    const bin = bins[Math.floor(value / step) - first]
    if (bin) bin.count += 1
  }
  return bins
}

/** Counts events by kind between adjacent edges. Events outside the edges are ignored. */
export function countBetween(
  events: readonly { time: number; kind: string }[],
  edges: readonly number[]
): (SeriesSpan & { counts: Record<string, number> })[] {
  const buckets = edges.slice(1).map((to, at) => {
    const counts: Record<string, number> = {}
    return { from: edges[at] ?? to, to, counts }
  })
  for (const { time, kind } of events) {
    const bucket = buckets.find(
      ({ from, to }, at) => time >= from && (time < to || (time === to && at === buckets.length - 1))
    )
    if (bucket) bucket.counts[kind] = (bucket.counts[kind] ?? 0) + 1
  }
  return buckets
}

/** The smallest of 1, 2, 5, 10, 20, … (or fractions of ten of them) that is not less. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5].find((digit) => digit * power >= least * (1 - 1e-9)) ?? 10) * power
}

/** Lowest and highest value. `Math.min(...values)` fails for a hundred thousand values. */
export const findExtent = (values: readonly number[]): [number, number] =>
  values.reduce<[number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Infinity, -Infinity]
  )

const valueAt = (points: readonly KnownPoint[], at: number) => points[at]?.value ?? 0
