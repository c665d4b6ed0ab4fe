import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { CheckGraph } from '@/api/health/check-detail'
import type { RelatedEvent } from '@/api/health/related-events'
import type { ApiError } from '@/api/http'
import { formatDuration } from '@/shared/format'
import { LazyChart } from '@/ui/charts/chart'
import type { ChartEvent, LinesSpec } from '@/ui/charts/chart-spec'
import { Skeleton } from '@/ui/skeleton'
import { QueryState } from '../../shared/query/query-state'
import { toChartEvents, type MarkedEvent } from './event-marks'
import { RelatedEventsDialog } from './related-events-dialog'
import { buildOverview } from './overview'

type Props = {
  graph: UseQueryResult<CheckGraph, ApiError>
  relatedEvents: readonly RelatedEvent[]
  windowMs: number
  /** The name of the range in a sentence: `the last hour`. */
  over: string
  isLow: boolean
}

/** Durations and failures of the runs in the whole time range, with the events around them. */
export function OverviewChart({ graph, relatedEvents, windowMs, over, isLow }: Props) {
  const { data, dataUpdatedAt } = graph
  const [opened, setOpened] = useState<readonly RelatedEvent[]>()
  const spec = useMemo((): LinesSpec | undefined => {
    if (!data) return undefined
    const range = { from: dataUpdatedAt - windowMs, to: dataUpdatedAt }
    const { points, tallies } = buildOverview(data.status, range)
    const list: MarkedEvent[] = toChartEvents(relatedEvents).filter(
      ({ time }) => time >= range.from && time <= range.to
    )
    return {
      kind: 'lines',
      title: 'Health overview: latency and failures',
      over,
      isLow,
      unit: 'duration',
      format: formatDuration,
      series: [{ name: 'Latency', points }],
      range,
      tallies,
      ...(list.length > 0 && {
        events: {
          list,
          onOpen: (events: readonly ChartEvent[]) =>
            setOpened(list.filter((one) => events.includes(one)).map(({ event }) => event)),
        },
      }),
    }
  }, [data, dataUpdatedAt, relatedEvents, windowMs, over, isLow])
  return (
    <>
      <QueryState
        query={graph}
        what="the health overview"
        as="part"
        pending={<Skeleton label="Loading the health overview…" as="text" lines={6} />}
      >
        {() => spec && <LazyChart spec={spec} />}
      </QueryState>
      {opened && <RelatedEventsDialog list={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}
