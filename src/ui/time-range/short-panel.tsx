import type { RefObject } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import type { ShortRange } from '../../lib/time/lists'
import { nameOfShortRange } from './names'
import { Options } from './options'
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
  const options = names.map((name) => ({ value: name, name: nameOfShortRange(name) }))
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
