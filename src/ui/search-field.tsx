import { Search } from 'lucide-react'
import { type KeyboardEvent, type Ref, useState } from 'react'
import { useTimeout } from './hooks'
import css from './search-field.module.css'

/** The way out of a search field: `open` by Enter, `first` by ↓, `back` by Escape. */
export type SearchExit = 'open' | 'first' | 'back'

type Props = {
  /** The accessible name, also shown as the placeholder. */
  label: string
  value: string
  onChange(text: string): void
  /** Called on Enter and ↓, which move to the results, and on Escape in an empty field. */
  onLeave?(to: SearchExit): void
  autoFocus?: boolean
  ref?: Ref<HTMLInputElement> | undefined
}

/** A search field. The clear button is the browser's, and Escape also clears the field. */
export function SearchField({ label, value, onChange, onLeave, autoFocus, ref }: Props) {
  function onKeyDown(event: KeyboardEvent) {
    const to = event.nativeEvent.isComposing ? undefined : leavingBy[event.key]
    if (!onLeave || !to || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (to !== 'back' || value === '') return onLeave(to)
    // Keeps Escape from closing a surrounding dialog.
    event.stopPropagation()
    onChange('')
  }
  return (
    <span className={css.field}>
      <Search size={14} strokeWidth={1.75} aria-hidden="true" />
      <input
        ref={ref}
        autoFocus={autoFocus}
        type="search"
        enterKeyHint="search"
        className={css.input}
        aria-label={label}
        placeholder={label}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </span>
  )
}

const leavingBy: Readonly<Record<string, SearchExit>> = { Enter: 'open', ArrowDown: 'first', Escape: 'back' }

/** Specification, "Business constants". */
export const SEARCH_DEBOUNCE_MS = 400

/**
 * The text of a search field. Its value follows when typing pauses.
 * @param value the value, which may also change from outside, for example with Back
 * @returns the text, a function that changes it, and a function that applies it as the value at once
 */
export function useSearchText(
  value: string,
  onChange: (text: string) => void
): [text: string, setText: (text: string) => void, settle: () => void] {
  const [typed, setTyped] = useState({ value, text: value })
  let { text } = typed
  if (typed.value !== value) {
    // The value that the field itself set comes back while the user types on, and must not replace the text.
    if (value !== typed.text && typed.value === typed.text) text = value
    setTyped({ value, text })
  }
  useTimeout(text === value ? undefined : SEARCH_DEBOUNCE_MS, () => onChange(text), `${value}\n${text}`)
  return [text, (next) => setTyped({ value, text: next }), () => text !== value && onChange(text)]
}
