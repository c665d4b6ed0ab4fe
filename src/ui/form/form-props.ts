import type { ReactNode } from 'react'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import type { z } from 'zod/mini'
import type { SubmitLabel } from './form-buttons'
import type { Rejection, ServerErrors } from './form-context'

export type FormProps<Input extends FieldValues, Output> = {
  /** The accessible name. */
  label: string
  schema: z.ZodMiniType<Output, Input>
  defaultValues: DefaultValues<NoInfer<Input>>
  /**
   * Gets the parsed values and, if the form has `actions`, the pressed one. Returns nothing if the values were
   * accepted. The message of a thrown error is shown.
   */
  onSubmit: (values: Output, pressed?: HTMLElement) => Promise<Rejection | void> | Rejection | void
  /** If absent, the form has no cancel button and does not handle Escape. */
  onCancel?: () => void
  submitLabel?: SubmitLabel<Input>
  /** Replaces the default buttons; null if the children contain the buttons. */
  actions?: ReactNode
  /** Errors of the initial values. */
  problems?: ServerErrors | undefined
  /** Label of the submit button while the values are sent. */
  busyLabel?: string
  isReadOnly?: boolean
  /** The action cannot be undone. Enter in a field then does not submit, and the button does not get initial focus. */
  isIrrevocable?: boolean
  /** A sentence that says why the form cannot be submitted: the fields to fill in are missing. */
  missing?: string | undefined
  /** A key, unique in the browser tab, that stores the input across a reload and when the form is left and reopened. */
  draftKey?: string
  /** Any value may contain a secret, so the input is never stored. */
  isConfidential?: boolean
  children: ReactNode
}
