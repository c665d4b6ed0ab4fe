import { useId } from 'react'
import type { SeriesSpan } from '@/lib/charts/series'
import css from './charts.module.css'
import type { ChartTone } from './chart-spec'

/** The pattern of gaps, in which nothing was measured. */
export const GapPattern = ({ id }: { id: string }) => (
  <defs>
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <line className={css.hatch} x1="0" x2="0" y1="0" y2="6" />
    </pattern>
  </defs>
)

type GapsProps = { id: string; gaps: readonly SeriesSpan[]; x: (time: number) => number; top: number; bottom: number }

export const GapAreas = ({ id, gaps, x, top, bottom }: GapsProps) => (
  <>
    {gaps.map(({ from, to }) => (
      <rect
        key={from}
        x={x(from)}
        y={top}
        width={Math.max(1, x(to) - x(from))}
        height={bottom - top}
        fill={`url(#${id})`}
      />
    ))}
  </>
)

const tones: readonly ChartTone[] = ['bad', 'warn', 'accent', 'good', 'idle']

/**
 * The fill of each tone. With forced colours or more contrast, patterns distinguish the layers without colour: full, \\\,
 * ===, :::, ///.
 */
export const TonePatterns = ({ id }: { id: string }) => (
  <defs>
    {tones.map((tone) => (
      <pattern key={tone} id={`${id}${tone}`} width="6" height="6" patternUnits="userSpaceOnUse" className={css.tone}>
        <rect width="6" height="6" data-tone={tone} />
        {tone === 'warn' && <path className={css.cut} d="M-1 -1 7 7M-1 5 1 7M5 -1 7 1" />}
        {tone === 'accent' && <path className={css.cut} d="M0 1.5H6M0 4.5H6" />}
        {tone === 'good' && <path className={css.cut} d="M1 1h1.6v1.6H1ZM4 4h1.6v1.6H4Z" />}
        {tone === 'idle' && <path className={css.cut} d="M7 -1 -1 7M1 -1 -1 1M7 5 5 7" />}
      </pattern>
    ))}
  </defs>
)

export function ToneSwatch({ tone }: { tone: ChartTone }) {
  const id = useId()
  return (
    <svg className={css.sample} width="10" height="10" aria-hidden="true">
      <TonePatterns id={id} />
      <rect width="10" height="10" rx="1.5" fill={`url(#${id}${tone})`} />
    </svg>
  )
}
