import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../button'
import fieldCss from '../field.module.css'
import { type ControlledFieldProps, FieldGroupFrame } from '../field-frame'
import css from './key-values.module.css'
import { StoredSecret } from './secret'
import {
  isKept,
  joinValueSource,
  type SecretSource,
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
  /** Whether the value can only be literal. */
  isPlain?: boolean | undefined
  /** The control of a literal value, if it is not an input of one line. */
  literal?: ReactNode
  placeholder?: string | undefined
}

/** Inputs for the source of a value, and for the value itself or the name and key of its secret or config map. */
export function SourceInputs({ of, value, onChange, isReadOnly, isPlain, literal, placeholder = 'Value' }: PartsProps) {
  const parts = splitValueSource(value)
  const set = (part: Partial<ValueSourceParts>) => onChange(joinValueSource({ ...parts, ...part }))
  const input = (label: string, text: string, change: (text: string) => void, hint = label) => (
    <input
      className={`${fieldCss.control} ${fieldCss.mono}`}
      type="text"
      aria-label={`${label} of ${of}`}
      placeholder={hint}
      value={text}
      readOnly={isReadOnly}
      autoComplete="off"
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
        (literal ?? input('Value', parts.value, (text) => set({ value: text }), placeholder))
      ) : (
        <span className={css.pair}>
          {input(parts.source === 'secret' ? 'Secret' : 'Config map', parts.name, (name) => set({ name }))}
          {input('Key', parts.key, (key) => set({ key }))}
        </span>
      )}
    </>
  )
}

type LiteralProps = {
  of: string
  value: string
  onChange: (value: string) => void
  isReadOnly: boolean | undefined
}

const LiteralArea = ({ of, value, onChange, isReadOnly, isHidden, name }: LiteralProps & HiddenProps) => (
  <textarea
    className={`${fieldCss.control} ${fieldCss.mono} ${fieldCss.area}`}
    aria-label={`Value of ${of}`}
    placeholder="Value"
    value={value}
    readOnly={isReadOnly}
    rows={4}
    autoComplete="off"
    spellCheck={false}
    {...(name === undefined ? {} : { name, 'data-secret': true })}
    data-hidden={isHidden || undefined}
    onChange={(event) => onChange(event.target.value)}
  />
)
type HiddenProps = { name?: string | undefined; isHidden?: boolean }

type Props = ControlledFieldProps<ValueSource> & {
  isMultiline?: boolean | undefined
  placeholder?: string | undefined
}

/** A value that is literal or taken from a secret or config map. */
export function SourceField({ value, onChange, isMultiline, placeholder, ...field }: Props) {
  const inputs = { of: field.label, onChange, isReadOnly: field.isReadOnly }
  return (
    <FieldGroupFrame {...field}>
      <div className={css.table}>
        <div className={css.row}>
          <SourceInputs
            {...inputs}
            value={value}
            placeholder={placeholder}
            {...(isMultiline && {
              literal: (
                <LiteralArea
                  {...inputs}
                  value={splitValueSource(value).value}
                  onChange={(text) => onChange({ value: text })}
                />
              ),
            })}
          />
        </div>
      </div>
    </FieldGroupFrame>
  )
}

type SecretProps = ControlledFieldProps<SecretSource> & { name?: string | undefined; isMultiline?: boolean | undefined }

/** The same for a secret: a stored one is never shown, only kept or replaced. */
export function SecretSourceField({ value, onChange, name, isMultiline = false, ...field }: SecretProps) {
  // The replacement can be undone only if there is a stored secret.
  const [hasStored] = useState(isKept(value))
  const root = useRef<HTMLDivElement>(null)
  const moveFocus = useRef(false)
  useLayoutEffect(() => {
    if (moveFocus.current) root.current?.querySelector<HTMLElement>('[data-secret], button, input')?.focus()
    moveFocus.current = false
  })
  const change = (next: SecretSource) => {
    // The pressed button is removed, so focus must move.
    moveFocus.current = isKept(next) !== isKept(value)
    onChange(next)
  }
  const { label: of, isReadOnly } = field
  return (
    <div ref={root}>
      {isKept(value) ? (
        <StoredSecret {...field} onReplace={() => change({ value: '' })} />
      ) : (
        <FieldGroupFrame {...field}>
          <div className={css.table}>
            <div className={css.row}>
              <SourceInputs
                of={of}
                value={value}
                onChange={onChange}
                isReadOnly={isReadOnly}
                literal={
                  <HiddenLiteral
                    of={of}
                    name={name}
                    value={splitValueSource(value).value}
                    onChange={(text) => onChange({ value: text })}
                    isReadOnly={isReadOnly}
                    isMultiline={isMultiline}
                  />
                }
              />
            </div>
            {hasStored && !isReadOnly && (
              <Button label={`Keep current value of ${of}`} onPress={() => change({ is: 'kept' })}>
                Keep current value
              </Button>
            )}
          </div>
        </FieldGroupFrame>
      )}
    </div>
  )
}

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const

/** A typed secret, hidden until the user wants to see it. */
function HiddenLiteral({
  name,
  isMultiline,
  ...literal
}: LiteralProps & { name: string | undefined; isMultiline: boolean }) {
  const { of, value, onChange, isReadOnly } = literal
  const [isShown, setShown] = useState(false)
  const toggle = (
    <button
      type="button"
      aria-label={`Show ${of}`}
      aria-pressed={isShown}
      title={isShown ? 'Hide' : 'Show'}
      onClick={() => setShown(!isShown)}
    >
      {isShown ? <EyeOff {...icon} /> : <Eye {...icon} />}
    </button>
  )
  return (
    <span className={`${fieldCss.control} ${fieldCss.joined} ${css.literal}`} data-readonly={isReadOnly || undefined}>
      {isMultiline ? (
        <LiteralArea {...literal} name={name ?? of} isHidden={!isShown} />
      ) : (
        <input
          className={fieldCss.mono}
          type={isShown ? 'text' : 'password'}
          aria-label={`Value of ${of}`}
          placeholder="Value"
          name={name}
          data-secret
          value={value}
          readOnly={isReadOnly}
          // Keeps password managers from offering the user's own passwords.
          autoComplete="new-password"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {toggle}
    </span>
  )
}
