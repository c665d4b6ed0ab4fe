import { lazy } from 'react'
import type { ShortRange } from '../../lib/time/lists'
import { nameOfShortRange } from './names'
import { Trigger } from './trigger'

const loadPanel = () => import('./short-panel')
const ShortPanel = lazy(loadPanel)

type Props = {
  label?: string
  value: ShortRange
  onChange(range: ShortRange): void
}

/** The short list: how far back figures look. */
export function ShortRangePicker({ label = 'Time range', value, onChange }: Props) {
  return (
    <Trigger label={label} shown={nameOfShortRange(value)} onApproach={() => void loadPanel()}>
      {(anchor, close) => (
        <ShortPanel
          anchor={anchor}
          label={label}
          value={value}
          onClose={close}
          onChange={(range) => {
            onChange(range)
            close()
          }}
        />
      )}
    </Trigger>
  )
}
