import { Check, Minus, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import css from './tri-state.module.css'

/** Whether a value is included, excluded, or does not matter. */
export type FilterState = 'include' | 'neutral' | 'exclude'

const states: readonly { state: FilterState; label: string; Icon: typeof Check }[] = [
  { state: 'include', label: 'Include', Icon: Check },
  { state: 'neutral', label: 'Neutral', Icon: Minus },
  { state: 'exclude', label: 'Exclude', Icon: X },
]

const following: Record<FilterState, FilterState> = { neutral: 'include', include: 'exclude', exclude: 'neutral' }

type Props = {
  /** What is included or excluded. */
  label: string
  value: FilterState
  onChange: (value: FilterState) => void
  /** It stands in a list, which keeps ArrowUp and ArrowDown for its rows. */
  isRow?: boolean
}

/**
 * Three states as a group of radio buttons, one of them in the order of Tab. Choosing the active one again returns to
 * neutral; Enter, or a press on the name, goes on to the next of neutral, include, exclude.
 */
export function TriState({ label, value, onChange, isRow = false }: Props) {
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const step = stepOf(event.key, isRow)
    const at = states.findIndex(({ state }) => state === value)
    if (event.key === 'Enter') onChange(following[value])
    else if (step === undefined) return
    else onChange(states[(at + step + states.length) % states.length]?.state ?? 'neutral')
    event.preventDefault()
    event.stopPropagation()
    // The next state holds the focus of the group once it is drawn.
    const group = event.currentTarget.parentElement
    requestAnimationFrame(() => group?.querySelector<HTMLElement>('[aria-checked="true"]')?.focus())
  }
  return (
    <div className={css.row}>
      {/* For the pointer only: the keyboard has Enter. */}
      <span className={css.name} aria-hidden="true" onPointerUp={() => onChange(following[value])}>
        {label}
      </span>
      <div role="radiogroup" aria-label={label} className={css.group}>
        {states.map(({ state, label: name, Icon }) => (
          <button
            key={state}
            type="button"
            role="radio"
            className={css.state}
            aria-checked={state === value}
            aria-label={name}
            title={name}
            tabIndex={state === value ? 0 : -1}
            data-state={state}
            onKeyDown={onKeyDown}
            onClick={() => onChange(state === value ? 'neutral' : state)}
          >
            <Icon size={12} strokeWidth={2.25} aria-hidden="true" />
          </button>
        ))}
      </div>
    </div>
  )
}

function stepOf(key: string, isRow: boolean): number | undefined {
  if (key === 'ArrowRight' || (key === 'ArrowDown' && !isRow)) return 1
  if (key === 'ArrowLeft' || (key === 'ArrowUp' && !isRow)) return -1
  return undefined
}
