import type { RefObject } from 'react'
import type { TimeRange } from '../../lib/time/range'
import { PanelDialog, RangeOptions } from './panel-parts'
import css from './time-range.module.css'

type Props = {
  anchor: RefObject<HTMLElement | null>
  label: string
  ranges: readonly TimeRange[]
  value: TimeRange | undefined
  onChange(range: TimeRange): void
  onClose(): void
}

/** The content of a picker that offers a list of ranges. It loads without the calendar. */
export default function ListPanel({ anchor, label, ranges, value, onChange, onClose }: Props) {
  return (
    <PanelDialog anchor={anchor} label={label} className={css.listPanel} onClose={onClose}>
      <RangeOptions label={label} ranges={ranges} value={value} onChange={onChange} autoFocus />
    </PanelDialog>
  )
}
