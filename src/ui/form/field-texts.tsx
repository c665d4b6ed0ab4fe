import { CircleAlert, Lock } from 'lucide-react'
import css from './field.module.css'
import type { FieldProps } from './field-frame'

export function LabelText({ label, isRequired, isReadOnly }: Pick<FieldProps, 'label' | 'isRequired' | 'isReadOnly'>) {
  return (
    <>
      <span data-name>{label}</span>
      {isRequired && !isReadOnly && (
        <span className={css.mark} aria-hidden="true">
          *
        </span>
      )}
    </>
  )
}

type Messages = Pick<FieldProps, 'help' | 'lock' | 'error'>

/** The value of `aria-describedby`: the ids of the field's messages. */
export const toDescribedBy = (id: string, { help, lock, error }: Messages): string | undefined =>
  [help && `${id}-help`, lock && `${id}-lock`, error && `${id}-error`].filter(Boolean).join(' ') || undefined

export function FieldMessages({ id, help, lock, error }: Messages & { id: string }) {
  return (
    <>
      {help && (
        <p className={css.help} id={`${id}-help`}>
          {help}
        </p>
      )}
      {lock && (
        <p className={css.lock} id={`${id}-lock`}>
          <Lock size={13} strokeWidth={2} aria-hidden="true" />
          {lock}
        </p>
      )}
      {error && (
        <p className={css.error} id={`${id}-error`}>
          <CircleAlert size={13} strokeWidth={2} aria-hidden="true" />
          {error}
        </p>
      )}
    </>
  )
}
