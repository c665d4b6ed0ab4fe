import { useEffect, useRef, useState } from 'react'
import { CountBadge } from '@/ui/badge'
import { type FilterSet, type FilterField } from '@/ui/filter/filter'
import type { CursorRowValues } from '@/ui/filter/picker-options'
import { lazyComponent } from '@/ui/lazy-component'
import { announce } from '@/ui/voice'
import { CommandButton } from '../commands/command-button'
import { icons } from '../icons'
import { FailureBoundary } from '../page/failure-boundary'

const Picker = lazyComponent({ load: () => import('@/ui/filter/filter-picker') })

/** The state of a list's filter picker: closed (`text` undefined), or open with an initial search text. */
export type FilterPickerState = {
  text: string | undefined
  open(text?: string): void
  close(how: 'back' | 'gone'): void
}

/** @param enter focuses the list, used if the element that had focus before is gone */
export function useFilterPicker(enter: () => void): FilterPickerState {
  const [text, setText] = useState<string>()
  const before = useRef<Element>(null)
  useEffect(() => Picker.prefetchWhenIdle(), [])
  return {
    text,
    open(first = '') {
      if (text !== undefined) return document.querySelector<HTMLElement>('[data-filters] input')?.focus()
      before.current = document.activeElement
      setText(first)
    },
    close(how) {
      setText(undefined)
      if (how === 'gone') return
      const to = before.current
      if (to instanceof HTMLElement && to.isConnected && to !== document.body) to.focus()
      else enter()
    },
  }
}

type Props = {
  picking: FilterPickerState
  title: string
  fields: readonly FilterField[]
  values: FilterSet
  /** The number of active filters. */
  count: number
  here?: CursorRowValues | undefined
  onApply(changed: FilterSet): void
}

/** The button that opens the filters of a list, with the number of active filters. */
export function FilterButton({ picking, count, ...picker }: Props) {
  const anchor = useRef<HTMLSpanElement>(null)
  const isOpen = picking.text !== undefined
  return (
    <span ref={anchor} data-filters data-scope={isOpen ? 'widget' : undefined}>
      <CommandButton call="list.filters" label="Filters" icon={icons.filter} isLabelled isExpanded={isOpen}>
        {count > 0 && <CountBadge count={count} of="active" />}
      </CommandButton>
      {isOpen && (
        <FailureBoundary
          onFailed={() => {
            announce('The filters could not be loaded. Reload the page.', { urgent: true })
            picking.close('back')
          }}
        >
          <Picker {...picker} anchor={anchor} text={picking.text} onClose={picking.close} />
        </FailureBoundary>
      )}
    </span>
  )
}
