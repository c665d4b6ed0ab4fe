import css from '../field.module.css'
import { type ControlledFieldProps, FieldFrame } from '../field-frame'

type Props = ControlledFieldProps<string> & {
  name?: string | undefined
  /** An example, never the label. */
  placeholder?: string | undefined
  /** The keyboard that a phone shows. The schema validates the text. */
  kind?: 'text' | 'email' | 'url' | 'tel' | 'numeric' | undefined
  /** Maximum number of characters. */
  maxLength?: number | undefined
  /** The HTML `autocomplete` value. Default: `off`. */
  autoComplete?: string | undefined
  /** The HTML `type`: it selects a browser picker, or helps password managers. */
  type?: 'date' | 'datetime-local' | 'email' | 'tel' | 'url' | undefined
  /** Monospace, for text read letter by letter: names, addresses, code. */
  isMono?: boolean | undefined
}

export function TextField({ value, onChange, name, placeholder, kind = 'text', isMono, ...rest }: Props) {
  const { autoComplete = 'off', type = 'text', maxLength, ...field } = rest
  return (
    <FieldFrame {...field}>
      {(wiring) => (
        <input
          {...wiring}
          className={isMono ? `${css.control} ${css.mono}` : css.control}
          type={type}
          maxLength={maxLength}
          name={name}
          inputMode={kind}
          // Phones would otherwise start with a capital letter.
          autoCapitalize={kind === 'text' && !isMono ? undefined : 'none'}
          value={value}
          placeholder={placeholder}
          readOnly={field.isReadOnly}
          autoComplete={autoComplete}
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FieldFrame>
  )
}

export function TextAreaField({
  value,
  onChange,
  name,
  placeholder,
  isMono,
  ...field
}: Omit<Props, 'kind' | 'autoComplete' | 'type' | 'maxLength'>) {
  return (
    <FieldFrame {...field}>
      {(wiring) => (
        <textarea
          {...wiring}
          className={[css.control, css.area, isMono && css.mono].filter(Boolean).join(' ')}
          name={name}
          value={value}
          placeholder={placeholder}
          readOnly={field.isReadOnly}
          spellCheck={!isMono}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FieldFrame>
  )
}
