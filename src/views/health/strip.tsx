import type { CheckStatus } from '../../api/checks'
import { formatCount, formatDuration } from '../../lib/format'
import css from './check-pane.module.css'

const WIDTH = 6
const HEIGHT = 32

/** Runs from old to new: height is duration; a failed run is full height, and the table below says which it was. */
export function Strip({ runs }: { runs: readonly CheckStatus[] }) {
  // A failed run often waits for its time limit, which would press all others flat.
  const longest = Math.max(1, ...runs.map(({ status, duration }) => (status ? (duration ?? 0) : 0)))
  const failed = runs.filter(({ status }) => !status).length
  const outcome = failed === 0 ? 'all passed' : `${failed} failed`
  return (
    <svg
      className={css.strip}
      role="img"
      aria-label={`${formatCount(runs.length, 'run')}, ${outcome}, longest that passed ${formatDuration(longest)}`}
      viewBox={`0 0 ${runs.length * WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      {runs.toReversed().map(({ time, status, duration }, at) => {
        const height = status ? Math.max(3, Math.round(((duration ?? 0) / longest) * (HEIGHT - 4))) : HEIGHT
        return (
          <rect
            key={time}
            data-failed={!status || undefined}
            x={at * WIDTH}
            y={HEIGHT - height}
            width={WIDTH - 2}
            height={height}
            rx="1"
          />
        )
      })}
    </svg>
  )
}
