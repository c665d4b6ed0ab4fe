import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
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
  const [at, setAt] = useState(0)
  /** Whether the state of the active value was set explicitly. Enter then only applies. */
  const [isStateSet, setStateSet] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const draft = useDraft(values)
  const { close, apply } = useClosing(draft, onApply, onClose)
  const options = useMemo(() => buildFilterOptions(fields, parseFilterText(text).query, here), [fields, text, here])
  const active = Math.min(at, options.length - 1)
  const excludes = parseFilterText(text).isExcluded
  // After the render, because the input can take focus only once the popup is open.
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])

  function toggle(option: FilterOption | undefined, to: FilterState) {
    if (!option) return
    const state = draft.stateOf(option) === to ? 'neutral' : to
    draft.set(draft.with(option, state))
    setStateSet(true)
    announce(sentences[state](option.name))
    // Selected, so that further typing searches for the next value.
    input.current?.select()
  }
  function onEnter(state: FilterState) {
    const option = options[active]
    if (isStateSet || !option) return apply()
    apply(draft.with(option, state))
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
  function onType(next: string) {
    // The active value stays active while only the sign changes.
    if (parseFilterText(next).query !== parseFilterText(text).query) setAt(0)
    setStateSet(false)
    setText(next)
  }
  function clear() {
    draft.set(Object.fromEntries(Object.keys(draft.now).map((field) => [field, {}])))
    setStateSet(true)
    announce('All filters cleared.')
    input.current?.focus()
  }
  return (
    <PickerFrame
      id={id}
      title={title}
      anchor={anchor}
      onKeyDown={onKeyDown}
      onLeave={() => apply(draft.changed, 'gone')}
    >
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
        onChange={({ target }) => onType(target.value)}
      />
      <Values
        {...{ id, title, fields, options, active, draft }}
        onPick={(option) => {
          go(options.indexOf(option))
          toggle(option, nextState[draft.stateOf(option)])
        }}
        onPoint={setAt}
      />
      <p id={`${id}-keys`} className={css.keys}>
        Space includes, Shift+Space excludes, Enter applies.
      </p>
      <Actions canClear={hasActiveFilters(draft.now)} onApply={() => apply()} onClear={clear} />
    </PickerFrame>
  )
}

type Draft = ReturnType<typeof useDraft>

/** The changes that are not applied yet. */
function useDraft(values: FilterSet) {
  const [changed, set] = useState<FilterSet>({})
  const now: FilterSet = { ...values, ...changed }
  return {
    changed,
    set,
    /** All filters as they would be applied. */
    now,
    stateOf: ({ field, of }: FilterOption) => readFilterState(now[field] ?? {}, of),
    /** The changes with another state of a value. */
    with: ({ field, of }: FilterOption, state: FilterState): FilterSet => ({
      ...changed,
      [field]: setFilterState(now[field] ?? {}, of, state),
    }),
  }
}

/** Applies the changes and closes the picker, once: returning focus blurs the picker again. */
function useClosing({ changed }: Draft, onApply: PickerProps['onApply'], onClose: PickerProps['onClose']) {
  const isClosing = useRef(false)
  function close(how: 'back' | 'gone') {
    isClosing.current = true
    onClose(how)
  }
  return {
    close,
    apply(chosen: FilterSet = changed, how: 'back' | 'gone' = 'back') {
      if (isClosing.current) return
      if (Object.keys(chosen).length > 0) onApply(chosen)
      close(how)
    },
  }
}

type ValuesProps = Pick<PickerProps, 'title' | 'fields'> & {
  id: string
  options: readonly FilterOption[]
  /** The index of the active value. */
  active: number
  draft: Draft
  onPick(option: FilterOption): void
  onPoint(index: number): void
}

/** The values that match the text, with their state. */
const Values = ({ id, title, fields, options, active, draft, onPick, onPoint }: ValuesProps) => (
  // Chromium would make the scroll container a tab stop; the keys of the field move through the list.
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
        isSelected={(option) => draft.stateOf(option) === 'include'}
        isExcluded={(option) => draft.stateOf(option) === 'exclude'}
        onPick={onPick}
        onPoint={onPoint}
      />
    )}
  </div>
)

type ActionsProps = { canClear: boolean; onApply(): void; onClear(): void }

const Actions = ({ canClear, onApply, onClear }: ActionsProps) => (
  <div className={css.actions}>
    <Button tone="primary" onPress={onApply}>
      Apply
    </Button>
    {canClear && (
      <Button tone="bare" onPress={onClear}>
        Clear
      </Button>
    )}
  </div>
)

type FrameProps = Pick<PickerProps, 'anchor' | 'title'> & {
  id: string
  onKeyDown(event: KeyboardEvent): void
  /** Called when a press or focus goes elsewhere. */
  onLeave(): void
  children: ReactNode
}

function PickerFrame({ id, title, anchor, onKeyDown, onLeave, children }: FrameProps) {
  function onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
    const isInside = (one: HTMLElement | null) => relatedTarget instanceof Node && one?.contains(relatedTarget)
    if (relatedTarget && !isInside(currentTarget) && !isInside(anchor.current)) onLeave()
  }
  return (
    <Popup anchor={anchor} onDismiss={onLeave}>
      <div role="none" onKeyDown={onKeyDown} onBlur={onBlur}>
        <div role="dialog" aria-labelledby={`${id}-title`} className={css.picker}>
          <h2 id={`${id}-title`} className={css.title}>
            {title}
          </h2>
          {children}
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
