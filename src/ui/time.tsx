import { createContext, useContext } from 'react'
import { formatAge } from '../lib/format'
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
import { BROWSER_ZONE, zoneOf } from '../lib/time/zones'
import { useNow } from './clock'

/** How this person likes to see dates. */
export type TimeDisplay = {
  format: DateFormat
  /** An IANA name. */
  timeZone: string
}

const Display = createContext<TimeDisplay | undefined>(undefined)
/** Where nothing says otherwise; made when it is needed, as it costs. */
let usual: TimeDisplay | undefined

export const TimeDisplayProvider = Display.Provider
export const useTimeDisplay = (): TimeDisplay =>
  useContext(Display) ?? (usual ??= { format: 'timestamp', timeZone: zoneOf(BROWSER_ZONE) })

type Props = {
  /** ISO time. */
  at: string
  /**
   * `preferred`: as the reader likes to see dates. `date`: the same, but never as an age.
   * `ago`: how long ago (`4s ago`), for sentences and narrow columns, unless the reader prefers medium or full dates.
   * `clock`: as little of the date as says it, with the zone: `14:05 CET`; `exact`: all of it, to the second.
   * `precise`: to the millisecond, for what many of happen in a second: `14:05:09.123`.
   * `elapsed`: how long ago, where that is meant and not the date; `age`: the same under a heading that says so (`4s`).
   */
  as?: 'preferred' | 'date' | 'clock' | 'exact' | 'precise' | 'ago' | 'elapsed' | 'age'
}

/** Every time on screen, with the exact time in `datetime`, on hover and when copied. */
export const Time = (props: Props) => (isNoDate(props.at) ? <span>never</span> : <Moment {...props} />)

function Moment({ at, as = 'preferred' }: Props) {
  const display = useTimeDisplay()
  const text = useNow((ms) => textOf(new Date(at), as, new Date(ms), display))
  return <Exact at={at}>{text}</Exact>
}

function textOf(at: Date, as: NonNullable<Props['as']>, now: Date, { format, timeZone }: TimeDisplay): string {
  if (as === 'age') return formatAge(now.getTime() - at.getTime())
  if (as === 'clock') return formatClock(at, { now, timeZone })
  if (as === 'precise') return formatPrecise(at, { now, timeZone })
  if (as === 'exact') return formatExact(at, format, timeZone)
  if (as === 'elapsed' || (as === 'ago' && !prefersDates(format))) return formatRelative(at, now)
  return formatDate(at, as === 'date' && format === 'short' ? 'medium' : format, { now, timeZone })
}

/** A timestamp, the default, is too long and too precise for most places; whoever chose one of these wants dates. */
const prefersDates = (format: DateFormat) => format === 'medium' || format === 'full'

/**
 * Whose clock the times beside it are told by: `times in CET`.
 * @param isBrief the zone alone, behind a word
 * @param of how they are shown; where those are ages, or say the zone themselves, there is no note
 */
export function ZoneNote({ of, isBrief = false }: { of?: 'preferred' | 'ago'; isBrief?: boolean }) {
  const { format, timeZone } = useTimeDisplay()
  const zone = useNow((ms) => formatZone(new Date(ms), timeZone))
  const isTold = of === undefined || format === 'medium' || (of === 'preferred' && format === 'timestamp')
  return isTold && <span>{isBrief ? ` ${zone}` : `times in ${zone}`}</span>
}

/** A moment to come: `in 25s`, or the date where dates are preferred; `due` when it has passed. */
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
