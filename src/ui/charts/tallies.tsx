import { formatCount } from '@/shared/format'
import css from './charts.module.css'
import type { TallySpan } from './chart-spec'

/** Failures are taller than passes, so that they are visible without colour. */
const HIGHEST = 12
const PASSED = 4

type Props = { list: readonly TallySpan[]; x: (time: number) => number; left: number; right: number; bottom: number }

/** One bar per period: low if all runs passed, and higher with the share of failed runs. */
export function TallyLane({ list, x, left, right, bottom }: Props) {
  return (
    <>
      {list.map(({ from, to, passed, failed }) => {
        const all = passed + failed
        const [start, end] = [Math.max(left, x(from)), Math.min(right, x(to))]
        if (all === 0 || end <= left || start >= right) return null
        const height = failed === 0 ? PASSED : PASSED + 2 + ((HIGHEST - PASSED - 2) * failed) / all
        return (
          <rect
            key={from}
            className={css.run}
            data-result={failed === 0 ? 'passed' : 'failed'}
            x={start}
            y={bottom - height}
            width={Math.max(1.5, end - start - 1)}
            height={height}
          />
        )
      })}
    </>
  )
}

/** `6 passed`, `2 of 6 failed`. */
export function describeTally({ passed, failed }: Pick<TallySpan, 'passed' | 'failed'>): string {
  if (failed === 0) return passed === 0 ? 'no runs' : `${formatCount(passed, 'run')} passed`
  return `${failed} of ${formatCount(passed + failed, 'run')} failed`
}
