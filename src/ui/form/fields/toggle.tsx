import { useId } from 'react'
import css from './choice.module.css'
import { describedBy, FieldMessages, type FieldOf, GroupFrame, LabelText } from '../frame'
import type { Choice } from '../../../lib/choice'

type ToggleProps = FieldOf<boolean> & { name?: string | undefined; kind?: 'checkbox' | 'switch' | undefined }

/** Yes or no, with its label beside it. A switch acts or is saved as a state; a checkbox is one of several marks. */
export function ToggleField({ value, onChange, name, kind = 'checkbox', label, ...field }: ToggleProps) {
  const id = useId()
  const { help, lock, error } = field
  // Required means ticked, which a switch need not be: off is a value, too.
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
          aria-describedby={describedBy(id, field)}
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

/** One of a few, all visible. */
export function RadioField({ value, onChange, options, ...field }: FieldOf<string> & { options: readonly Choice[] }) {
  const name = useId()
  return (
    <GroupFrame role="radiogroup" {...field}>
      {options.map((option) => (
        <label key={option.value} className={css.line}>
          <input
            type="radio"
            className={css.radio}
            name={name}
            checked={option.value === value}
            // A native radio button has no read-only state, so the others are disabled.
            disabled={field.isReadOnly && option.value !== value}
            onChange={() => !field.isReadOnly && onChange(option.value)}
          />
          <span>
            {option.label}
            {option.hint && <span className={css.hint}> {option.hint}</span>}
          </span>
        </label>
      ))}
    </GroupFrame>
  )
}

type ManyProps = FieldOf<readonly string[]> & { options: readonly Choice[] }

/** Several of a few, kept in the order in which they are offered. */
export function CheckboxesField({ value, onChange, options, ...field }: ManyProps) {
  const change = (changed: string, isOn: boolean) =>
    onChange(options.map((option) => option.value).filter((one) => (one === changed ? isOn : value.includes(one))))
  return (
    <GroupFrame {...field}>
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
    </GroupFrame>
  )
}
