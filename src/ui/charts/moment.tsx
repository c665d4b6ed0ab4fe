import { formatAbsolute } from '../../lib/format-date'

/** Tables say exactly when; the axis above them says roughly. */
export function Moment({ time, timeZone }: { time: number; timeZone: string }) {
  const at = new Date(time)
  return <time dateTime={at.toISOString()}>{formatAbsolute(at, timeZone)}</time>
}
