import { useId } from 'react'
import type { Input } from '../../api/flow'
import { useFormContextValue } from '../../ui/form/form-context'
import { keyOf } from './body'
import css from './sign-in.module.css'

/** The errors of several fields, with a link to each. The error of a single field is shown only at the field. */
export function Problems({ fields }: { fields: readonly Input[] }) {
  const { serverErrors } = useFormContextValue()
  const id = useId()
  const wrong = fields.flatMap(({ name, label }) => {
    const words = serverErrors[keyOf(name)]
    return words === undefined ? [] : [{ key: keyOf(name), label: label || name, words }]
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
