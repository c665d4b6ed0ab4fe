import { useId } from 'react'
import css from './progress-bar.module.css'

/** Percent. Green up to the first, orange above it, red above the second. Source: spec §9. */
const ORANGE_ABOVE = 75
const RED_ABOVE = 90
/** The minimum width in percent, so that a bar is always visible. */
const MIN_WIDTH_PERCENT = 5

const usageTone = (percent: number) => (percent > RED_ABOVE ? 'bad' : percent > ORANGE_ABOVE ? 'warn' : 'good')
const visibleWidth = (percent: number) => Math.min(100, Math.max(MIN_WIDTH_PERCENT, percent))

type Props = {
  /** The name of the measured resource. */
  label: string
  percent: number
  /** Replaces the percentage, such as `3.1 of 4 GB`. */
  text?: string
  /** Whether a full bar is good, as for progress. */
  isProgress?: boolean
}

/** A usage or progress bar. Above 100% the bar is full, and the text shows the actual value. */
export function ProgressBar({ label, percent, text = `${Math.round(percent)}%`, isProgress = false }: Props) {
  const id = useId()
  return (
    <div className={css.frame}>
      <span id={id} className={css.label}>
        {label}
      </span>
      <span className={css.text} aria-hidden="true">
        {text}
      </span>
      <Meter labelledBy={id} percent={percent} text={text} isProgress={isProgress} />
    </div>
  )
}

type MeterProps = Required<Pick<Props, 'percent' | 'text'>> &
  Pick<Props, 'isProgress'> &
  ({ label: string; labelledBy?: never } | { labelledBy: string; label?: never })

/** The bar alone, for use where its name and value are already shown. */
export const Meter = ({ percent, text, label, labelledBy, isProgress = false }: MeterProps) => (
  <div
    role="meter"
    aria-label={label}
    aria-labelledby={labelledBy}
    aria-valuenow={Math.min(100, Math.max(0, percent))}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuetext={text}
    className={css.track}
  >
    <div
      className={css.bar}
      data-tone={isProgress ? 'good' : usageTone(percent)}
      style={{ width: `${isProgress ? percent : visibleWidth(percent)}%` }}
    />
  </div>
)
