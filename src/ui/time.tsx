import { createContext, useContext } from 'react'
import { formatAge } from '../shared/format'
import {
  type DateFormat,
  formatClock,
  formatDate,
  formatExact,
  formatPrecise,
  formatRelative,
  formatZone,
} from '../lib/format-date'
import { isNoDate } from '../lib/time/dates'
import { BROWSER_ZONE, resolveZone } from '../lib/time/zones'
import { useNow } from './use-now'

/** The user's preferred display of dates. */
export type TimeDisplay = {
  format: DateFormat
  /** An IANA name. */
  timeZone: string
}

const Display = createContext<TimeDisplay | undefined>(undefined)
/** The default display. It is created on first use, because reading the time zone is slow. */
let defaultDisplay: TimeDisplay | undefined

export const TimeDisplayProvider = Display.Provider
export const useTimeDisplay = (): TimeDisplay =>
  useContext(Display) ?? (defaultDisplay ??= { format: 'timestamp', timeZone: resolveZone(BROWSER_ZONE) })

type Props = {
  /** ISO time. */
  at: string
  /**
   * `preferred`: the user's preference. `date`: the same, but never as an age.
   * `ago`: an age (`4s ago`) for sentences and narrow columns, unless the user prefers medium or full dates.
   * `clock`: the shortest unambiguous date with the zone (`14:05 CET`). `exact`: the full date, to the second.
   * `precise`: to the millisecond, for events of which many happen per second (`14:05:09.123`).
   * `elapsed`: always an age, where the date does not matter. `age`: the same without `ago`, under a heading (`4s`).
   */
  as?: 'preferred' | 'date' | 'clock' | 'exact' | 'precise' | 'ago' | 'elapsed' | 'age'
}

/** A time on screen, with the exact time in `datetime`, on hover and when copied. */
export const Time = (props: Props) => (isNoDate(props.at) ? <span>never</span> : <Moment {...props} />)

function Moment({ at, as = 'preferred' }: Props) {
  const display = useTimeDisplay()
  const text = useNow((ms) => formatAs(new Date(at), as, new Date(ms), display))
  return <Exact at={at}>{text}</Exact>
}

function formatAs(at: Date, as: NonNullable<Props['as']>, now: Date, { format, timeZone }: TimeDisplay): string {
  if (as === 'age') return formatAge(now.getTime() - at.getTime())
  if (as === 'clock') return formatClock(at, { now, timeZone })
  if (as === 'precise') return formatPrecise(at, { now, timeZone })
  if (as === 'exact') return formatExact(at, format, timeZone)
  if (as === 'elapsed' || (as === 'ago' && !prefersDates(format))) return formatRelative(at, now)
  return formatDate(at, as === 'date' && format === 'short' ? 'medium' : format, { now, timeZone })
}

/** Whether the user prefers dates over ages. Timestamps, the default, are too long and precise for most places. */
const prefersDates = (format: DateFormat) => format === 'medium' || format === 'full'

/**
 * A note that names the time zone of the times next to it: `times in CET`.
 * @param isBrief shows only the zone, after a word
 * @param of the display of the times; ages and times that contain the zone get no note
 */
export function ZoneNote({ of, isBrief = false }: { of?: 'preferred' | 'ago'; isBrief?: boolean }) {
  const { format, timeZone } = useTimeDisplay()
  const zone = useNow((ms) => formatZone(new Date(ms), timeZone))
  const isShown = of === undefined || format === 'medium' || (of === 'preferred' && format === 'timestamp')
  return isShown && <span>{isBrief ? ` ${zone}` : `times in ${zone}`}</span>
}

/** A future time: `in 25s`, or the date if the user prefers dates; `due` once it has passed. */
export function TimeUntil({ at }: { at: string }) {
  const { format, timeZone } = useTimeDisplay()
  const text = useNow((now) => {
    if (Date.parse(at) <= now) return 'due'
    return prefersDates(format)
      ? formatDate(new Date(at), format, { now: new Date(now), timeZone })
      : `in ${formatAge(Date.parse(at) - now)}`
  })
  return <Exact at={at}>{text}</Exact>
}

function Exact({ at, children }: { at: string; children: string }) {
  const { format, timeZone } = useTimeDisplay()
  return (
    <time dateTime={at} title={formatExact(new Date(at), format, timeZone)}>
      {children}
    </time>
  )
}
