import type { UseQueryResult } from '@tanstack/react-query'
import { type CheckStatus, resultOf, wordsOf } from '../../api/checks'
import type { ApiError, Page } from '../../api/http'
import { formatCount, formatDuration } from '../../lib/format'
import type { ShortRange } from '../../lib/time/lists'
import { Button } from '../../ui/button'
import { StatusShape } from '../../ui/status'
import { Time } from '../../ui/time'
import { nameOfShortRange } from '../../ui/time-range/names'
import css from './check-pane.module.css'
import { Latency } from './latency'
import { Strip } from './strip'

const shapeOf = { passed: 'healthy', failed: 'unhealthy', 'not run': 'unknown' } as const

type Props = {
  id: string
  statuses: UseQueryResult<Page<CheckStatus>, ApiError>
  timeRange: ShortRange
  windowMs: number
}

/** The runs of a check: how long they took, a strip to see, and the table of the same runs to read. */
export function History({ id, statuses: { data, error, isPending, refetch }, timeRange, windowMs }: Props) {
  const words = nameOfShortRange(timeRange).toLowerCase()
  return (
    <div className={css.history}>
      <h3 className={css.heading}>
        History
        <span className={css.aside}>
          {data &&
            (data.total > data.rows.length
              ? `${data.rows.length} newest of ${data.total} runs`
              : formatCount(data.total, 'run'))}
          {data && `, ${words}`}
        </span>
      </h3>
      {isPending && <p className={css.note}>Loading the runs…</p>}
      {error && (
        <p className={css.note}>
          {error.message}
          {data && ' Shown is what was known before. '}
          <Button onPress={() => void refetch()}>Try again</Button>
        </p>
      )}
      {data && data.rows.length === 0 && <p className={css.note}>No run in the {words}.</p>}
      {data && data.rows.length > 0 && (
        <>
          <Latency id={id} windowMs={windowMs} over={`the ${words}`} />
          <Strip runs={data.rows} />
          <table className={css.runs}>
            <caption className="visually-hidden">Runs, newest first</caption>
            <thead>
              <tr>
                <th scope="col">Age</th>
                <th scope="col">Result</th>
                <th scope="col" data-align="end">
                  Duration
                </th>
                <th scope="col">Message</th>
              </tr>
            </thead>
            <tbody>
              {data.rows.map((run, at) => (
                <tr key={run.time}>
                  <td className={css.when}>
                    <Time at={run.time} as="age" />
                  </td>
                  <td className={css.result} data-result={resultOf(run)}>
                    <StatusShape health={shapeOf[resultOf(run)]} size={8} />
                    {resultOf(run)}
                  </td>
                  <td data-align="end">{typeof run.duration === 'number' ? formatDuration(run.duration) : '–'}</td>
                  <td className={css.said}>{wordsAt(data.rows, at)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </div>
  )
}

/** A check that fails says the same each time: once is enough to read. */
function wordsAt(runs: readonly CheckStatus[], at: number): string {
  const [words, newer] = [at, at - 1].map((index) => {
    const run = runs[index]
    return run && wordsOf(run)
  })
  if (!words) return ''
  if (words !== newer) return words
  return runs[at]?.status ? '' : 'The same'
}
