import { formatExact } from '../../lib/format-date'
import { useTimeDisplay } from '../time'

/** Tables say exactly when; the axis above them says roughly. */
export function Moment({ time, timeZone }: { time: number; timeZone: string }) {
  const { format } = useTimeDisplay()
  const at = new Date(time)
  return <time dateTime={at.toISOString()}>{formatExact(at, format, timeZone)}</time>
}
