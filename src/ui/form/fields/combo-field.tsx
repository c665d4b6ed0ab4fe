import { useState } from 'react'
import { type Choice, type FindChoices, searchDelays, type SearchPace } from '@/shared/forms/choice'
import { type ControlledFieldProps, FieldFrame } from '../field-frame'
import { ComboBox } from '../popup/combo-box'
import { useSearchAnnouncement, useOptionSearch } from '../popup/use-option-search'

type Props<C extends Choice> = ControlledFieldProps<C | null> & {
  find: FindChoices<C>
  placeholder?: string | undefined
  pace?: Partial<SearchPace>
}

const usual: SearchPace = { shortest: 2, delayMs: searchDelays.select }

/** Selects one of many options by searching for the typed text. */
export function ComboField<C extends Choice>({ value, onChange, find, placeholder, pace, ...rest }: Props<C>) {
  const { onBlur, ...field } = rest
  // The typed text; undefined while the field shows its value.
  const [text, setText] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const found = useOptionSearch({ text: isOpen ? (text ?? '') : undefined, find, pace: { ...usual, ...pace } })
  useSearchAnnouncement(isOpen ? found.announcement : '')

  const pick = (option: Choice) => {
    const picked = found.resolve(option)
    if (!picked) return false
    setText(undefined)
    onChange(picked)
    return true
  }
  const leave = () => {
    setOpen(false)
    setText(undefined)
    onBlur?.()
  }
  return (
    <FieldFrame {...field} onBlur={leave}>
      {(wiring) => (
        <ComboBox
          wiring={wiring}
          label={field.label}
          text={text ?? value?.label ?? ''}
          placeholder={placeholder}
          isReadOnly={field.isReadOnly}
          options={found.options}
          status={found.status}
          tone={found.tone}
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
    </FieldFrame>
  )
}

/** A search in a complete list of options. */
export const searchOptions =
  <C extends Choice>(options: readonly C[]): FindChoices<C> =>
  (text) =>
    options.filter(({ label, value }) => `${label} ${value}`.toLowerCase().includes(text.toLowerCase()))

export const immediatePace: SearchPace = { shortest: 0, delayMs: 0 }
