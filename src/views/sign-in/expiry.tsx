import { useEffect, useState } from 'react'
import { Button } from '../../ui/button'
import { announce } from '../../ui/voice'
import css from './sign-in.module.css'

/** Long enough to finish typing or to press the button. */
const WARN_MS = 60_000
/** The longest delay that browsers support for timers. */
const LONGEST_MS = 2 ** 31 - 1

type Props = {
  /** Milliseconds since 1970. */
  expiresAt: number | undefined
  onRestart: (restartReason?: string) => void
}

/** Warns a minute before the flow expires, and starts over when it has expired. */
export function ExpiryWarning({ expiresAt, onRestart }: Props) {
  const [isClose, setClose] = useState(false)
  useEffect(() => {
    if (expiresAt === undefined) return
    const left = expiresAt - Date.now()
    const warn = setTimeout(
      () => {
        setClose(true)
        announce(WARNING, { urgent: true })
      },
      clamp(left - WARN_MS)
    )
    const over = setTimeout(() => onRestart(OVER), clamp(left))
    return () => {
      clearTimeout(warn)
      clearTimeout(over)
      setClose(false)
    }
  }, [expiresAt, onRestart])
  if (!isClose) return null
  return (
    <div className={css.message} data-tone="info">
      <p>{WARNING}</p>
      <Button onPress={() => onRestart()}>Take more time</Button>
    </div>
  )
}

const WARNING = 'This form expires in a minute. Your input is kept, but passwords must be entered again.'
const OVER = 'Your interaction expired, please fill out the form again.'
const clamp = (ms: number) => Math.min(Math.max(ms, 0), LONGEST_MS)
