import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { checks } from '../../api/checks'
import { formatDuration } from '../../lib/format'
import { Button } from '../../ui/button'
import { Chart } from '../../ui/charts/chart'
import type { LinesSpec } from '../../ui/charts/spec'
import { useLive } from '../shell/stores'
import css from './check-pane.module.css'

/** Parts of a window are minutes at the shortest: more often there is nothing new. */
const POLL_MS = 60_000

type Props = { id: string; windowMs: number; over: string }

/** How long the runs of a check took over the whole window, where the table below has the newest runs only. */
export function Latency({ id, windowMs, over }: Props) {
  const refetchInterval = useLive() && POLL_MS
  const { data, error, dataUpdatedAt, refetch } = useQuery({ ...checks.graph(id, windowMs), refetchInterval })
  const spec = useMemo((): LinesSpec | undefined => {
    if (!data) return undefined
    const points = data.map(({ time, duration }) => ({ time: Date.parse(time), value: duration }))
    const from = dataUpdatedAt - windowMs
    return {
      kind: 'lines',
      title: 'Latency',
      over,
      unit: 'duration',
      format: formatDuration,
      series: [{ name: 'Average', points }],
      // The first part begins a little before the window, the last ends with it.
      range: {
        from: Math.min(from, points[0]?.time ?? from),
        to: Math.max(dataUpdatedAt, points.at(-1)?.time ?? from),
      },
    }
  }, [data, dataUpdatedAt, windowMs, over])
  if (spec) return <Chart spec={spec} />
  if (!error) return <p className={css.note}>Loading the latency…</p>
  return (
    <p className={css.note}>
      The latency could not be loaded: {error.message} <Button onPress={() => void refetch()}>Try again</Button>
    </p>
  )
}
