import fieldCss from '../field.module.css'
import { type ControlledFieldProps, FieldGroupFrame } from '../field-frame'
import css from './key-values.module.css'
import {
  joinValueSource,
  type ValueSourceParts,
  type ValueSourceKind,
  valueSourceOptions,
  splitValueSource,
  type ValueSource,
} from './value-source'

type PartsProps = {
  /** The name of the value, used in the labels of the inputs. */
  of: string
  value: ValueSource
  onChange: (value: ValueSource) => void
  isReadOnly?: boolean | undefined
  /** Hides the typed value. */
  isSecret?: boolean | undefined
  /** Whether the value can only be literal. */
  isPlain?: boolean | undefined
}

/** Inputs for the source of a value, and for the value itself or the name and key of its secret or config map. */
export function SourceInputs({ of, value, onChange, isReadOnly, isSecret, isPlain }: PartsProps) {
  const parts = splitValueSource(value)
  const set = (part: Partial<ValueSourceParts>) => onChange(joinValueSource({ ...parts, ...part }))
  const input = (label: string, text: string, change: (text: string) => void, isHidden = false) => (
    <input
      className={`${fieldCss.control} ${fieldCss.mono}`}
      type={isHidden ? 'password' : 'text'}
      aria-label={`${label} of ${of}`}
      placeholder={label}
      value={text}
      readOnly={isReadOnly}
      autoComplete={isHidden ? 'new-password' : 'off'}
      spellCheck={false}
      onChange={(event) => change(event.target.value)}
    />
  )
  return (
    <>
      {!isPlain && (
        <select
          className={`${fieldCss.control} ${css.source}`}
          aria-label={`Source of ${of}`}
          value={parts.source}
          disabled={isReadOnly}
          onChange={(event) => set({ source: event.target.value as ValueSourceKind })}
        >
          {valueSourceOptions.map(({ source, label }) => (
            <option key={source} value={source}>
              {label}
            </option>
          ))}
        </select>
      )}
      {parts.source === 'value' ? (
        input('Value', parts.value, (text) => set({ value: text }), isSecret)
      ) : (
        <span className={css.pair}>
          {input(parts.source === 'secret' ? 'Secret' : 'Config map', parts.name, (name) => set({ name }))}
          {input('Key', parts.key, (key) => set({ key }))}
        </span>
      )}
    </>
  )
}

type Props = ControlledFieldProps<ValueSource> & { isSecret?: boolean | undefined }

/** A value that is literal or taken from a secret or config map. */
export function SourceField({ value, onChange, isSecret, ...field }: Props) {
  return (
    <FieldGroupFrame {...field}>
      <div className={css.table}>
        <div className={css.row}>
          <SourceInputs
            of={field.label}
            value={value}
            onChange={onChange}
            isReadOnly={field.isReadOnly}
            isSecret={isSecret}
          />
        </div>
      </div>
    </FieldGroupFrame>
  )
}
