import { useState } from 'react'
import css from '../field.module.css'
import { type ControlledFieldProps, FieldFrame } from '../field-frame'
import { isIsoDate } from './iso'

type Props = ControlledFieldProps<string> & {
  name?: string | undefined
  /** Parses the typed text: a date, a date with time, or words. */
  parse: (text: string) => Date | undefined
  /** Formats the parsed date unambiguously. */
  format: (at: Date) => string
}

/**
 * A date and time in free text. The value is ISO 8601 once the text can be parsed. Until then it is the text itself,
 * which every date schema rejects. The parsed date is shown below and read with the field.
 */
export function DateTimeField({ value, onChange, name, parse, format, help, ...field }: Props) {
  // The typed text with its value at that time, because `in 2h` gives a different value a second later.
  const [typed, setTyped] = useState({ text: '', value: '' })
  const read = isIsoDate(value) ? format(new Date(value)) : undefined
  const isTyped = typed.value === value
  const text = isTyped ? typed.text : (read ?? value)
  const reading = isTyped && text !== read ? read : undefined
  return (
    <FieldFrame {...field} help={reading ?? help}>
      {(wiring) => (
        <input
          {...wiring}
          className={css.control}
          name={name}
          value={text}
          placeholder="2026-03-01 09:00, in 2h, tomorrow"
          readOnly={field.isReadOnly}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            const next = parse(event.target.value)?.toISOString() ?? event.target.value
            setTyped({ text: event.target.value, value: next })
            onChange(next)
          }}
        />
      )}
    </FieldFrame>
  )
}
