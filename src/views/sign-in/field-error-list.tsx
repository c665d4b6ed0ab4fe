import { useId } from 'react'
import type { FlowInput } from '@/api/sign-in/flow'
import { useFormContextValue } from '../../ui/form/form-context'
import { fieldKey } from './flow-body'
import css from './sign-in.module.css'

/** The errors of several fields, with a link to each. The error of a single field is shown only at the field. */
export function FieldErrorList({ fields }: { fields: readonly FlowInput[] }) {
  const { serverErrors } = useFormContextValue()
  const id = useId()
  const wrong = fields.flatMap(({ name, label }) => {
    const words = serverErrors[fieldKey(name)]
    return words === undefined ? [] : [{ key: fieldKey(name), label: label || name, words }]
  })
  if (wrong.length < 2) return null
  return (
    <div className={css.message} data-tone="error" role="group" aria-labelledby={id}>
      <p id={id}>{wrong.length} fields need another look:</p>
      <ul className={css.problems}>
        {wrong.map(({ key, label, words }) => (
          <li key={key}>
            <a
              href={`#${key}`}
              onClick={(event) => {
                event.preventDefault()
                const named = event.currentTarget.closest('form')?.elements.namedItem(key)
                if (named instanceof HTMLElement) named.focus()
              }}
            >
              {label}
            </a>
            : {words}
          </li>
        ))}
      </ul>
    </div>
  )
}
