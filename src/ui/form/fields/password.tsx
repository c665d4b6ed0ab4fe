import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import css from '../field.module.css'
import { type ControlledFieldProps, FieldFrame } from '../field-frame'

type Props = ControlledFieldProps<string> & {
  name?: string | undefined
  /** Whether a password manager should fill in a password or generate one. */
  autoComplete: 'current-password' | 'new-password'
}

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The user's password, which can be shown while typing. */
export function PasswordField({ value, onChange, name, autoComplete, ...field }: Props) {
  const [isShown, setShown] = useState(false)
  return (
    <FieldFrame {...field}>
      {(wiring) => (
        <div className={`${css.control} ${css.joined}`}>
          <input
            {...wiring}
            type={isShown ? 'text' : 'password'}
            name={name}
            data-secret
            value={value}
            readOnly={field.isReadOnly}
            autoComplete={autoComplete}
            autoCapitalize="none"
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
      )}
    </FieldFrame>
  )
}
