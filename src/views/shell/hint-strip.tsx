import { useEffect, useState } from 'react'
import { titleOfCall } from '../../commands/registry'
import { caps } from '../../keymap/display'
import type { LiveKey } from '../../keymap/live'
import { continuations, type Pending } from '../../keymap/sequence'
import { formatCount } from '../../lib/format'
import { Kbd } from '../../ui/kbd'
import { say } from '../../ui/voice'
import css from './hint-strip.module.css'

/** Fluent hands never see it. */
const SHOWN_AFTER_MS = 300
const SPOKEN_AFTER_MS = 700

export type Started = { pending: Pending; live: readonly LiveKey[] }

/** What may follow the keys pressed so far. Takes no focus, and lies outside the page so that it covers no row. */
export function HintStrip({ started: { pending, live } }: { started: Started }) {
  const [isShown, setShown] = useState(false)
  const next = continuations(pending, live)
  const pressed = pending.count === '' ? pending.presses.join(' ') : pending.count
  useEffect(() => {
    const show = setTimeout(() => setShown(true), SHOWN_AFTER_MS)
    const speak = setTimeout(() => {
      if (next.length > 0) say(`${pressed.toUpperCase()}: ${formatCount(next.length, 'choice')}. Escape to cancel.`)
    }, SPOKEN_AFTER_MS)
    return () => {
      clearTimeout(show)
      clearTimeout(speak)
    }
    // Once for each press.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [pressed])
  if (!isShown) return null
  return (
    <div className={css.strip} aria-hidden="true">
      <Kbd caps={caps(pressed)} />
      {pending.count === '' ? (
        next.map((key) => (
          <span key={key.keys} className={css.choice}>
            <Kbd caps={caps(key.keys).slice(pending.presses.length)} />
            {titleOfCall(key.call)}
          </span>
        ))
      ) : (
        <span className={css.choice}>times…</span>
      )}
      <span className={css.choice}>
        <Kbd caps={[['Esc']]} />
        Cancel
      </span>
    </div>
  )
}
