import css from '../field.module.css'
import { type FieldOf, Frame } from '../frame'

type Props = FieldOf<string> & {
  name?: string | undefined
  /** An example, never the label. */
  placeholder?: string | undefined
  /** The keyboard that a phone shows; the schema decides what is allowed. */
  kind?: 'text' | 'email' | 'url' | 'tel' | 'numeric' | undefined
  /** How many characters can be typed. */
  maxLength?: number | undefined
  /** What a browser may fill in, as HTML names it; nothing by default. */
  autoComplete?: string | undefined
  /** As HTML names it: a picker of the browser, or what password managers go by. */
  type?: 'date' | 'datetime-local' | 'email' | 'tel' | 'url' | undefined
  /** Names, addresses, code: whatever is read letter by letter. */
  isMono?: boolean | undefined
}

export function TextField({ value, onChange, name, placeholder, kind = 'text', isMono, ...rest }: Props) {
  const { autoComplete = 'off', type = 'text', maxLength, ...field } = rest
  return (
    <Frame {...field}>
      {(wiring) => (
        <input
          {...wiring}
          className={isMono ? `${css.control} ${css.mono}` : css.control}
          type={type}
          maxLength={maxLength}
          name={name}
          inputMode={kind}
          // Otherwise phones start with a capital.
          autoCapitalize={kind === 'text' && !isMono ? undefined : 'none'}
          value={value}
          placeholder={placeholder}
          readOnly={field.isReadOnly}
          autoComplete={autoComplete}
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Frame>
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
    <Frame {...field}>
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
    </Frame>
  )
}
