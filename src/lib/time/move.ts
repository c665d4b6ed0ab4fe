import { formatStep, parseStep } from './units'
import { absoluteRange, relativeRange, type TimeRange } from './range'
import type { TimeSpan } from './resolve'

/** Date math supports six digits. */
const LARGEST = 500_000

const lengthOf = ({ from, to }: TimeSpan) => to.getTime() - from.getTime()
const moved = ({ from, to }: TimeSpan, byMs: number): TimeSpan => ({
  from: new Date(from.getTime() + byMs),
  to: new Date(to.getTime() + byMs),
})

/**
 * Shifts a span by a multiple of its length. A forward shift stops at now, unless the span already extends beyond it.
 */
export function shiftSpan(span: TimeSpan, by: number, now: Date): TimeSpan {
  const target = moved(span, by * lengthOf(span))
  if (by <= 0 || target.to <= now) return target
  return span.to < now ? moved(span, now.getTime() - span.to.getTime()) : span
}

/** Doubles the length around the centre. A span that ended by now still ends by now. */
export function widenSpan(span: TimeSpan, now: Date): TimeSpan {
  const half = Math.ceil(lengthOf(span) / 2)
  const wide = { from: new Date(span.from.getTime() - half), to: new Date(span.to.getTime() + half) }
  const beyond = wide.to.getTime() - now.getTime()
  return span.to <= now && beyond > 0 ? moved(wide, -beyond) : wide
}

/** Doubles the length. `now-1h` stays relative, so that it follows the current time. */
export function zoomOutRange(range: TimeRange, span: TimeSpan, now: Date): TimeRange {
  const [, start = '', written = ''] = range.type === 'relative' ? (/^(now[+-])(\w+)$/.exec(range.range) ?? []) : []
  const step = parseStep(written)
  if (step && step.amount < LARGEST) return relativeRange(`${start}${formatStep({ ...step, amount: step.amount * 2 })}`)
  const { from, to } = widenSpan(span, now)
  return absoluteRange(from, to)
}
