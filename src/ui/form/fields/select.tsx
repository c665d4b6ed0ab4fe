import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import css from '../field.module.css'
import { type ControlledFieldProps, FieldFrame } from '../field-frame'
import { moveIndex, findTypeahead } from '../popup/list-keys'
import type { Choice } from '@/shared/forms/choice'
import { optionId, OptionList } from '../popup/option-list'
import { Popup } from '../popup/popup'

type Props = ControlledFieldProps<string> & {
  options: readonly Choice[]
  placeholder?: string | undefined
  /** The label of the empty option, where that is allowed. */
  noneLabel?: string | undefined
  /** The field always has a value, so it shows neither the empty option nor the required mark. */
  isAlwaysChosen?: boolean | undefined
}

const TYPING_MS = 700

/** Selects one of a few options. An empty value means no selection. */
export function SelectField({ value, onChange, placeholder = 'Choose', noneLabel = 'None', ...rest }: Props) {
  const { options: given, isAlwaysChosen, onBlur, ...field } = rest
  const options = field.isRequired || isAlwaysChosen ? given : [{ value: '', label: noneLabel }, ...given]
  const [active, setActive] = useState<number>()
  const isOpen = active !== undefined
  const anchor = useRef<HTMLButtonElement>(null)
  const typed = useRef({ text: '', at: 0 })
  const chosen = given.find((option) => option.value === value)

  const indexOfValue = () => options.findIndex((option) => option.value === value)
  const open = () => !field.isReadOnly && setActive(Math.max(0, indexOfValue()))
  const close = () => setActive(undefined)
  const pick = (option: Choice | undefined) => {
    close()
    if (option && option.value !== value) onChange(option.value)
  }
  const type = (letter: string, now: number) => {
    const { text, at } = typed.current
    typed.current = { text: now - at > TYPING_MS ? letter : text + letter, at: now }
    const labels = options.map(({ label }) => label)
    const to = findTypeahead(typed.current.text, labels, active ?? indexOfValue())
    setActive(to < 0 ? (active ?? Math.max(0, indexOfValue())) : to)
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey } = event
    if (field.isReadOnly || ctrlKey || metaKey) return
    const isLetter = key.length === 1 && !altKey && (key !== ' ' || isTyping(typed.current, event.timeStamp))
    if (isLetter) type(key, event.timeStamp)
    else if (!isOpen) {
      if (!openKeys.has(key)) return
      open()
    } else if (key === 'Escape') close()
    else if (key === 'Tab') return pick(options[active])
    else if (key === 'Enter' || key === ' ' || (key === 'ArrowUp' && altKey)) pick(options[active])
    else {
      const to = moveIndex(key, active, options.length)
      if (to === undefined) return
      setActive(to)
    }
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <FieldFrame {...field} onBlur={isOpen ? close : onBlur}>
      {(wiring, labelId) => (
        <div data-scope={isOpen ? 'widget' : undefined}>
          <button
            {...wiring}
            ref={anchor}
            type="button"
            role="combobox"
            className={`${css.control} ${css.select}`}
            aria-labelledby={labelId}
            aria-haspopup="listbox"
            aria-expanded={isOpen}
            aria-controls={isOpen ? `${wiring.id}-list` : undefined}
            aria-activedescendant={isOpen ? optionId(`${wiring.id}-list`, active) : undefined}
            aria-readonly={field.isReadOnly}
            data-empty={chosen ? undefined : ''}
            data-readonly={field.isReadOnly || undefined}
            onClick={() => (isOpen ? close() : open())}
            onKeyDown={onKeyDown}
          >
            <span className={chosen ? css.chosen : css.muted}>{chosen?.label ?? placeholder}</span>
            <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" />
          </button>
          {isOpen && (
            <Popup anchor={anchor} onDismiss={close}>
              <OptionList
                id={`${wiring.id}-list`}
                label={field.label}
                options={options}
                active={active}
                isSelected={(option) => option.value === value}
                onPick={pick}
                onPoint={setActive}
              />
            </Popup>
          )}
        </div>
      )}
    </FieldFrame>
  )
}

const openKeys = new Set(['Enter', ' ', 'ArrowDown', 'ArrowUp', 'Home', 'End'])

/** Whether type-ahead is in progress. Space is then part of the typed text. */
const isTyping = ({ text, at }: { text: string; at: number }, now: number) => text !== '' && now - at <= TYPING_MS
