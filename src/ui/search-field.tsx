import { Search } from 'lucide-react'
import { type Ref, useEffect, useRef, useState } from 'react'
import css from './search-field.module.css'

type Props = {
  /** What it looks in; shown while it is empty. */
  label: string
  value: string
  onChange(text: string): void
  ref?: Ref<HTMLInputElement> | undefined
}

/** Words to search for. Its own clear button is the browser's; Escape does the same. */
export const SearchField = ({ label, value, onChange, ref }: Props) => (
  <span className={css.field}>
    <Search size={14} strokeWidth={1.75} aria-hidden="true" />
    <input
      ref={ref}
      type="search"
      className={css.input}
      aria-label={label}
      placeholder={label}
      value={value}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  </span>
)

/** Specification, "Business constants". */
export const SEARCH_DEBOUNCE_MS = 400

/**
 * The text of a search field, and its value, which follows when typing pauses.
 * @param kept the value, which may also change from outside, as by Back
 */
export function useSearchText(kept: string, keep: (text: string) => void): [string, (text: string) => void] {
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
  return [text, (next) => setTyped({ kept, text: next })]
}
