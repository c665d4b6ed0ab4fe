import { applyCarriageReturns } from '@/shared/logs/terminal'
import type { LogLine } from './line'
import { stripLeadingTime } from './render-line'

/** The message of a line that is not expanded: as a terminal shows it at the end, without a time that has a column. */
export function toDisplayedMessage({
  time,
  isUndated,
  message,
}: Pick<LogLine, 'time' | 'isUndated' | 'message'>): string {
  const text = applyCarriageReturns(message)
  return Number.isNaN(time) || isUndated ? text : stripLeadingTime(text)
}
