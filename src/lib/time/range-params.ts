import { parseTimestamp } from '@/shared/datemath'
import { isNoDate } from './dates'
import { absoluteRange, mappedRange, relativeRange, type TimeRange } from './range'

/** Query parameters that contain a range. */
const timeKeys = ['rangeType', 'display', 'range', 'from', 'to', 'timeRange'] as const
export type TimeParams = Readonly<
  { rangeType: TimeRange['type'] | undefined } & Record<
    Exclude<(typeof timeKeys)[number], 'rangeType'>,
    string | undefined
  >
>

export const noTime: TimeParams = {
  rangeType: undefined,
  display: undefined,
  range: undefined,
  from: undefined,
  to: undefined,
  timeRange: undefined,
}

/** Returns all parameters, so that writing one type of range clears the parameters of another. */
export function toTimeParams(range: TimeRange): TimeParams {
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

export function isSameRange(a: TimeRange | undefined, b: TimeRange | undefined): boolean {
  if (!a || !b) return a === b
  const [left, right] = [toTimeParams(a), toTimeParams(b)]
  return timeKeys.every((key) => left[key] === right[key])
}
