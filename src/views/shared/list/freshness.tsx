import { createContext, type ReactNode, useContext } from 'react'
import { Time } from '@/ui/time'
import { CommandButton } from '../commands/command-button'
import { icons } from '../icons'
import { useLiveUpdates } from '../stores'
import css from './freshness.module.css'

type LiveProps = {
  /** Milliseconds since 1970; 0 for never. */
  updatedAt: number
  /** Milliseconds between refreshes; undefined if the data refreshes only on request. */
  everyMs: number | undefined
  /** A control for the refresh interval, if the user can choose it. */
  children?: ReactNode
}

/** Whether the surrounding page has the button that pauses live updates. If so, its sections have none. */
export const HasPauseButton = createContext(false)

/** The age of the shown data, whether it refreshes automatically, and the button that pauses updates. */
export function LiveStatus({ updatedAt, everyMs, children }: LiveProps) {
  const isLive = useLiveUpdates()
  const hasPause = useContext(HasPauseButton)
  const isRenewed = isLive && everyMs !== undefined
  return (
    <>
      {updatedAt > 0 && (
        <span className={css.age} data-live={isRenewed || undefined}>
          <span className={css.word}>{isLive ? 'Updated' : 'Paused,'}</span>{' '}
          <Time at={new Date(updatedAt).toISOString()} as="elapsed" />
        </span>
      )}
      {children}
      {everyMs !== undefined && !hasPause && (
        <CommandButton
          call="live.toggle"
          tone="bare"
          label={isLive ? 'Pause live updates' : 'Resume live updates'}
          icon={isLive ? icons.pause : icons.play}
        />
      )}
    </>
  )
}

/** The same with a button to refresh, for the heading of a page. */
export const Freshness = ({ isFetching, ...live }: LiveProps & { isFetching: boolean }) => (
  <>
    <LiveStatus {...live} />
    <CommandButton
      call="page.refresh"
      tone="bare"
      icon={
        <span data-spin={isFetching || undefined} className={css.spin}>
          {icons.refresh}
        </span>
      }
    />
  </>
)
