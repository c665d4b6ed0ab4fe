import { useMemo } from 'react'
import { type CheckStatus, resultOf } from '../../api/checks'
import { Chart } from '../../ui/charts/chart'
import type { StripSpec } from '../../ui/charts/spec'

/** Runs from old to new: height is duration; a failed run is full height. The table below has the same runs. */
export function Strip({ runs }: { runs: readonly CheckStatus[] }) {
  const spec = useMemo(
    (): StripSpec => ({
      kind: 'strip',
      title: 'Runs',
      hasTable: true,
      runs: runs.toReversed().map((run) => ({
        time: Date.parse(run.time),
        result: resultOf(run),
        durationMs: run.duration ?? null,
      })),
    }),
    [runs]
  )
  return <Chart spec={spec} />
}
