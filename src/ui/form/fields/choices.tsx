import { useId } from 'react'
import css from './choice.module.css'
import { type ControlledFieldProps, FieldGroupFrame } from '../field-frame'
import type { Choice } from '@/shared/forms/choice'

/** Selects one of a few options, all of them visible. */
export function RadioField({
  value,
  onChange,
  options,
  ...field
}: ControlledFieldProps<string> & { options: readonly Choice[] }) {
  const name = useId()
  return (
    <FieldGroupFrame role="radiogroup" {...field}>
      {options.map((option) => (
        <label key={option.value} className={css.line}>
          <input
            type="radio"
            className={css.radio}
            name={name}
            checked={option.value === value}
            // Native radio buttons have no read-only state, so the unchecked ones are disabled.
            disabled={field.isReadOnly && option.value !== value}
            onChange={() => !field.isReadOnly && onChange(option.value)}
          />
          <span>
            {option.label}
            {option.hint && <span className={css.hint}> {option.hint}</span>}
          </span>
        </label>
      ))}
    </FieldGroupFrame>
  )
}

type ManyProps = ControlledFieldProps<readonly string[]> & { options: readonly Choice[] }

/** Selects several of a few options. The value keeps the order of the options. */
export function CheckboxesField({ value, onChange, options, ...field }: ManyProps) {
  const change = (changed: string, isOn: boolean) =>
    onChange(options.map((option) => option.value).filter((one) => (one === changed ? isOn : value.includes(one))))
  return (
    <FieldGroupFrame {...field}>
      <div className={css.several}>
        {options.map((option) => (
          <label key={option.value} className={css.line}>
            <input
              type="checkbox"
              className={css.box}
              checked={value.includes(option.value)}
              aria-readonly={field.isReadOnly || undefined}
              onChange={(event) => !field.isReadOnly && change(option.value, event.target.checked)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </FieldGroupFrame>
  )
}
