import { createContext, useContext, useEffect } from 'react'

export type ServerErrors = Readonly<Record<string, string>>

/** What fields get from their form besides their value. */
export type FormContextValue = {
  isReadOnly: boolean
  /** The server's errors about the sent values, by field name. */
  serverErrors: ServerErrors
  /** Removes a field's server error, once its value has changed. */
  forgive(name: string): void
  /** What the fields on screen are called, by name. */
  labels: Map<string, string>
}

export const FormContext = createContext<FormContextValue>({
  isReadOnly: false,
  serverErrors: {},
  forgive: () => undefined,
  labels: new Map(),
})
export const useFormContextValue = () => useContext(FormContext)

/** The name of the field that is drawn; undefined within it. */
export const FieldNameContext = createContext<string | undefined>(undefined)

/** Tells the form what its field is called. */
export function useFieldLabel(label: string): void {
  const name = useContext(FieldNameContext)
  const { labels } = useFormContextValue()
  useEffect(() => {
    if (name === undefined) return undefined
    labels.set(name, label)
    return () => void labels.delete(name)
  }, [labels, name, label])
}

/** Actions of a form for keys and the palette. */
export type FormActions = { submit(): void; cancel(): void }

/** A form inside puts its actions here. */
export const FormActionsContext = createContext<{ current: FormActions | null } | undefined>(undefined)

/** The key caps of the command that submits, for the button. */
export const SubmitKeysContext = createContext<readonly (readonly string[])[] | undefined>(undefined)
