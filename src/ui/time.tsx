import { formatAbsolute, formatAge } from '../lib/format'
import { useNow } from './clock'

type Props = {
  /** ISO time. */
  at: string
  /** After the age: ' ago'. */
  suffix?: string
}

/** Every time on screen: how long ago, with the exact time in `datetime`, on hover and for whoever copies it. */
export function Time({ at, suffix = ' ago' }: Props) {
  const age = useNow((now) => formatAge(now - Date.parse(at)))
  return (
    <time dateTime={at} title={formatAbsolute(at)}>
      {age}
      {suffix}
    </time>
  )
}

/** A moment to come: `in 25s`, or `due` when it has passed. */
export function TimeUntil({ at }: { at: string }) {
  const text = useNow((now) => (Date.parse(at) > now ? `in ${formatAge(Date.parse(at) - now)}` : 'due'))
  return (
    <time dateTime={at} title={formatAbsolute(at)}>
      {text}
    </time>
  )
}
