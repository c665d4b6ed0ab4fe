import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../button'
import fieldCss from '../form/field.module.css'
import css from './filter-menu.module.css'
import { type Filter, type Part, spokenSummary, stateIn, summaryOf, withState } from './filter'
import type { Choice } from '../../lib/choice'
import { Popup } from '../form/popup/popup'
import { TriState } from './tri-state'

type Props = {
  /** What is filtered by: `Status`. */
  label: string
  options: readonly Choice[]
  value: Filter
  onChange: (value: Filter) => void
  /** How many values are included or excluded, where they are too many to be named. */
  counted?: (count: number, is: Part['is']) => string
}

/** Fewer are seen at once. */
const SEARCHED_FROM = 8

/** A button that says what is filtered for, and opens a list in which each value is included, excluded, or neither. */
export function FilterMenu({ label, options, value, onChange, counted }: Props) {
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const parts = summaryOf(value, options, counted)
  const spoken = spokenSummary(parts)
  const close = () => {
    setOpen(false)
    anchor.current?.focus()
  }
  return (
    <div className={css.filter} data-scope={isOpen ? 'widget' : undefined}>
      <button
        ref={anchor}
        type="button"
        className={css.button}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={spoken === '' ? label : `${label}: ${spoken}`}
        data-active={parts.length > 0 || undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
        {parts.map((part) => (
          <span key={`${part.is} ${part.label}`} className={css.part} data-is={part.is}>
            {part.label}
          </span>
        ))}
        <ChevronDown size={13} strokeWidth={1.75} aria-hidden="true" />
      </button>
      {isOpen && (
        <Popup anchor={anchor} onDismiss={() => setOpen(false)}>
          <Values {...{ label, options, value, onChange }} onClose={close} onLeave={() => setOpen(false)} />
        </Popup>
      )}
    </div>
  )
}

type ValuesProps = Props & { onClose: () => void; onLeave: () => void }

function Values({ label, options, value, onChange, onClose, onLeave }: ValuesProps) {
  const [text, setText] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const searchId = useId()
  const found = options.filter((option) => option.label.toLowerCase().includes(text.trim().toLowerCase()))
  // After drawing, because it can take focus only once it is open.
  useEffect(() => box.current?.querySelector<HTMLElement>('input, [role="radio"][tabindex="0"]')?.focus(), [])

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'ArrowDown') moveRow(event.currentTarget, 1)
    else if (event.key === 'ArrowUp') moveRow(event.currentTarget, -1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      ref={box}
      role="none"
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) onLeave()
      }}
    >
      <div role="dialog" aria-label={`Filter by ${label}`} className={css.values}>
        {options.length >= SEARCHED_FROM && (
          <>
            <label className="visually-hidden" htmlFor={searchId}>
              Search {label}
            </label>
            <input
              id={searchId}
              className={fieldCss.control}
              value={text}
              placeholder="Search"
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setText(event.target.value)}
            />
          </>
        )}
        {found.map((option) => (
          <TriState
            key={option.value}
            label={option.label}
            value={stateIn(value, option.value)}
            onChange={(state) => onChange(withState(value, option.value, state))}
            isRow
          />
        ))}
        {found.length === 0 && <p className={css.nothing}>No options found</p>}
        {Object.keys(value).length > 0 && (
          <Button tone="bare" onPress={() => onChange({})}>
            Clear
          </Button>
        )}
      </div>
    </div>
  )
}

/** From row to row, and between the first and what is above it. */
function moveRow(box: HTMLElement, step: 1 | -1) {
  const stops = [...box.querySelectorAll<HTMLElement>('input, [role="radio"][tabindex="0"]')]
  const at = stops.findIndex((stop) => stop === document.activeElement)
  stops[Math.max(0, Math.min(stops.length - 1, at + step))]?.focus()
}
