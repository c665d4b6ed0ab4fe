import type { ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { useFormContextValue } from './form-context'

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
      field.onChange(value)
    },
    onBlur: field.onBlur,
    error: messageOf(fieldState.error) ?? serverErrors[name],
    isReadOnly,
  }
}

type Problem = { message?: string | undefined; root?: Problem }

/** Of a field whose value has parts, the first thing that is wrong anywhere in it. */
function messageOf(problem: unknown): string | undefined {
  if (typeof problem !== 'object' || problem === null) return undefined
  const { message, root } = problem as Problem
  if (typeof message === 'string' && message !== '') return message
  if (root) return messageOf(root)
  for (const [key, part] of Object.entries(problem)) {
    const found = key === 'ref' ? undefined : messageOf(part)
    if (found !== undefined) return found
  }
  return undefined
}

/** Gives a field the value at `name`: `<Bind name="url">{(bound) => <TextField label="URL" {...bound} />}</Bind>` */
export function Bind<V>({ name, children }: { name: string; children: (bound: Bound<V>) => ReactNode }) {
  return children(useBound<V>(name))
}
