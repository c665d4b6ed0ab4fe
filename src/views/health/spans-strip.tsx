import css from './health.module.css'
import type { Span } from './spans'

const STEP = 5
const HEIGHT = 14
/** From the top: a failure is the highest, no run is a dot on the ground. */
const tops: Readonly<Record<Span, number>> = { failed: 0, passed: 6, none: 12 }

/** The last hour in spans of five minutes, by height and colour. One path for each state, so that many rows stay cheap. */
export const Spans = ({ spans }: { spans: readonly Span[] }) => (
  <svg width={spans.length * STEP} height={HEIGHT} aria-hidden="true" className={css.spans}>
    {(['failed', 'passed', 'none'] as const).map((state) => (
      <path
        key={state}
        data-span={state}
        d={spans.map((span, at) => (span === state ? `M${at * STEP} ${tops[state]}h3V${HEIGHT}h-3z` : '')).join('')}
      />
    ))}
  </svg>
)
