import { parseDatemath } from '@/shared/datemath'
import { type QuickRange, quickRanges } from './lists'
import { INDEFINITELY, type TimeRange } from './range'

/** A span of time; `to` is exclusive. */
export type TimeSpan = { from: Date; to: Date }
/** A span that may have no end. */
export type OpenSpan = { from: Date; to: Date | undefined }

/** The error of a range, as it is logged; undefined if the range is valid. */
export function findRangeError(range: TimeRange): string | undefined {
  let fault: string | undefined
  try {
    // The validity of a range does not depend on the time or zone.
    resolveRange(range, { now: new Date(0), timeZone: 'UTC', log: (message) => (fault = message) })
    return fault
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

type Deps = { now: Date; timeZone: string; log(message: string): void }

/**
 * Resolves a range to its current times.
 * @param deps.log receives the error of a relative or absolute range.
 * @returns undefined for an invalid range.
 * @throws {RangeError} 'Invalid mapped time range' for an unknown quick range.
 */
export function resolveRange(range: TimeRange, { now, timeZone, log }: Deps): OpenSpan | undefined {
  switch (range.type) {
    case 'absolute': {
      const span = { from: new Date(range.from), to: new Date(range.to) }
      if (span.from < span.to) return span
      log('Invalid absolute time range')
      return undefined
    }
    case 'relative': {
      if (range.range === INDEFINITELY) return { from: now, to: undefined }
      const edge = range.range.startsWith('now') ? parseDatemath(range.range, now, timeZone) : undefined
      if (edge && edge < now) return { from: edge, to: now }
      if (edge && edge > now) return { from: now, to: edge }
      log('Invalid relative time range')
      return undefined
    }
    case 'mapped': {
      if (!isQuickRange(range.display)) throw new RangeError('Invalid mapped time range')
      const [from, to] = quickRanges[range.display].map((text) => parseDatemath(text, now, timeZone))
      if (!from || !to) throw new RangeError('Invalid mapped time range')
      return { from, to }
    }
  }
}

const isQuickRange = (name: string): name is QuickRange => Object.hasOwn(quickRanges, name)
