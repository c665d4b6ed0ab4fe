import type { ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { FieldNameContext, useFormContextValue } from './form-context'

/** What a field takes from the form around it. */
export type Bound<V> = {
  name: string
  value: V
  onChange: (value: V) => void
  onBlur: () => void
  error: string | undefined
  isReadOnly: boolean
}

/**
 * One value of the form around it.
 * @param name a path into the form's values: `url`, `labels`, `steps.0.name`
 */
export function useBound<V>(name: string): Bound<V> {
  const { field, fieldState } = useController({ name })
  const { isReadOnly, serverErrors, forgive } = useFormContextValue()
  return {
    name,
    value: field.value as V,
    onChange(value) {
      forgive(name)
      // Wrapped, because a value with a member `target` would be mistaken for an event.
      field.onChange({ target: { value } })
    },
    onBlur: field.onBlur,
    error: messageOf(fieldState.error) ?? serverErrors[name],
    isReadOnly,
  }
}

type Problem = { message?: unknown; root?: unknown }

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The first error anywhere in a field whose value has parts. */
function messageOf(problem: unknown): string | undefined {
  const own = ownMessage(problem)
  if (own !== undefined || !isObject(problem)) return own
  for (const [key, part] of Object.entries(problem)) {
    const found = key === 'ref' ? undefined : messageOf(part)
    if (found !== undefined) return found
  }
  return undefined
}

/** The error of a list itself, as opposed to errors of its items. */
function ownMessage(problem: unknown): string | undefined {
  if (!isObject(problem)) return undefined
  const { message, root } = problem as Problem
  return typeof message === 'string' && message !== '' ? message : ownMessage(root)
}

/** The error of the list at `name`, without those of its items. */
export function listError(errors: unknown, name: string): string | undefined {
  const at = name
    .split('.')
    .reduce<unknown>(
      (in_, key) => (isObject(in_) ? Object.entries(in_).find(([k]) => k === key)?.[1] : undefined),
      errors
    )
  return ownMessage(at)
}

/** Gives a field the value at `name`: `<Bind name="url">{(bound) => <TextField label="URL" {...bound} />}</Bind>` */
export function Bind<V>({ name, children }: { name: string; children: (bound: Bound<V>) => ReactNode }) {
  return <FieldNameContext value={name}>{children(useBound<V>(name))}</FieldNameContext>
}
