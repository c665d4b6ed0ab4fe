import { formatRange, isSameRange, type TimeRange } from './range'

/** Query parameters that contain a range. */
export type TimeParams = Readonly<
  { rangeType: TimeRange['type'] | undefined } & Record<
    'display' | 'range' | 'from' | 'to' | 'timeRange',
    string | undefined
  >
>

/** How the address of a page contains a time range. */
export type RangeCodec = {
  /** The range of the parameters, or the error of an invalid one, as it is logged. */
  read(params: TimeParams): { range?: TimeRange | undefined; fault?: string }
  /** Returns every parameter that the page may have; without a range, all of them are undefined. */
  write(range: TimeRange | undefined): Partial<TimeParams>
}

/** The name of a range in a list: `1h` for `now-1h`. */
export const listedRangeName = (range: TimeRange) => formatRange(range).replace(/^now-/, '')

/**
 * A page with a list of ranges up to now: `timeRange=1h`. Ranges that are not in the list are ignored.
 * @param initial the range without a parameter
 */
export const listedRangeCodec = (list: readonly TimeRange[], initial: TimeRange): RangeCodec => ({
  read: ({ timeRange }) => ({ range: list.find((range) => listedRangeName(range) === timeRange) }),
  write: (range) => ({ timeRange: range && !isSameRange(range, initial) ? listedRangeName(range) : undefined }),
})
