import { createContext, useContext } from 'react'
import { formatAge } from '../lib/format'
import { type DateFormat, formatAbsolute, formatDate, formatRelative } from '../lib/format-date'
import { isNoDate } from '../lib/time/dates'
import { BROWSER_ZONE, zoneOf } from '../lib/time/zones'
import { useNow } from './clock'

/** How this person likes to see dates. */
export type TimeDisplay = {
  format: DateFormat
  /** An IANA name. */
  timeZone: string
}

const Display = createContext<TimeDisplay>({ format: 'timestamp', timeZone: zoneOf(BROWSER_ZONE) })
export const TimeDisplayProvider = Display.Provider
export const useTimeDisplay = () => useContext(Display)

type Props = {
  /** ISO time. */
  at: string
  /**
   * `ago` where a sentence or a narrow column needs how long ago (`4s ago`), `age` where a heading says that it is an age
   * (`4s`). Otherwise as the reader prefers.
   */
  as?: 'preferred' | 'ago' | 'age'
}

/** Every time on screen, with the exact time in `datetime`, on hover and when copied. */
export const Time = (props: Props) => (isNoDate(props.at) ? <span>never</span> : <Moment {...props} />)

function Moment({ at, as = 'preferred' }: Props) {
  const { format, timeZone } = useTimeDisplay()
  const text = useNow((ms) => {
    const [date, now] = [new Date(at), new Date(ms)]
    if (as === 'age') return formatAge(ms - date.getTime())
    return as === 'ago' ? formatRelative(date, now) : formatDate(date, format, { now, timeZone })
  })
  return (
    <time dateTime={at} title={formatAbsolute(new Date(at), timeZone)}>
      {text}
    </time>
  )
}

/** A moment to come: `in 25s`, or `due` when it has passed. */
export function TimeUntil({ at }: { at: string }) {
  const { timeZone } = useTimeDisplay()
  const text = useNow((now) => (Date.parse(at) > now ? `in ${formatAge(Date.parse(at) - now)}` : 'due'))
  return (
    <time dateTime={at} title={formatAbsolute(new Date(at), timeZone)}>
      {text}
    </time>
  )
}
