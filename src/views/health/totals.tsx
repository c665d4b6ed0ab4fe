import { StatusShape } from '../../ui/status'
import css from './health.module.css'
import { countOf, type Tally } from './tally'

/** The numbers of failing, passing and unknown checks, and how many of them are listed. */
export function Totals({ all, shown }: { all: Tally; shown: number }) {
  const count = countOf(all)
  return (
    <div className={css.totals}>
      <Counts tally={all} />
      {shown < count && (
        <p className={css.part}>
          {shown.toLocaleString('en')} of {count.toLocaleString('en')} shown
        </p>
      )}
    </div>
  )
}

const Counts = ({ tally: { healthy, unhealthy, unknown } }: { tally: Tally }) => (
  <p className={css.counts}>
    {unhealthy > 0 && (
      <span className={css.failing}>
        <StatusShape health="unhealthy" /> <strong>{unhealthy.toLocaleString('en')}</strong> failing
      </span>
    )}
    <span>
      <StatusShape health="healthy" /> {unhealthy + unknown === 0 && 'All '}
      <strong>{healthy.toLocaleString('en')}</strong> <span className={css.shaped}>passing</span>
    </span>
    {unknown > 0 && (
      <span>
        <StatusShape health="unknown" /> <strong>{unknown.toLocaleString('en')}</strong>{' '}
        <span className={css.shaped}>unknown</span>
      </span>
    )}
  </p>
)
