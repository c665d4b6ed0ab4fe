import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { say } from '../voice'
import css from './field.module.css'
import { type FieldOf, Frame } from './frame'
import listCss from './list.module.css'
import { moved } from './list-keys'
import { type Choice, optionId, Options } from './options'
import { Popup } from './popup'
import { type Find, type Pace, type Search, useSearch } from './use-search'

type Props<C extends Choice> = Omit<FieldOf<C | null>, 'onChange'> & {
  onChange: (value: C | null) => void
  find: Find<C>
  placeholder?: string | undefined
  pace?: Partial<Pace>
}

const slow: Pace = { shortest: 2, delayMs: 300 }
const retry: readonly Choice[] = [{ value: 'retry', label: 'Try again' }]

/** One of many, found by what is typed. */
export function ComboField<C extends Choice>({ value, onChange, find, placeholder, pace, ...rest }: Props<C>) {
  const { onBlur, ...field } = rest
  // What is being typed; undefined while the field only shows its value.
  const [text, setText] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const anchor = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const looking = isOpen ? (text ?? '') : undefined
  const { search, retry: tryAgain } = useSearch(looking, find, { ...slow, ...pace })
  const options = search.is === 'found' ? search.options : search.is === 'failed' ? retry : none
  useSaying(isOpen ? wordsOf(search, pace) || counted(options.length) : '')

  const open = () => {
    if (field.isReadOnly || isOpen) return
    setOpen(true)
    setActive(0)
  }
  const close = () => setOpen(false)
  const type = (typed: string) => {
    setText(typed)
    setActive(0)
    setOpen(true)
    if (typed === '' && value) onChange(null)
  }
  const pick = (option: Choice | undefined) => {
    if (search.is === 'failed') return tryAgain()
    const found = options.find(({ value: one }) => one === option?.value)
    if (!found || search.is !== 'found') return
    close()
    setText(undefined)
    onChange(found as C)
  }
  const leave = () => {
    close()
    setText(undefined)
    onBlur?.()
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey } = event
    if (field.isReadOnly || ctrlKey || metaKey || event.nativeEvent.isComposing) return
    if (!isOpen) {
      if (key !== 'ArrowDown' && key !== 'ArrowUp') return
      open()
    } else if (key === 'Escape' || (key === 'ArrowUp' && altKey)) {
      close()
      setText(undefined)
    } else if (key === 'Enter') pick(options[active])
    else {
      // The others move in the text.
      const to = key.startsWith('Arrow') || key.startsWith('Page') ? moved(key, active, options.length) : undefined
      if (to === undefined) return
      setActive(to)
    }
    event.preventDefault()
    event.stopPropagation()
  }

  const hasList = isOpen && options.length > 0
  const words = wordsOf(search, pace)
  return (
    <Frame {...field} onBlur={leave}>
      {(wiring) => {
        const list = `${wiring.id}-list`
        return (
          <div data-scope={isOpen ? 'widget' : undefined}>
            <div ref={anchor} className={`${css.control} ${css.joined}`} data-readonly={field.isReadOnly || undefined}>
              <input
                {...wiring}
                ref={input}
                role="combobox"
                aria-autocomplete="list"
                aria-haspopup="listbox"
                aria-expanded={hasList}
                aria-controls={hasList ? list : undefined}
                aria-activedescendant={hasList ? optionId(list, active) : undefined}
                value={text ?? value?.label ?? ''}
                placeholder={placeholder}
                readOnly={field.isReadOnly}
                autoComplete="off"
                spellCheck={false}
                onChange={(event) => type(event.target.value)}
                onClick={open}
                onKeyDown={onKeyDown}
              />
              {!field.isReadOnly && (
                // For the pointer only: the input itself opens by ArrowDown.
                <button
                  type="button"
                  tabIndex={-1}
                  aria-hidden="true"
                  onMouseDown={(event) => {
                    event.preventDefault()
                    input.current?.focus()
                    if (isOpen) close()
                    else open()
                  }}
                >
                  <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" />
                </button>
              )}
            </div>
            {isOpen && (
              <Popup anchor={anchor} onDismiss={close}>
                {words && (
                  <p className={listCss.status} data-tone={search.is === 'failed' ? 'bad' : undefined}>
                    {words}
                  </p>
                )}
                {hasList && (
                  <Options
                    id={list}
                    label={field.label}
                    options={options}
                    active={active}
                    isSelected={(option) => option.value === value?.value}
                    onPick={pick}
                    onPoint={setActive}
                  />
                )}
              </Popup>
            )}
          </div>
        )
      }}
    </Frame>
  )
}

const none: readonly Choice[] = []

/** What stands instead of options, or above them. */
function wordsOf(search: Search<Choice>, { shortest = slow.shortest }: Partial<Pace> = {}): string {
  switch (search.is) {
    case 'nothing-typed':
      return 'Start typing to search'
    case 'too-short':
      return `Type ${shortest} characters to search`
    case 'searching':
      return 'Searching…'
    case 'failed':
      return search.message
    case 'found':
      return search.options.length === 0 ? 'No options found' : ''
  }
}

const counted = (count: number) => (count === 1 ? '1 option' : `${count} options`)

/** Options are read as one moves over them; how many there are, or what stands in their place, would not be. */
function useSaying(words: string) {
  useEffect(() => say(words, { key: 'combobox' }), [words])
}

/** Finds among options that are all here. */
export const findIn =
  <C extends Choice>(options: readonly C[]): Find<C> =>
  (text) =>
    options.filter(({ label, value }) => `${label} ${value}`.toLowerCase().includes(text.toLowerCase()))

export const atOnce: Pace = { shortest: 0, delayMs: 0 }
