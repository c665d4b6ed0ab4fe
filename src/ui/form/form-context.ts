import { createContext, useContext, useEffect } from 'react'

export type ServerErrors = Readonly<Record<string, string>>

/** Why the server rejected the values: one sentence for the whole form, and one per field that it names. */
export type Rejection = { message?: string; fields?: ServerErrors }

/** The data that fields get from their form besides their value. */
type FormContextValue = {
  isReadOnly: boolean
  /** The server's errors about the sent values, by field name. */
  serverErrors: ServerErrors
  /** Removes the server error of a field whose value has changed. */
  clearServerError(name: string): void
  /** The labels of the fields on screen, by field name. */
  labels: Map<string, string>
}

export const FormContext = createContext<FormContextValue>({
  isReadOnly: false,
  serverErrors: {},
  clearServerError: () => undefined,
  labels: new Map(),
})
export const useFormContextValue = () => useContext(FormContext)

/** The name of the field being rendered; undefined inside the field. */
export const FieldNameContext = createContext<string | undefined>(undefined)

/** Registers the label of a field with the form. */
export function useFieldLabel(label: string): void {
  const name = useContext(FieldNameContext)
  const { labels } = useFormContextValue()
  useEffect(() => {
    if (name === undefined) return undefined
    labels.set(name, label)
    return () => void labels.delete(name)
  }, [labels, name, label])
}

/** The form actions for key bindings and the palette. */
export type FormActions = { submit(): void; cancel(): void }

/** The inner form sets its actions here. */
export const FormActionsContext = createContext<{ current: FormActions | null } | undefined>(undefined)

/** The key caps of the submit command, shown on the button. */
export const SubmitKeysContext = createContext<readonly (readonly string[])[] | undefined>(undefined)
