import { useState } from 'react'
import type { Choice, Find, Pace } from '../../../lib/choice'
import { type FieldOf, Frame } from '../frame'
import { ComboBox } from '../popup/combo-box'
import { useAnnouncement, useFound } from '../popup/use-found'

type Props<C extends Choice> = FieldOf<C | null> & {
  find: Find<C>
  placeholder?: string | undefined
  pace?: Partial<Pace>
}

const slow: Pace = { shortest: 2, delayMs: 300 }

/** Selects one of many options by searching for the typed text. */
export function ComboField<C extends Choice>({ value, onChange, find, placeholder, pace, ...rest }: Props<C>) {
  const { onBlur, ...field } = rest
  // The typed text; undefined while the field shows its value.
  const [text, setText] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const found = useFound({ text: isOpen ? (text ?? '') : undefined, find, pace: { ...slow, ...pace } })
  useAnnouncement(isOpen ? found.said : '')

  const pick = (option: Choice) => {
    const picked = found.take(option)
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
    <Frame {...field} onBlur={leave}>
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
    </Frame>
  )
}

/** A search in a complete list of options. */
export const findIn =
  <C extends Choice>(options: readonly C[]): Find<C> =>
  (text) =>
    options.filter(({ label, value }) => `${label} ${value}`.toLowerCase().includes(text.toLowerCase()))

export const immediatePace: Pace = { shortest: 0, delayMs: 0 }
