import type { BucketResult } from '../lib/health/buckets'
import css from './status.module.css'

const STEP = 5
const HEIGHT = 14
/** The top of each bar in pixels: a failure is the highest, and no run is a dot at the bottom. */
const tops: Readonly<Record<BucketResult, number>> = { failed: 0, passed: 6, none: 12 }

/**
 * The last hour in buckets of five minutes, by height and colour. There is one path per state, to keep many rows fast.
 */
export const UptimeStrip = ({ buckets }: { buckets: readonly BucketResult[] }) => (
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
