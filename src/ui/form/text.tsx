import css from './field.module.css'
import { type FieldOf, Frame } from './frame'

type Props = FieldOf<string> & {
  name?: string | undefined
  /** An example, never the label. */
  placeholder?: string | undefined
  /** The keyboard that a phone shows; what is allowed is the schema's to say. */
  kind?: 'text' | 'email' | 'url' | undefined
  /** Names, addresses, code: whatever is read letter by letter. */
  isMono?: boolean | undefined
}

export function TextField({ value, onChange, name, placeholder, kind = 'text', isMono, ...field }: Props) {
  return (
    <Frame {...field}>
      {(wiring) => (
        <input
          {...wiring}
          className={isMono ? `${css.control} ${css.mono}` : css.control}
          name={name}
          inputMode={kind}
          value={value}
          placeholder={placeholder}
          readOnly={field.isReadOnly}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Frame>
  )
}

export function TextAreaField({ value, onChange, name, placeholder, isMono, ...field }: Omit<Props, 'kind'>) {
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
