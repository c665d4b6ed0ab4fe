import { createContext, useContext } from 'react'

export type ServerErrors = Readonly<Record<string, string>>

/** What fields get from their form besides their value. */
export type FormContextValue = {
  isReadOnly: boolean
  /** The server's errors about the sent values, by field name. */
  serverErrors: ServerErrors
  /** Removes a field's server error, once its value has changed. */
  forgive(name: string): void
}

export const FormContext = createContext<FormContextValue>({
  isReadOnly: false,
  serverErrors: {},
  forgive: () => undefined,
})
export const useFormContextValue = () => useContext(FormContext)

/** Actions of a form for keys and the palette. */
export type FormActions = { submit(): void; cancel(): void }

/** A form inside puts its actions here. */
export const FormActionsContext = createContext<{ current: FormActions | null } | undefined>(undefined)
