import { type ShortRange, shortRangeNames } from '../../lib/time/lists'
import { lazyComponent } from '../lazy-component'
import { formatShortRange } from './format-range'
import { RangeTrigger } from './range-trigger'

const ShortPanel = lazyComponent({ load: () => import('./short-panel') })

type Props = {
  label?: string
  /** The available ranges. */
  names?: readonly ShortRange[]
  value: ShortRange
  onChange(range: ShortRange): void
}

/** The short list of look-back ranges for metrics. */
export function ShortRangePicker({ label = 'Time range', names = shortRangeNames, value, onChange }: Props) {
  return (
    <RangeTrigger label={label} shown={formatShortRange(value)} onApproach={() => void ShortPanel.prefetch()}>
      {(anchor, close) => (
        <ShortPanel
          anchor={anchor}
          label={label}
          names={names}
          value={value}
          onClose={close}
          onChange={(range) => {
            onChange(range)
            close()
          }}
        />
      )}
    </RangeTrigger>
  )
}
