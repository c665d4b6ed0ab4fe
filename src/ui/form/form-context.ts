import { createContext, useContext } from 'react'

export type ServerErrors = Readonly<Record<string, string>>

/** What the fields of a form know of it besides their own value. */
export type FormContextValue = {
  isReadOnly: boolean
  /** What the server said of the values that were sent, by the name of the field. */
  serverErrors: ServerErrors
  /** The value was changed, so what was said of it holds no more. */
  forgive(name: string): void
}

export const FormContext = createContext<FormContextValue>({
  isReadOnly: false,
  serverErrors: {},
  forgive: () => undefined,
})
export const useFormContextValue = () => useContext(FormContext)

/** What can be asked of a form from outside, by a key or the palette. */
export type FormActions = { submit(): void; cancel(): void }

/** A form inside puts its actions here. */
export const FormActionsContext = createContext<{ current: FormActions | null } | undefined>(undefined)
