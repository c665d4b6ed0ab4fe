import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import { Button } from '../button'
import fieldCss from '../form/field.module.css'
import { movedIndex } from '../form/popup/list-keys'
import { optionId, Options } from '../form/popup/options'
import { Popup } from '../form/popup/popup'
import { announce } from '../voice'
import css from './filter-picker.module.css'
import { type FilterField, type Filters, type FilterState, isFiltered, stateIn, withState } from './filter'
import { type FilterOption, optionsFor, type ValuesOfRow, wanted } from './picker-options'

export type PickerProps = {
  /** The control that it opens at. */
  anchor: RefObject<HTMLElement | null>
  /** What it is headed by, and named. */
  title: string
  fields: readonly FilterField[]
  values: Filters
  /** The values of the row under the cursor by field, which are offered first. */
  here?: ValuesOfRow | undefined
  /** What is searched for at first. */
  text?: string | undefined
  /** The fields that change, with their new values. */
  onApply(changed: Filters): void
  /** `back` returns focus to where it was; otherwise somebody has gone elsewhere already. */
  onClose(how: 'back' | 'gone'): void
}

const following: Record<FilterState, FilterState> = { neutral: 'include', include: 'exclude', exclude: 'neutral' }

/**
 * Several values of several fields in one visit. Space includes the value that the keyboard is at and Shift+Space
 * excludes it, both take that back; a text that begins with `-` excludes. Enter takes what was gone to along and
 * applies, with Shift as excluded. Escape leaves everything as it was.
 */
export default function FilterPicker({ anchor, title, fields, values, here, onApply, onClose, ...rest }: PickerProps) {
  const id = useId()
  const [text, setText] = useState(rest.text ?? '')
  const [draft, setDraft] = useState<Filters>({})
  const [at, setAt] = useState(0)
  /** Whether Enter takes the active value: not when its state was chosen already. */
  const [isTaken, setTaken] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  /** Returning focus blurs the picker once more. */
  const isClosing = useRef(false)
  const options = useMemo(() => optionsFor(fields, wanted(text).query, here), [fields, text, here])
  const active = Math.min(at, options.length - 1)
  const now: Filters = { ...values, ...draft }
  const stateOf = ({ field, of }: FilterOption) => stateIn(now[field] ?? {}, of)
  const excludes = wanted(text).isExcluded
  // After drawing, because it can take focus only once the popup is open.
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])

  const withOption = ({ field, of }: FilterOption, state: FilterState): Filters => ({
    ...draft,
    [field]: withState(now[field] ?? {}, of, state),
  })
  function toggle(option: FilterOption | undefined, to: FilterState) {
    if (!option) return
    const state = stateOf(option) === to ? 'neutral' : to
    setDraft(withOption(option, state))
    setTaken(true)
    announce(sentences[state](option.name))
    // Typing on searches for the next value.
    input.current?.select()
  }
  function close(how: 'back' | 'gone') {
    isClosing.current = true
    onClose(how)
  }
  function apply(chosen: Filters = draft, how: 'back' | 'gone' = 'back') {
    if (isClosing.current) return
    if (Object.keys(chosen).length > 0) onApply(chosen)
    close(how)
  }
  function onEnter(state: FilterState) {
    const option = options[active]
    if (isTaken || !option) return apply()
    apply(withOption(option, state))
  }
  function go(to: number) {
    setAt(to)
    setTaken(false)
  }
  function onKeyDown(event: KeyboardEvent) {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event
    if (event.nativeEvent.isComposing || ctrlKey || metaKey || altKey) return
    const isInput = event.target === input.current
    const to = isInput && /^(Arrow(Up|Down)|Page)/.test(key) ? movedIndex(key, active, options.length) : undefined
    if (key === 'Escape') close('back')
    else if (to !== undefined) go(to)
    else if (isInput && key === ' ') toggle(options[active], shiftKey || excludes ? 'exclude' : 'include')
    else if (isInput && key === 'Enter') onEnter(shiftKey || excludes ? 'exclude' : 'include')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Popup anchor={anchor} onDismiss={() => apply(draft, 'gone')}>
      <div
        role="none"
        onKeyDown={onKeyDown}
        onBlur={({ currentTarget, relatedTarget }) => {
          const isInside = (one: HTMLElement | null) => relatedTarget instanceof Node && one?.contains(relatedTarget)
          if (relatedTarget && !isInside(currentTarget) && !isInside(anchor.current)) apply(draft, 'gone')
        }}
      >
        <div role="dialog" aria-labelledby={`${id}-title`} className={css.picker}>
          <h2 id={`${id}-title`} className={css.title}>
            {title}
          </h2>
          <input
            ref={input}
            className={fieldCss.control}
            role="combobox"
            aria-label="Search values"
            aria-autocomplete="list"
            aria-expanded={options.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={options.length > 0 ? optionId(`${id}-list`, active) : undefined}
            aria-describedby={`${id}-keys`}
            placeholder="Search values"
            value={text}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              // What was gone to stays active while only its sign is typed.
              if (wanted(event.target.value).query !== wanted(text).query) setAt(0)
              setTaken(false)
              setText(event.target.value)
            }}
          />
          {/* Chromium would stop at what scrolls; the keys of the field lead through it. */}
          <div className={css.values} tabIndex={-1}>
            {options.length === 0 ? (
              <p className={css.nothing}>
                {fields.length === 0 ? 'There is nothing to filter by.' : 'No options found'}
              </p>
            ) : (
              <Options
                id={`${id}-list`}
                label={title}
                options={options}
                active={active}
                isMany
                isSelected={(option) => stateOf(option) === 'include'}
                isExcluded={(option) => stateOf(option) === 'exclude'}
                onPick={(option) => {
                  go(options.indexOf(option))
                  toggle(option, following[stateOf(option)])
                }}
                onPoint={setAt}
              />
            )}
          </div>
          <p id={`${id}-keys`} className={css.keys}>
            Space includes, Shift+Space excludes, Enter applies.
          </p>
          <div className={css.actions}>
            <Button tone="primary" onPress={() => apply()}>
              Apply
            </Button>
            {isFiltered(now) && (
              <Button
                tone="bare"
                onPress={() => {
                  setDraft(Object.fromEntries(Object.keys(now).map((field) => [field, {}])))
                  setTaken(true)
                  announce('No value is included or excluded.')
                  input.current?.focus()
                }}
              >
                Clear
              </Button>
            )}
          </div>
        </div>
      </div>
    </Popup>
  )
}

const sentences: Record<FilterState, (name: string) => string> = {
  include: (name) => `${name} included.`,
  exclude: (name) => `${name} excluded.`,
  neutral: (name) => `${name} does not matter.`,
}
