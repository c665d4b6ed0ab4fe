import { type ReactNode, type RefObject, useState } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { formatRange, isSameRange, type TimeRange } from '../../lib/time/range'
import { useTimeDisplay } from '../time'
import { formatRangeName } from './format-range'
import css from './time-range.module.css'

type PanelProps = {
  anchor: RefObject<HTMLElement | null>
  label: string
  className: string | undefined
  onClose(): void
  children: ReactNode
}

/** The dialog of the picker, below its button. */
export const PanelDialog = ({ anchor, label, className = '', onClose, children }: PanelProps) => (
  <Popover
    isOpen
    triggerRef={anchor}
    placement="bottom end"
    offset={4}
    onOpenChange={onClose}
    className={css.popover ?? ''}
  >
    <Dialog aria-label={label} className={className}>
      {children}
    </Dialog>
  </Popover>
)

type OptionsProps = {
  label: string
  ranges: readonly TimeRange[]
  value: TimeRange | undefined
  onChange(range: TimeRange): void
  autoFocus?: boolean
}

/** A list of ranges with a single selection. Selecting the current range again also calls `onChange`. */
export function RangeOptions({ label, ranges, value, onChange, autoFocus = false }: OptionsProps) {
  const { timeZone } = useTimeDisplay()
  const [now] = useState(() => new Date())
  const selected = value && ranges.find((range) => isSameRange(range, value))
  return (
    <ListBox
      aria-label={label}
      className={css.options ?? ''}
      autoFocus={autoFocus && (selected !== undefined || 'first')}
      // Escape closes the dialog instead.
      escapeKeyBehavior="none"
      selectionMode="single"
      selectedKeys={selected ? [formatRange(selected)] : []}
      onSelectionChange={(keys) => {
        const chosen = ranges.find((range) => keys === 'all' || keys.has(formatRange(range))) ?? selected
        if (chosen) onChange(chosen)
      }}
    >
      {ranges.map((range) => {
        const [id, name] = [formatRange(range), formatRangeName(range, now, timeZone)]
        return (
          <ListBoxItem key={id} id={id} textValue={name} className={css.option ?? ''}>
            {name}
          </ListBoxItem>
        )
      })}
    </ListBox>
  )
}
