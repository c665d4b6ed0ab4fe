import { Search } from 'lucide-react'
import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react'
import css from './search-field.module.css'

/** By Enter, by ↓, or by Escape. */
export type Leaving = 'open' | 'first' | 'back'

type Props = {
  /** What it looks in; shown while it is empty. */
  label: string
  value: string
  onChange(text: string): void
  /** Enter and ↓ go on to what was found, Escape in an empty field back to where the search is. */
  onLeave?(to: Leaving): void
  autoFocus?: boolean
  ref?: Ref<HTMLInputElement> | undefined
}

/** Words to search for. Its own clear button is the browser's; Escape does the same. */
export function SearchField({ label, value, onChange, onLeave, autoFocus, ref }: Props) {
  function onKeyDown(event: KeyboardEvent) {
    const to = event.nativeEvent.isComposing ? undefined : leavingBy[event.key]
    if (!onLeave || !to || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (to !== 'back' || value === '') return onLeave(to)
    // A dialog around it would close.
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

const leavingBy: Readonly<Record<string, Leaving>> = { Enter: 'open', ArrowDown: 'first', Escape: 'back' }

/** Specification, "Business constants". */
export const SEARCH_DEBOUNCE_MS = 400

/**
 * The text of a search field, and its value, which follows when typing pauses.
 * @param kept the value, which may also change from outside, as by Back
 * @returns the text, what changes it, and what makes it the value without a pause
 */
export function useSearchText(
  kept: string,
  keep: (text: string) => void
): [text: string, setText: (text: string) => void, settle: () => void] {
  const [typed, setTyped] = useState({ kept, text: kept })
  let { text } = typed
  if (typed.kept !== kept) {
    // The field's own value comes back while more is being typed, and must not replace the text.
    if (kept !== typed.text && typed.kept === typed.text) text = kept
    setTyped({ kept, text })
  }
  const latest = useRef(keep)
  useEffect(() => {
    latest.current = keep
  })
  useEffect(() => {
    if (text === kept) return undefined
    const timer = setTimeout(() => latest.current(text), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, kept])
  return [text, (next) => setTyped({ kept, text: next }), () => text !== kept && keep(text)]
}
