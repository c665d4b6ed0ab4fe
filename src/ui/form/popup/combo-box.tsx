import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import css from '../field.module.css'
import type { Wiring } from '../frame'
import listCss from './list.module.css'
import { movedIndex } from './list-keys'
import type { Choice } from '../../../lib/choice'
import { optionId, Options } from './options'
import { Popup } from './popup'

type Props<C extends Choice> = {
  wiring: Wiring
  label: string
  text: string
  placeholder?: string | undefined
  isReadOnly?: boolean | undefined
  isMono?: boolean | undefined
  options: readonly C[]
  /** Instead of options, or above them. */
  status: string
  tone?: 'bad' | undefined
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** The list was left by Escape. */
  onEscape?: () => void
  onType: (text: string) => void
  /** False leaves the list open. */
  onPick: (option: C) => boolean
  isSelected: (option: C) => boolean
  /** The active option when the list opens: the first, or none where free text is allowed. */
  start: 0 | -1
}

/** An input with a list below it; focus stays in the input. */
export function ComboBox<C extends Choice>(props: Props<C>) {
  const { wiring, label, text, options, status, isOpen, onOpenChange, onType, isReadOnly, start } = props
  const [active, setActive] = useState<number>(start)
  const anchor = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const list = `${wiring.id}-list`
  const hasList = isOpen && options.length > 0

  const open = () => {
    if (isReadOnly || isOpen) return
    setActive(start)
    onOpenChange(true)
  }
  const pick = (option: C | undefined) => {
    if (option && props.onPick(option)) onOpenChange(false)
  }
  function onKeyDown(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey } = event
    if (isReadOnly || ctrlKey || metaKey || event.nativeEvent.isComposing) return
    if (!isOpen) {
      if (key !== 'ArrowDown' && key !== 'ArrowUp') return
      open()
    } else if (key === 'Escape' || (key === 'ArrowUp' && altKey)) {
      onOpenChange(false)
      props.onEscape?.()
    } else if (key === 'Enter') {
      // Where free text is allowed, Enter without an option submits the form.
      if (active < 0) return onOpenChange(false)
      pick(options[active])
    } else {
      // Other keys move the caret.
      const to = key.startsWith('Arrow') || key.startsWith('Page') ? movedIndex(key, active, options.length) : undefined
      if (to === undefined) return
      setActive(to)
    }
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
          aria-expanded={hasList}
          aria-controls={hasList ? list : undefined}
          aria-activedescendant={hasList ? optionId(list, active) : undefined}
          value={text}
          placeholder={props.placeholder}
          readOnly={isReadOnly}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setActive(start)
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
      {isOpen && (status !== '' || hasList) && (
        <Popup anchor={anchor} onDismiss={() => onOpenChange(false)}>
          {status && (
            <p className={listCss.status} data-tone={props.tone}>
              {status}
            </p>
          )}
          {hasList && (
            <Options
              id={list}
              label={label}
              options={options}
              active={active}
              isSelected={props.isSelected}
              onPick={pick}
              onPoint={setActive}
            />
          )}
        </Popup>
      )}
    </div>
  )
}
