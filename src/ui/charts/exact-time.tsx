import { formatExact } from '../../lib/format-date'
import { useTimeDisplay } from '../time'

/** The exact time in a table, where the axis of the chart only shows rounded times. */
export function ExactTime({ time, timeZone }: { time: number; timeZone: string }) {
  const { format } = useTimeDisplay()
  const at = new Date(time)
  return <time dateTime={at.toISOString()}>{formatExact(at, format, timeZone)}</time>
}
