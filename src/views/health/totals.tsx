import { StatusShape } from '../../ui/status'
import css from './health.module.css'
import { tallyCount, type CheckTally } from './tally'

/** The numbers of unhealthy, healthy, unknown and listed checks. */
export function CheckTotals({ all, shown }: { all: CheckTally; shown: number }) {
  const count = tallyCount(all)
  const part = shown < count && `${shown.toLocaleString('en')} of ${count.toLocaleString('en')} shown`
  return (
    <div className={css.totals}>
      {/* One sentence for screen readers, which read side-by-side elements as separate lines: `2`, then `unhealthy`. */}
      <p className="visually-hidden">{[...wordsOf(all), part].filter(Boolean).join(', ')}</p>
      <Counts tally={all} />
      {part && (
        <p className={css.part} aria-hidden="true">
          {part}
        </p>
      )}
    </div>
  )
}

const wordsOf = ({ healthy, unhealthy, unknown }: CheckTally) =>
  [
    unhealthy > 0 && `${unhealthy.toLocaleString('en')} unhealthy`,
    `${unhealthy + unknown === 0 ? 'All ' : ''}${healthy.toLocaleString('en')} healthy`,
    unknown > 0 && `${unknown.toLocaleString('en')} unknown`,
  ].filter((words) => words !== false)

const Counts = ({ tally: { healthy, unhealthy, unknown } }: { tally: CheckTally }) => (
  <p className={css.counts} aria-hidden="true">
    {unhealthy > 0 && (
      <span className={css.unhealthy}>
        <StatusShape health="unhealthy" /> <strong>{unhealthy.toLocaleString('en')}</strong> unhealthy
      </span>
    )}
    <span>
      <StatusShape health="healthy" /> {unhealthy + unknown === 0 && 'All '}
      <strong>{healthy.toLocaleString('en')}</strong> <span className={css.shaped}>healthy</span>
    </span>
    {unknown > 0 && (
      <span>
        <StatusShape health="unknown" /> <strong>{unknown.toLocaleString('en')}</strong>{' '}
        <span className={css.shaped}>unknown</span>
      </span>
    )}
  </p>
)
