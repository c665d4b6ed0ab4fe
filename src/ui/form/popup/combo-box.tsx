import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import type { Choice } from '@/shared/forms/choice'
import css from '../field.module.css'
import type { ControlProps } from '../field-frame'
import { isForeignKey, useOptionPopup } from './use-option-popup'

type Props<C extends Choice> = {
  wiring: ControlProps
  label: string
  text: string
  placeholder?: string | undefined
  isReadOnly?: boolean | undefined
  isMono?: boolean | undefined
  options: readonly C[]
  /** Shown above the options or instead of them. */
  status: string
  tone?: 'bad' | undefined
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Called when Escape closes the list. */
  onEscape?: () => void
  onType: (text: string) => void
  /** Returns false to keep the list open. */
  onPick: (option: C) => boolean
  isSelected: (option: C) => boolean
  /** The active option when the list opens: the first, or -1 for none where free text is allowed. */
  start: 0 | -1
}

/** An input with a list below it; focus stays in the input. */
export function ComboBox<C extends Choice>(props: Props<C>) {
  const { wiring, label, text, options, status, tone, isOpen, onOpenChange, onType, isReadOnly, start } = props
  const anchor = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const list = useOptionPopup({
    id: `${wiring.id}-list`,
    label,
    anchor,
    options,
    status,
    tone,
    isOpen,
    start,
    isSelected: props.isSelected,
    onPick: (option) => props.onPick(option) && onOpenChange(false),
    onClose: () => onOpenChange(false),
    onEscape: props.onEscape,
  })

  const open = () => {
    if (isReadOnly || isOpen) return
    list.restart()
    onOpenChange(true)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (isReadOnly) return
    if (isOpen) return list.onKeyDown(event)
    if (isForeignKey(event) || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
    open()
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div data-scope={isOpen ? 'widget' : undefined}>
      <div ref={anchor} className={`${css.control} ${css.joined}`} data-readonly={isReadOnly || undefined}>
        <input
          {...wiring}
          ref={input}
          className={props.isMono ? css.mono : undefined}
          role="combobox"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-expanded={list.id !== undefined}
          aria-controls={list.id}
          aria-activedescendant={list.activeId}
          value={text}
          placeholder={props.placeholder}
          readOnly={isReadOnly}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            list.restart()
            onOpenChange(true)
            onType(event.target.value)
          }}
          onClick={open}
          onKeyDown={onKeyDown}
        />
        {!isReadOnly && (
          // For the pointer only: the input itself opens by ArrowDown.
          <button
            type="button"
            tabIndex={-1}
            aria-hidden="true"
            onMouseDown={(event) => {
              event.preventDefault()
              input.current?.focus()
              if (isOpen) onOpenChange(false)
              else open()
            }}
          >
            <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" />
          </button>
        )}
      </div>
      {list.popup}
    </div>
  )
}
