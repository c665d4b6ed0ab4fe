import { parseTimestamp } from '@/shared/datemath'
import { isNoDate } from './dates'
import { absoluteRange, mappedRange, relativeRange, type TimeRange } from './range'
import type { RangeCodec, TimeParams } from './range-codec'
import { findRangeError } from './resolve'

const noTime: TimeParams = {
  rangeType: undefined,
  display: undefined,
  range: undefined,
  from: undefined,
  to: undefined,
  timeRange: undefined,
}

/** Returns all parameters, so that writing one type of range clears the parameters of another. */
export function toTimeParams(range: TimeRange | undefined): TimeParams {
  if (!range) return noTime
  const common = { ...noTime, rangeType: range.type, display: range.display }
  switch (range.type) {
    case 'absolute':
      return { ...common, from: range.from, to: range.to }
    case 'relative':
      return { ...common, range: range.range }
    case 'mapped':
      return { ...common, timeRange: range.display }
  }
}

/**
 * The range in query parameters, whether or not it can be resolved: the resolver refuses an invalid range. The name is
 * derived again, so that a link cannot rename a range.
 * @returns undefined if there is no range, or an absolute range lacks a date.
 */
export function fromTimeParams(params: Partial<TimeParams>): TimeRange | undefined {
  switch (params.rangeType) {
    case 'absolute': {
      const [from, to] = [params.from, params.to].map((text) => (isNoDate(text) ? undefined : parseTimestamp(text)))
      return from && to ? absoluteRange(from, to) : undefined
    }
    case 'relative':
      return relativeRange(params.range ?? '')
    case 'mapped':
      return mappedRange(params.timeRange ?? '')
    default:
      return undefined
  }
}

/** A page with any range: `rangeType=relative&display=Last+hour&range=now-1h`. */
export const anyRangeCodec: RangeCodec = {
  read(params) {
    const range = fromTimeParams(params)
    const fault = range && findRangeError(range)
    return fault === undefined ? { range } : { fault }
  },
  write: toTimeParams,
}
