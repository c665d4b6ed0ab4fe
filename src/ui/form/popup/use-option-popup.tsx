import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react'
import type { Choice } from '@/shared/forms/choice'
import { moveIndex } from './list-keys'
import listCss from './list.module.css'
import { optionId, OptionList } from './option-list'
import { Popup } from './popup'

type Props<C extends Choice> = {
  id: string
  label: string
  /** The element that the list opens at. */
  anchor: RefObject<HTMLElement | null>
  options: readonly C[]
  /** Shown above the options or instead of them. */
  status: string
  tone: 'bad' | undefined
  isOpen: boolean
  /** The active option until an arrow key or the pointer moves it: the first, or -1 for none. */
  start: 0 | -1
  isSelected: (option: C) => boolean
  onPick: (option: C) => void
  onClose: () => void
  /** Called when Escape closes the list. */
  onEscape?: (() => void) | undefined
}

type OptionPopup<C extends Choice> = {
  /** The id of the list for `aria-controls`; undefined while no options are visible. */
  id: string | undefined
  /** The option that Enter picks, and its id for `aria-activedescendant`. */
  active: C | undefined
  activeId: string | undefined
  /** Resets the active option, because the options will change. */
  restart(): void
  /** Handles the keys of the open list. All others are left to the field. */
  onKeyDown(event: KeyboardEvent): void
  popup: ReactNode
}

/** A list of options that opens at a field. Focus stays in the field, which references the active option by id. */
export function useOptionPopup<C extends Choice>(props: Props<C>): OptionPopup<C> {
  const { id, label, anchor, options, status, tone, isOpen, start, isSelected, onPick, onClose, onEscape } = props
  const [moved, setMoved] = useState<number>()
  const active = moved ?? start
  const hasOptions = isOpen && options.length > 0

  function onKeyDown(event: KeyboardEvent) {
    const { key, altKey } = event
    if (isForeignKey(event)) return
    if (key === 'Escape' || (key === 'ArrowUp' && altKey)) {
      onClose()
      onEscape?.()
    } else if (key === 'Enter') {
      // Without an active option, Enter is left to the field.
      if (active < 0) return onClose()
      const option = options[active]
      if (option) onPick(option)
    } else {
      // Other keys move the caret.
      const to = key.startsWith('Arrow') || key.startsWith('Page') ? moveIndex(key, active, options.length) : undefined
      if (to === undefined) return
      setMoved(to)
    }
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    id: hasOptions ? id : undefined,
    active: hasOptions ? options[active] : undefined,
    activeId: hasOptions ? optionId(id, active) : undefined,
    restart: () => setMoved(undefined),
    onKeyDown,
    popup: isOpen && (status !== '' || hasOptions) && (
      <Popup anchor={anchor} onDismiss={onClose}>
        {status && (
          <p className={listCss.status} data-tone={tone}>
            {status}
          </p>
        )}
        {hasOptions && (
          <OptionList
            id={id}
            label={label}
            options={options}
            active={active}
            isSelected={isSelected}
            onPick={onPick}
            onPoint={setMoved}
          />
        )}
      </Popup>
    ),
  }
}

/** Whether a key press belongs to a command or an input method, and not to the list. */
export const isForeignKey = ({ ctrlKey, metaKey, nativeEvent }: KeyboardEvent) =>
  ctrlKey || metaKey || nativeEvent.isComposing
