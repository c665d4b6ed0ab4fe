import { useId } from 'react'
import css from './choice.module.css'
import { toDescribedBy, FieldMessages, LabelText } from '../field-texts'
import type { ControlledFieldProps } from '../field-frame'

type ToggleProps = ControlledFieldProps<boolean> & {
  name?: string | undefined
  kind?: 'checkbox' | 'switch' | undefined
}

/** A boolean field. A switch takes effect or is saved as a state; a checkbox marks one of several options. */
export function ToggleField({ value, onChange, name, kind = 'checkbox', label, ...field }: ToggleProps) {
  const id = useId()
  const { help, lock, error } = field
  // Required means checked. A switch need not be on, because off is also a value.
  const isRequired = field.isRequired && kind === 'checkbox'
  return (
    <div className={css.toggle} data-invalid={error === undefined ? undefined : true}>
      <label className={css.line}>
        <input
          type="checkbox"
          role={kind === 'switch' ? 'switch' : undefined}
          className={kind === 'switch' ? css.switch : css.box}
          name={name}
          checked={value}
          aria-readonly={field.isReadOnly || undefined}
          aria-required={isRequired || undefined}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={toDescribedBy(id, field)}
          onChange={(event) => !field.isReadOnly && onChange(event.target.checked)}
          onBlur={field.onBlur}
        />
        <span>
          <LabelText label={label} isRequired={isRequired} isReadOnly={field.isReadOnly} />
        </span>
      </label>
      <FieldMessages id={id} help={help} lock={lock} error={error} />
    </div>
  )
}
