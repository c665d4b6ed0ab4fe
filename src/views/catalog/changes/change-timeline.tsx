import { useMemo } from 'react'
import type { ChangeRow } from '@/api/catalog/config-changes'
import { severityTone } from '@/shared/severity'
import { LazyChart } from '@/ui/charts/chart'
import { groupIntoLanes, padTimeSpan } from '@/ui/charts/group-into-lanes'
import type { LanesSpec, MarkShape, ChartTone } from '@/ui/charts/chart-spec'
import css from './picture.module.css'

/** Each severity has its own shape, so that colour alone never distinguishes them. */
const looks = {
  bad: { shape: 'down', tone: 'bad' },
  warn: { shape: 'diamond', tone: 'warn' },
} as const
const usual = { shape: 'circle', tone: 'accent' } as const
const legend = [
  { name: 'Critical or high', shape: 'down' },
  { name: 'Medium', shape: 'diamond' },
  { name: 'Other', shape: 'circle' },
] as const

function markFor(severity: string): { shape: MarkShape; tone: ChartTone } {
  const tone = severityTone(severity)
  return tone ? looks[tone] : usual
}

export type ChangeTimelineProps = {
  rows: readonly ChangeRow[]
  current: ChangeRow | undefined
  mostLanes: number
  onChoose(id: string): void
}

/** A timeline of the listed changes with one lane per item. */
export default function ChangeTimeline({ rows, current, mostLanes, onChoose }: ChangeTimelineProps) {
  const timeline = useMemo(
    (): Pick<LanesSpec, 'lanes' | 'range'> => ({
      lanes: groupIntoLanes(rows, {
        laneOf: ({ config_id: id, name = '' }) => ({ id, name }),
        markOf: ({ id, title, change_type: type, severity, created_at: at }) => ({
          id,
          time: Date.parse(at),
          label: title ?? type,
          ...markFor(severity),
        }),
        most: mostLanes,
      }),
      range: padTimeSpan(rows.map(({ created_at: at }) => Date.parse(at))),
    }),
    [rows, mostLanes]
  )
  if (rows.length === 0) return null
  return (
    <div className={css.picture}>
      <LazyChart
        spec={{
          kind: 'lanes',
          title: 'Changes by item',
          over: 'this page',
          ...timeline,
          legend,
          chosen: current?.id,
          onChoose,
        }}
      />
    </div>
  )
}
