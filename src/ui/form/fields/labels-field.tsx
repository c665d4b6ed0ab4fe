import { X } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { announce } from '../../voice'
import css from './labels.module.css'
import fieldCss from '../field.module.css'
import { type FieldOf, Frame } from '../frame'
import { type Labels, readLabels } from './labels'

const FORM_ERROR = 'Write key=value.'

/**
 * Labels as chips before an input. Enter or a comma adds what is typed, several may be pasted. Backspace in the empty
 * input goes back to the chips, among which the arrows move and Delete removes.
 */
export function LabelsField({ value, onChange, ...rest }: FieldOf<Labels>) {
  const { onBlur, ...field } = rest
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const box = useRef<HTMLDivElement>(null)
  const entries = Object.entries(value)

  /** Unreadable parts stay in the input, to be corrected. */
  const add = (typed: string) => {
    const { labels, rest: unread } = readLabels(typed)
    const keys = Object.keys(labels)
    if (keys.length > 0) {
      onChange({ ...value, ...labels })
      announce(`Added ${keys.map((key) => chip([key, labels[key] ?? ''])).join(', ')}.`)
    }
    setText(unread)
    setFault(unread === '' ? undefined : FORM_ERROR)
  }
  const remove = (index: number) => {
    const gone = entries[index]
    if (!gone) return
    onChange(Object.fromEntries(entries.filter((one) => one !== gone)))
    announce(`Removed ${chip(gone)}.`)
    // The next one takes its place; after the last it is the input.
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
    <Frame
      {...field}
      error={fault ?? field.error}
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
                  // One tab stop for all chips: the arrows move among them.
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
              setFault(undefined)
            }}
            onKeyDown={onInputKey}
            onPaste={onPaste}
          />
        </div>
      )}
    </Frame>
  )
}

const chip = ([key, value]: readonly [string, string]) => (value === '' ? key : `${key}=${value}`)

/** A chip by its place; -1 is the input. */
function focusOn(box: HTMLElement | null, index: number) {
  const target = index < 0 ? box?.querySelector('input') : box?.querySelectorAll('button')[index]
  target?.focus()
}
