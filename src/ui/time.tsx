import { formatAbsolute, formatAge, formatAgo } from '../lib/format'
import { useNow } from './clock'

type Props = {
  /** ISO time. */
  at: string
  /** `4s` instead of `4s ago`: where a heading says that it is an age. */
  isBare?: boolean
}

/** Every time on screen: how long ago, with the exact time in `datetime`, on hover and for whoever copies it. */
export function Time({ at, isBare = false }: Props) {
  const text = useNow((now) => (isBare ? formatAge : formatAgo)(now - Date.parse(at)))
  return (
    <time dateTime={at} title={formatAbsolute(at)}>
      {text}
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
