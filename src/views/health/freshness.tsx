import { Time } from '../../ui/time'
import { CommandButton } from '../shell/command-button'
import { icons } from '../shell/icons'
import { useLive } from '../shell/stores'
import css from './health.module.css'

/** How old the figures are, and whether they renew themselves. */
export function Freshness({ updatedAt, isFetching }: { updatedAt: number; isFetching: boolean }) {
  const isLive = useLive()
  return (
    <>
      {updatedAt > 0 && (
        <span className={css.age} data-live={isLive || undefined}>
          <span className={css.word}>{isLive ? 'Updated' : 'Paused,'}</span>{' '}
          <Time at={new Date(updatedAt).toISOString()} as="ago" />
        </span>
      )}
      <CommandButton
        call="live.toggle"
        tone="bare"
        label={isLive ? 'Pause live updates' : 'Resume live updates'}
        icon={isLive ? icons.pause : icons.play}
      />
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
