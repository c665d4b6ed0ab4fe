import { useState } from 'react'
import css from '../field.module.css'
import { type FieldOf, Frame } from '../frame'
import { isMoment } from './iso'

type Props = FieldOf<string> & {
  name?: string | undefined
  /** Reads what is typed: a date, a date and a time, or words. */
  parse: (text: string) => Date | undefined
  /** Shows how it was read, unambiguously. */
  format: (at: Date) => string
}

/**
 * A moment as people write it. The value is ISO 8601 once the text is understood, and until then the text itself, which
 * no schema of a date takes. How it was read stands below and is read with the field.
 */
export function MomentField({ value, onChange, name, parse, format, help, ...field }: Props) {
  // The typed text with its value at that time: `in 2h` means something else a second later.
  const [typed, setTyped] = useState({ text: '', value: '' })
  const read = isMoment(value) ? format(new Date(value)) : undefined
  const isTyped = typed.value === value
  const text = isTyped ? typed.text : (read ?? value)
  const reading = isTyped && text !== read ? read : undefined
  return (
    <Frame {...field} help={reading ?? help}>
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
    </Frame>
  )
}
