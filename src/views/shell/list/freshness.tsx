import { formatDuration } from '../../lib/format'
import { Time } from '../../ui/time'
import { CommandButton } from '../shell/commands/command-button'
import { icons } from '../shell/icons'
import { useLive } from '../shell/stores'
import css from './health.module.css'

type Props = {
  /** Milliseconds since 1970; 0 for never. */
  updatedAt: number
  isFetching: boolean
  /** Milliseconds; undefined when it refreshes only on request. */
  everyMs: number | undefined
}

/** The age of the data, the refresh interval, and the pause button. */
export function Freshness({ updatedAt, isFetching, everyMs }: Props) {
  const isLive = useLive()
  const isRenewed = isLive && everyMs !== undefined
  return (
    <>
      {updatedAt > 0 && (
        <span className={css.age} data-live={isRenewed || undefined}>
          <span className={css.word}>{isLive ? 'Updated' : 'Paused,'}</span>{' '}
          <Time at={new Date(updatedAt).toISOString()} as="elapsed" />
        </span>
      )}
      <CommandButton
        call="prefs.refreshRate"
        tone="bare"
        className={css.rate}
        label="Refresh"
        value={everyMs === undefined ? 'None' : formatDuration(everyMs)}
      />
      {everyMs !== undefined && (
        <CommandButton
          call="live.toggle"
          tone="bare"
          label={isLive ? 'Pause live updates' : 'Resume live updates'}
          icon={isLive ? icons.pause : icons.play}
        />
      )}
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
}
