import { useEffect, useState } from 'react'
import { say } from '../../voice'
import { ComboBox } from '../popup/combo-box'
import { type FieldOf, Frame } from '../frame'
import type { Choice } from '../../../lib/choice'
import type { Find, Pace } from '../../../lib/choice'
import { type Search, useSearch } from '../popup/use-search'

type Props<C extends Choice> = FieldOf<C | null> & {
  find: Find<C>
  placeholder?: string | undefined
  pace?: Partial<Pace>
}

const slow: Pace = { shortest: 2, delayMs: 300 }

/** One of many, found by what is typed. */
export function ComboField<C extends Choice>({ value, onChange, find, placeholder, pace, ...rest }: Props<C>) {
  const { onBlur, ...field } = rest
  // What is being typed; undefined while the field only shows its value.
  const [text, setText] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const looking = isOpen ? (text ?? '') : undefined
  const { search, retry: tryAgain } = useSearch(looking, find, { ...slow, ...pace })
  const options: readonly Choice[] = search.is === 'found' ? search.options : search.is === 'failed' ? retry : none
  const status = statusOf(search, pace)
  useAnnouncement(isOpen ? status || counted(options.length) : '')

  const pick = ({ value: picked }: Choice) => {
    const found = search.is === 'found' && search.options.find((option) => option.value === picked)
    if (search.is === 'failed') tryAgain()
    if (!found) return false
    setText(undefined)
    onChange(found)
    return true
  }
  const leave = () => {
    setOpen(false)
    setText(undefined)
    onBlur?.()
  }
  return (
    <Frame {...field} onBlur={leave}>
      {(wiring) => (
        <ComboBox
          wiring={wiring}
          label={field.label}
          text={text ?? value?.label ?? ''}
          placeholder={placeholder}
          isReadOnly={field.isReadOnly}
          options={options}
          status={status}
          tone={search.is === 'failed' ? 'bad' : undefined}
          isOpen={isOpen}
          onOpenChange={setOpen}
          onEscape={() => setText(undefined)}
          onType={(typed) => {
            setText(typed)
            if (typed === '' && value) onChange(null)
          }}
          onPick={pick}
          isSelected={(option) => option.value === value?.value}
          start={0}
        />
      )}
    </Frame>
  )
}

const retry: readonly Choice[] = [{ value: 'retry', label: 'Try again' }]
const none: readonly Choice[] = []

/** The message shown instead of options, or above them. */
function statusOf(search: Search<Choice>, { shortest = slow.shortest }: Partial<Pace> = {}): string {
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

/** Screen readers read options while moving over them, but not their number or the message shown instead of them. */
function useAnnouncement(message: string) {
  useEffect(() => say(message, { key: 'combobox' }), [message])
}

/** Searches a complete list of options. */
export const findIn =
  <C extends Choice>(options: readonly C[]): Find<C> =>
  (text) =>
    options.filter(({ label, value }) => `${label} ${value}`.toLowerCase().includes(text.toLowerCase()))

export const immediatePace: Pace = { shortest: 0, delayMs: 0 }
