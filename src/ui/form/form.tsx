import { zodResolver } from '@hookform/resolvers/zod'
import { CircleAlert } from 'lucide-react'
import { type RefObject, useContext, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { type FieldValues, FormProvider, useForm, type UseFormReturn } from 'react-hook-form'
import { explainIssue } from './explain-issue'
import { FormButtons, type SubmitLabel } from './form-buttons'
import { FormActionsContext, FormContext } from './form-context'
import type { FormProps } from './form-props'
import css from './form.module.css'
import { useWarnBeforeLeaving } from './unsaved-changes'
import { useDraft } from './use-draft'
import { unparsedIn, useSubmission } from './use-submission'

/** A form with a schema: it holds the input, shows its errors and submits it when it is valid. */
export function Form<Input extends FieldValues, Output>(props: FormProps<Input, Output>) {
  const { label, schema, defaultValues, onCancel, isReadOnly = false, isIrrevocable = false, missing, children } = props
  const {
    submitLabel = 'Save',
    busyLabel = busyLabelOf(submitLabel),
    actions,
    draftKey,
    isConfidential = false,
  } = props
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema, { error: explainIssue }, { mode: 'sync' }),
    defaultValues,
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const element = useRef<HTMLFormElement>(null)
  const enterButton = useRef<HTMLButtonElement>(null)
  const { isDirty, isSubmitting } = form.formState
  const { submit, rejection, clearServerError } = useSubmission({ ...props, form, element, enterButton })
  const { isConfirming, cancel } = useCancel({ onCancel, isReadOnly, form, element })
  const outerActions = useContext(FormActionsContext)
  useImperativeHandle(outerActions, () => ({ submit, cancel }))
  useWarnBeforeLeaving(isDirty && !isReadOnly && actions === undefined)
  const discardDraft = useDraft({ label, draftKey, isConfidential, form, element })

  const [labels] = useState(() => new Map<string, string>())
  const serverErrors = rejection.fields ?? none
  const context = useMemo(
    () => ({ isReadOnly, labels, serverErrors, clearServerError }),
    [isReadOnly, labels, serverErrors, clearServerError]
  )
  return (
    <FormProvider {...form}>
      <FormContext value={context}>
        <form ref={element} className={css.form} aria-label={label} noValidate onSubmit={submit}>
          {/* Enter in a field presses the first button that submits. */}
          {isIrrevocable && (
            <button ref={enterButton} type="submit" hidden>
              Enter
            </button>
          )}
          {children}
          {rejection.message && (
            <p className={css.rejection}>
              <CircleAlert size={14} strokeWidth={2} aria-hidden="true" />
              {rejection.message}
            </p>
          )}
          {actions === undefined ? (
            <FormButtons
              submitLabel={submitLabel as SubmitLabel<FieldValues>}
              busyLabel={busyLabel}
              isSubmitting={isSubmitting}
              isReadOnly={isReadOnly}
              isIrrevocable={isIrrevocable}
              missing={missing}
              isConfirming={isConfirming}
              onCancel={onCancel && cancel}
              findInvalid={() => {
                const { error } = schema.safeParse(form.getValues())
                return error ? error.issues.map(({ path }) => path.join('.')) : []
              }}
              onDiscard={() => {
                discardDraft()
                onCancel?.()
              }}
            />
          ) : (
            actions
          )}
        </form>
      </FormContext>
    </FormProvider>
  )
}

/** A label computed from the values is a sentence and too long for the busy state. */
const busyLabelOf = (label: SubmitLabel<never>) => (typeof label === 'string' ? `${label}…` : 'Sending…')

const none = {}

type CancelProps<I extends FieldValues, O> = {
  onCancel: (() => void) | undefined
  isReadOnly: boolean
  form: UseFormReturn<I, unknown, O>
  element: RefObject<HTMLFormElement | null>
}

/** Cancels a form. Changed input is discarded only after a confirmation, which replaces the buttons. */
function useCancel<I extends FieldValues, O>({ onCancel, isReadOnly, form, element }: CancelProps<I, O>) {
  const [isConfirming, setConfirming] = useState(false)
  // The focused element when the confirmation opened.
  const focusBeforeConfirm = useRef<Element>(null)
  const keepEditing = () => {
    setConfirming(false)
    requestAnimationFrame(() => {
      const cancelButton = element.current?.querySelector<HTMLElement>('[data-cancel] button')
      const before = focusBeforeConfirm.current
      const target = before instanceof HTMLElement && before.isConnected ? before : cancelButton
      target?.focus()
    })
  }
  const cancel = () => {
    if (isConfirming) return keepEditing()
    if (isReadOnly || (!form.formState.isDirty && !unparsedIn(element.current))) return onCancel?.()
    focusBeforeConfirm.current = document.activeElement
    setConfirming(true)
  }
  return { isConfirming, cancel }
}
