import { type CheckStatus, resultOf } from '../../api/checks'
import { formatCount, formatDuration } from '../../lib/format'
import css from './check-pane.module.css'

const WIDTH = 6
const HEIGHT = 32
/** Fewer runs than this leave room at the old end instead of growing wide. */
const FEWEST = 50

/** Runs from old to new: height is duration; a failed run is full height, and the table below says which it was. */
export function Strip({ runs }: { runs: readonly CheckStatus[] }) {
  // A failed run often waits for its time limit, which would press all others flat.
  const longest = Math.max(1, ...runs.map(({ status, duration }) => (status ? (duration ?? 0) : 0)))
  const failed = runs.filter((run) => resultOf(run) === 'failed').length
  const slots = Math.max(runs.length, FEWEST)
  const outcome = failed === 0 ? 'none failed' : `${failed} failed`
  return (
    <svg
      className={css.strip}
      role="img"
      aria-label={`${formatCount(runs.length, 'run')}, ${outcome}, longest that passed ${formatDuration(longest)}`}
      viewBox={`0 0 ${slots * WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      {runs.map((run, at) => {
        const { time, status, duration } = run
        const height = status ? Math.max(3, Math.round(((duration ?? 0) / longest) * (HEIGHT - 4))) : HEIGHT
        return (
          <rect
            key={time}
            data-result={resultOf(run)}
            x={(slots - 1 - at) * WIDTH}
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
