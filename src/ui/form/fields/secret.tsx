import { Eye, EyeOff } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../button'
import css from '../field.module.css'
import { type ControlledFieldProps, FieldFrame, FieldGroupFrame, type FieldProps } from '../field-frame'

/** A stored secret is never sent to the browser: the value is either "keep the stored one" or the new text. */
export type SecretValue = { is: 'kept' } | { is: 'typed'; text: string }

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const

export function SecretField(props: ControlledFieldProps<SecretValue> & { name?: string | undefined }) {
  const { value, onChange, ...field } = props
  // The replacement can be undone only if there is a stored secret.
  const [hasStored] = useState(value.is === 'kept')
  const root = useRef<HTMLDivElement>(null)
  const moveFocus = useRef(false)
  useLayoutEffect(() => {
    if (moveFocus.current) root.current?.querySelector<HTMLElement>('input, button')?.focus()
    moveFocus.current = false
  })
  const change = (next: SecretValue) => {
    // The pressed button is removed, so focus must move.
    moveFocus.current = next.is !== value.is
    onChange(next)
  }
  return (
    <div ref={root}>
      {value.is === 'kept' ? (
        <StoredSecret {...field} onReplace={() => change({ is: 'typed', text: '' })} />
      ) : (
        <TypedSecret
          {...field}
          value={value.text}
          onChange={(text) => onChange({ is: 'typed', text })}
          onKeep={hasStored ? () => change({ is: 'kept' }) : undefined}
        />
      )}
    </div>
  )
}

type StoredSecretProps = FieldProps & { onReplace: () => void }

/** A stored secret, with a button to replace it. */
export function StoredSecret({ onReplace, ...field }: StoredSecretProps) {
  return (
    <FieldGroupFrame {...field}>
      <div className={css.besides}>
        <span className={css.muted}>Set. The value is hidden.</span>
        {!field.isReadOnly && (
          <Button label={`Replace ${field.label}`} onPress={onReplace}>
            Replace
          </Button>
        )}
      </div>
    </FieldGroupFrame>
  )
}

type TypedSecretProps = ControlledFieldProps<string> & { name?: string | undefined; onKeep: (() => void) | undefined }

function TypedSecret({ value, onChange, onKeep, name, ...field }: TypedSecretProps) {
  const [isShown, setShown] = useState(false)
  return (
    <FieldFrame {...field}>
      {(wiring) => (
        <div className={css.besides}>
          <div className={`${css.control} ${css.joined}`} data-readonly={field.isReadOnly || undefined}>
            <input
              {...wiring}
              type={isShown ? 'text' : 'password'}
              name={name}
              data-secret
              className={css.mono}
              value={value}
              readOnly={field.isReadOnly}
              // Keeps password managers from offering the user's own passwords.
              autoComplete="new-password"
              spellCheck={false}
              onChange={(event) => onChange(event.target.value)}
            />
            <button
              type="button"
              aria-label={`Show ${field.label}`}
              aria-pressed={isShown}
              title={isShown ? 'Hide' : 'Show'}
              onClick={() => setShown(!isShown)}
            >
              {isShown ? <EyeOff {...icon} /> : <Eye {...icon} />}
            </button>
          </div>
          {onKeep && <Button onPress={onKeep}>Keep current value</Button>}
        </div>
      )}
    </FieldFrame>
  )
}
