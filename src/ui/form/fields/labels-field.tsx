import { X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { announce } from '../../voice'
import css from './labels.module.css'
import fieldCss from '../field.module.css'
import { type ControlledFieldProps, FieldFrame } from '../field-frame'
import { type LabelValues, parsePastedLabels } from './labels'

const FORM_ERROR = 'Write key=value.'

/**
 * Labels as chips in front of an input. Enter or a comma adds the typed label; several can be pasted. Backspace in the
 * empty input moves to the chips, where arrow keys move and Delete removes.
 */
export function LabelsField({ value, onChange, ...rest }: ControlledFieldProps<LabelValues>) {
  const { onBlur, ...field } = rest
  const [text, setText] = useState('')
  const [inputError, setInputError] = useState<string>()
  const box = useRef<HTMLDivElement>(null)
  const entries = Object.entries(value)

  /** Adds labels. Text that is not a label stays in the input for correction. */
  const add = (typed: string) => {
    const { labels, rest: invalid } = parsePastedLabels(typed)
    const keys = Object.keys(labels)
    if (keys.length > 0) {
      onChange({ ...value, ...labels })
      announce(`Added ${keys.map((key) => chip([key, labels[key] ?? ''])).join(', ')}.`)
    }
    setText(invalid)
    setInputError(invalid === '' ? undefined : FORM_ERROR)
  }
  const remove = (index: number) => {
    const removed = entries[index]
    if (!removed) return
    onChange(Object.fromEntries(entries.filter((one) => one !== removed)))
    announce(`Removed ${chip(removed)}.`)
    // Focus moves to the next chip, or to the input after the last chip.
    const next = index < entries.length - 1 ? index : -1
    requestAnimationFrame(() => focusOn(box.current, next))
  }
  function onInputKey(event: KeyboardEvent<HTMLInputElement>) {
    const { selectionStart, selectionEnd } = event.currentTarget
    const isAtStart = selectionStart === 0 && selectionEnd === 0
    if (event.nativeEvent.isComposing) return
    if ((event.key === 'Enter' && text.trim() !== '') || event.key === ',') add(text)
    else if ((event.key === 'Backspace' || event.key === 'ArrowLeft') && isAtStart && entries.length > 0)
      focusOn(box.current, entries.length - 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  function onChipKey(event: KeyboardEvent, index: number) {
    if (event.key === 'Delete' || event.key === 'Backspace') remove(index)
    else if (event.key === 'ArrowLeft') focusOn(box.current, Math.max(0, index - 1))
    else if (event.key === 'ArrowRight') focusOn(box.current, index + 1 < entries.length ? index + 1 : -1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  function onPaste(event: ClipboardEvent) {
    const pasted = event.clipboardData.getData('text')
    if (text !== '' || !/[=:]/.test(pasted)) return
    event.preventDefault()
    add(pasted)
  }
  return (
    <FieldFrame
      {...field}
      error={inputError ?? field.error}
      onBlur={() => {
        if (text.trim() !== '') add(text)
        onBlur?.()
      }}
    >
      {(wiring) => (
        <div ref={box} className={`${fieldCss.control} ${css.box}`} data-readonly={field.isReadOnly || undefined}>
          {entries.map((entry, index) => (
            <span key={entry[0]} className={css.chip}>
              <span className={css.text}>{chip(entry)}</span>
              {!field.isReadOnly && (
                <button
                  type="button"
                  aria-label={`Remove ${chip(entry)}`}
                  // All chips share one tab stop; arrow keys move among them.
                  tabIndex={index === entries.length - 1 ? 0 : -1}
                  onKeyDown={(event) => onChipKey(event, index)}
                  onClick={() => remove(index)}
                >
                  <X size={11} strokeWidth={2} aria-hidden="true" />
                </button>
              )}
            </span>
          ))}
          <input
            {...wiring}
            data-unread={text.trim() === '' ? undefined : true}
            value={text}
            placeholder={entries.length === 0 ? 'key=value' : undefined}
            readOnly={field.isReadOnly}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              setText(event.target.value)
              setInputError(undefined)
            }}
            onKeyDown={onInputKey}
            onPaste={onPaste}
          />
        </div>
      )}
    </FieldFrame>
  )
}

const chip = ([key, value]: readonly [string, string]) => (value === '' ? key : `${key}=${value}`)

/** Focuses a chip by its index, or the input for -1. */
function focusOn(box: HTMLElement | null, index: number) {
  const target = index < 0 ? box?.querySelector('input') : box?.querySelectorAll('button')[index]
  target?.focus()
}
