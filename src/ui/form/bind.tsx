import { createContext, type ReactNode, useContext } from 'react'
import { useController, useWatch } from 'react-hook-form'
import type { FormValues } from '@/shared/forms/form-description'
import { FieldNameContext, useFormContextValue } from './form-context'

/** The props that a field gets from its form. */
export type BoundField<V> = {
  name: string
  value: V
  onChange: (value: V) => void
  onBlur: () => void
  error: string | undefined
  isReadOnly: boolean
  /** The reason why this field alone is read-only, as a sentence. */
  lock?: string
}

/** The source of values outside a form: returns the value at a name. Undefined inside a form. */
export const BindingContext = createContext<((name: string) => BoundField<unknown>) | undefined>(undefined)

/**
 * Binds one value of the surrounding form.
 * @param name a path into the form's values: `url`, `labels`, `steps.0.name`
 */
function useFormBound<V>(name: string): BoundField<V> {
  const { field, fieldState } = useController({ name })
  const { isReadOnly, serverErrors, clearServerError } = useFormContextValue()
  return {
    name,
    value: field.value as V,
    onChange(value) {
      clearServerError(name)
      // Wrapped, because react-hook-form treats a value with a `target` property as an event.
      field.onChange({ target: { value } })
    },
    onBlur: field.onBlur,
    error: messageOf(fieldState.error) ?? serverErrors[name],
    isReadOnly,
  }
}

type Problem = { message?: unknown; root?: unknown }

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The first error anywhere in a field with a structured value. */
function messageOf(problem: unknown): string | undefined {
  const own = ownMessage(problem)
  if (own !== undefined || !isObject(problem)) return own
  for (const [key, inner] of Object.entries(problem)) {
    const found = key === 'ref' ? undefined : messageOf(inner)
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
export function findListError(errors: unknown, name: string): string | undefined {
  const at = name
    .split('.')
    .reduce<unknown>(
      (in_, key) => (isObject(in_) ? Object.entries(in_).find(([k]) => k === key)?.[1] : undefined),
      errors
    )
  return ownMessage(at)
}

type BindProps<V> = { name: string; children: (bound: BoundField<V>) => ReactNode }

/** Binds a field to the value at `name`: `<Bind name="url">{(bound) => <TextField label="URL" {...bound} />}</Bind>` */
export function Bind<V>({ name, children }: BindProps<V>) {
  const bind = useContext(BindingContext)
  return (
    <FieldNameContext value={name}>
      {bind ? children(bind(name) as BoundField<V>) : <InForm name={name}>{children}</InForm>}
    </FieldNameContext>
  )
}

const InForm = <V,>({ name, children }: BindProps<V>) => children(useFormBound<V>(name))

type ValueProps = { name: string; children: (value: unknown) => ReactNode }

/** Renders children that depend on the value at `name`. */
export function WatchValue({ name, children }: ValueProps) {
  const bind = useContext(BindingContext)
  return bind ? children(bind(name).value) : <ValueInForm name={name}>{children}</ValueInForm>
}

/** Renders children that depend on all values of the surrounding form. */
export const WatchValues = ({ children }: { children: (values: FormValues) => ReactNode }) => children(useWatch())

const ValueInForm = ({ name, children }: ValueProps) => children(useWatch({ name }))
