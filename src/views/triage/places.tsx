import { type ReactNode, useEffect, useRef } from 'react'
import { announce } from '../../ui/voice'
import { Place } from '../shell/commands/place'
import type { Row } from './rows'
import css from './triage.module.css'

type Props = {
  /** The row under the cursor; undefined where there is none. */
  current: Row | undefined
  onTakeBack(): void
  onRenew(): void
  children: ReactNode
}

/** The queue as a place: its own keys, found from all of the page. What became of the row under the cursor elsewhere is said once. */
export function QueuePlace({ current, onTakeBack, onRenew, children }: Props) {
  useSaidOnce(current)
  return (
    <Place
      scope="triage"
      isPart
      className={css.around}
      handlers={{ 'triage.takeBack': onTakeBack, 'triage.renew': onRenew }}
    >
      {children}
    </Place>
  )
}

function useSaidOnce(current: Row | undefined) {
  const said = useRef(new Map<string, string>())
  const [key, words] = current?.state === 'elsewhere' ? [current.key, `${current.label}: ${current.became}.`] : []
  useEffect(() => {
    if (key === undefined || words === undefined || said.current.get(key) === words) return
    said.current.set(key, words)
    announce(words)
  }, [key, words])
}
