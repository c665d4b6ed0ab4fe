import type { Bucket } from '../lib/buckets'
import css from './status.module.css'

const STEP = 5
const HEIGHT = 14
/** From the top: a failure is the highest, no run is a dot on the ground. */
const tops: Readonly<Record<Bucket, number>> = { failed: 0, passed: 6, none: 12 }

/**
 * The last hour in buckets of five minutes, by height and colour. One path for each state, so that many rows stay
 * cheap.
 */
export const UptimeStrip = ({ buckets }: { buckets: readonly Bucket[] }) => (
  <svg width={buckets.length * STEP} height={HEIGHT} aria-hidden="true" className={css.buckets}>
    {(['failed', 'passed', 'none'] as const).map((state) => (
      <path
        key={state}
        data-bucket={state}
        d={buckets
          .map((bucket, at) => (bucket === state ? `M${at * STEP} ${tops[state]}h3V${HEIGHT}h-3z` : ''))
          .join('')}
      />
    ))}
  </svg>
)
