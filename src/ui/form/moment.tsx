import { useState } from 'react'
import css from './field.module.css'
import { type FieldOf, Frame } from './frame'

type Props = FieldOf<string> & {
  name?: string | undefined
  /** Reads what is typed: a date, a date and a time, or words. */
  parse: (text: string) => Date | undefined
  /** Says how it was read, in words that cannot be mistaken. */
  format: (at: Date) => string
}

/**
 * A moment as people write it. The value is ISO 8601 once the text is understood, and until then the text itself, which
 * no schema of a date takes. How it was read stands below and is read with the field.
 */
export function MomentField({ value, onChange, name, parse, format, help, ...field }: Props) {
  const [typed, setTyped] = useState<string>()
  const at = value === '' ? undefined : parse(value)
  const isTyped = typed !== undefined && isoOf(typed, parse) === value
  const text = isTyped ? typed : at ? format(at) : value
  const reading = isTyped && at && typed !== format(at) ? format(at) : undefined
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
            setTyped(event.target.value)
            onChange(isoOf(event.target.value, parse))
          }}
        />
      )}
    </Frame>
  )
}

const isoOf = (text: string, parse: Props['parse']) => parse(text)?.toISOString() ?? text
