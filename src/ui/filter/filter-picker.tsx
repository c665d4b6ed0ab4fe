import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react'
import { Button } from '../button'
import fieldCss from '../form/field.module.css'
import { moveIndex } from '../form/popup/list-keys'
import { optionId, OptionList } from '../form/popup/option-list'
import { Popup } from '../form/popup/popup'
import { announce } from '../voice'
import css from './filter-picker.module.css'
import {
  type FilterField,
  type FilterSet,
  type FilterState,
  hasActiveFilters,
  readFilterState,
  setFilterState,
} from './filter'
import { type FilterOption, buildFilterOptions, type CursorRowValues, parseFilterText } from './picker-options'

export type PickerProps = {
  /** The control that the picker opens at. */
  anchor: RefObject<HTMLElement | null>
  /** The heading and accessible name. */
  title: string
  fields: readonly FilterField[]
  values: FilterSet
  /** The values of the row under the cursor by field, which are listed first. */
  here?: CursorRowValues | undefined
  /** The initial search text. */
  text?: string | undefined
  /** The fields that change, with their new values. */
  onApply(changed: FilterSet): void
  /** `back` returns focus to its previous position; with `gone`, the user has already moved it elsewhere. */
  onClose(how: 'back' | 'gone'): void
}

const nextState: Record<FilterState, FilterState> = { neutral: 'include', include: 'exclude', exclude: 'neutral' }

/**
 * Selects several values of several fields at once. Space includes the active value, Shift+Space excludes it, and pressing
 * again resets it. A text that begins with `-` excludes. Enter includes the active value and applies; Shift+Enter excludes
 * it. Escape discards all changes.
 */
export default function FilterPicker({ anchor, title, fields, values, here, onApply, onClose, ...rest }: PickerProps) {
  const id = useId()
  const [text, setText] = useState(rest.text ?? '')
  const [draft, setDraft] = useState<FilterSet>({})
  const [at, setAt] = useState(0)
  /** Whether the state of the active value was set explicitly. Enter then only applies. */
  const [isStateSet, setStateSet] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  /** Prevents a second apply, because returning focus blurs the picker again. */
  const isClosing = useRef(false)
  const options = useMemo(() => buildFilterOptions(fields, parseFilterText(text).query, here), [fields, text, here])
  const active = Math.min(at, options.length - 1)
  const now: FilterSet = { ...values, ...draft }
  const stateOf = ({ field, of }: FilterOption) => readFilterState(now[field] ?? {}, of)
  const excludes = parseFilterText(text).isExcluded
  // After the render, because the input can take focus only once the popup is open.
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])

  const withOption = ({ field, of }: FilterOption, state: FilterState): FilterSet => ({
    ...draft,
    [field]: setFilterState(now[field] ?? {}, of, state),
  })
  function toggle(option: FilterOption | undefined, to: FilterState) {
    if (!option) return
    const state = stateOf(option) === to ? 'neutral' : to
    setDraft(withOption(option, state))
    setStateSet(true)
    announce(sentences[state](option.name))
    // Selected, so that further typing searches for the next value.
    input.current?.select()
  }
  function close(how: 'back' | 'gone') {
    isClosing.current = true
    onClose(how)
  }
  function apply(chosen: FilterSet = draft, how: 'back' | 'gone' = 'back') {
    if (isClosing.current) return
    if (Object.keys(chosen).length > 0) onApply(chosen)
    close(how)
  }
  function onEnter(state: FilterState) {
    const option = options[active]
    if (isStateSet || !option) return apply()
    apply(withOption(option, state))
  }
  function go(to: number) {
    setAt(to)
    setStateSet(false)
  }
  function onKeyDown(event: KeyboardEvent) {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event
    if (event.nativeEvent.isComposing || ctrlKey || metaKey || altKey) return
    const isInput = event.target === input.current
    const to = isInput && /^(Arrow(Up|Down)|Page)/.test(key) ? moveIndex(key, active, options.length) : undefined
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
              // The active value stays active while only the sign changes.
              if (parseFilterText(event.target.value).query !== parseFilterText(text).query) setAt(0)
              setStateSet(false)
              setText(event.target.value)
            }}
          />
          {/* Chromium would make the scroll container a tab stop; the keys of the field move through the list. */}
          <div className={css.values} tabIndex={-1}>
            {options.length === 0 ? (
              <p className={css.nothing}>{fields.length === 0 ? 'No filters available.' : 'No options found'}</p>
            ) : (
              <OptionList
                id={`${id}-list`}
                label={title}
                options={options}
                active={active}
                isMany
                isSelected={(option) => stateOf(option) === 'include'}
                isExcluded={(option) => stateOf(option) === 'exclude'}
                onPick={(option) => {
                  go(options.indexOf(option))
                  toggle(option, nextState[stateOf(option)])
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
            {hasActiveFilters(now) && (
              <Button
                tone="bare"
                onPress={() => {
                  setDraft(Object.fromEntries(Object.keys(now).map((field) => [field, {}])))
                  setStateSet(true)
                  announce('All filters cleared.')
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
  neutral: (name) => `${name} not filtered.`,
}
