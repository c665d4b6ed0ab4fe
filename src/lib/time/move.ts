import { formatStep, parseStep } from './units'
import { absolute, relative, type TimeRange } from './range'
import type { Span } from './resolve'

/** Date math supports six digits. */
const LARGEST = 500_000

const lengthOf = ({ from, to }: Span) => to.getTime() - from.getTime()
const moved = ({ from, to }: Span, byMs: number): Span => ({
  from: new Date(from.getTime() + byMs),
  to: new Date(to.getTime() + byMs),
})

/**
 * Shifts a span by a multiple of its length. A forward shift stops at now, unless the span already extends beyond it.
 */
export function shift(span: Span, by: number, now: Date): Span {
  const target = moved(span, by * lengthOf(span))
  if (by <= 0 || target.to <= now) return target
  return span.to < now ? moved(span, now.getTime() - span.to.getTime()) : span
}

/** Doubles the length around the centre. A span that ended by now still ends by now. */
export function widen(span: Span, now: Date): Span {
  const half = Math.ceil(lengthOf(span) / 2)
  const wide = { from: new Date(span.from.getTime() - half), to: new Date(span.to.getTime() + half) }
  const beyond = wide.to.getTime() - now.getTime()
  return span.to <= now && beyond > 0 ? moved(wide, -beyond) : wide
}

/** Doubles the length. `now-1h` stays relative, so that it follows the current time. */
export function zoomOut(range: TimeRange, span: Span, now: Date): TimeRange {
  const [, start = '', written = ''] = range.type === 'relative' ? (/^(now[+-])(\w+)$/.exec(range.range) ?? []) : []
  const step = parseStep(written)
  if (step && step.amount < LARGEST) return relative(`${start}${formatStep({ ...step, amount: step.amount * 2 })}`)
  const { from, to } = widen(span, now)
  return absolute(from, to)
}
