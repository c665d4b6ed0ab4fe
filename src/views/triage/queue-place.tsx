import { type ReactNode, useEffect, useRef } from 'react'
import { announce } from '../../ui/voice'
import { Place } from '../shared/commands/place'
import type { QueueRow } from './queue-rows'
import css from './triage.module.css'

type Props = {
  /** The row under the cursor, if any. */
  current: QueueRow | undefined
  onUndo(): void
  onReload(): void
  children: ReactNode
}

/**
 * The place whose keys triage the queue, reachable from the whole page. A change that was made elsewhere to the row under
 * the cursor is announced once.
 */
export function QueuePlace({ current, onUndo, onReload, children }: Props) {
  useAnnouncedOnce(current)
  return (
    <Place
      scope="triage"
      isPart
      className={css.around}
      handlers={{ 'triage.takeBack': onUndo, 'triage.renew': onReload }}
    >
      {children}
    </Place>
  )
}

function useAnnouncedOnce(current: QueueRow | undefined) {
  const announced = useRef(new Map<string, string>())
  const [key, message] = current?.state === 'elsewhere' ? [current.key, `${current.label}: ${current.outcome}.`] : []
  useEffect(() => {
    if (key === undefined || message === undefined || announced.current.get(key) === message) return
    announced.current.set(key, message)
    announce(message)
  }, [key, message])
}
