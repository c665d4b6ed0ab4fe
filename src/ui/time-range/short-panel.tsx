import type { RefObject } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { type ShortRange, shortRangeNames } from '../../lib/time/lists'
import { nameOfShortRange } from './names'
import { Options } from './options'
import css from './time-range.module.css'

type Props = {
  anchor: RefObject<HTMLElement | null>
  label: string
  value: ShortRange
  onChange(range: ShortRange): void
  onClose(): void
}

const options = shortRangeNames.map((value) => ({ value, name: nameOfShortRange(value) }))

export default function ShortPanel({ anchor, label, value, onChange, onClose }: Props) {
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
        <Options label={label} options={options} value={value} onChange={onChange} autoFocus />
      </Dialog>
    </Popover>
  )
}
