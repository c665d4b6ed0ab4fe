import type { RefObject } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import type { ShortRange } from '../../lib/time/lists'
import { formatShortRange } from './format-range'
import { RangeOptions } from './range-options'
import css from './time-range.module.css'

type Props = {
  anchor: RefObject<HTMLElement | null>
  label: string
  names: readonly ShortRange[]
  value: ShortRange
  onChange(range: ShortRange): void
  onClose(): void
}

export default function ShortPanel({ anchor, label, names, value, onChange, onClose }: Props) {
  const options = names.map((name) => ({ value: name, name: formatShortRange(name) }))
  return (
    <Popover
      isOpen
      triggerRef={anchor}
      placement="bottom end"
      offset={4}
      onOpenChange={onClose}
      className={css.popover ?? ''}
    >
      <Dialog aria-label={label} className={css.short ?? ''}>
        <RangeOptions label={label} options={options} value={value} onChange={onChange} autoFocus />
      </Dialog>
    </Popover>
  )
}
