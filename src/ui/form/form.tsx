import { zodResolver } from '@hookform/resolvers/zod'
import { CircleAlert } from 'lucide-react'
import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type Path,
  type PathValue,
  useForm,
  type UseFormReturn,
} from 'react-hook-form'
import { flushSync } from 'react-dom'
import type { z } from 'zod/mini'
import { announce } from '../voice'
import { FormButtons, type SubmitLabel } from './form-buttons'
import { storeDraft, registerDraft, takeDraft } from './drafts'
import { explainIssue } from './explain-issue'
import { FormActionsContext, FormContext, type Rejection, type ServerErrors, SubmitKeysContext } from './form-context'
import css from './form.module.css'
import { resolveDraftKey, useWarnBeforeLeaving } from './unsaved-changes'
import { focusFirstError } from './focus-first-error'

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
  children: ReactNode
}

/** A form with a schema: it holds the input, shows its errors and submits it when it is valid. */
export function Form<Input extends FieldValues, Output>(props: FormProps<Input, Output>) {
  const {
    label,
    schema,
    defaultValues,
    onSubmit,
    onCancel,
    isReadOnly = false,
    isIrrevocable = false,
    missing,
    children,
  } = props
  const { submitLabel = 'Save', busyLabel = busyLabelOf(submitLabel), actions, problems, draftKey } = props
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema, { error: explainIssue }, { mode: 'sync' }),
    defaultValues,
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const element = useRef<HTMLFormElement>(null)
  const enterButton = useRef<HTMLButtonElement>(null)
  const [rejection, setRejection] = useState<Rejection>(() => (problems ? { fields: problems } : noRejection))
  const [isConfirming, setConfirming] = useState(false)
  // The focused element when the discard confirmation opened.
  const focusBeforeConfirm = useRef<Element>(null)
  const { isDirty, isSubmitting } = form.formState
  // The message is above the buttons, which stay visible. In a long form it may be scrolled out of view.
  useLayoutEffect(() => {
    if (rejection.message) element.current?.scrollIntoView({ block: 'end' })
  }, [rejection])

  // The focused element when the form was submitted.
  const focusBeforeSubmit = useRef<Element>(null)

  const onInvalid = async () => {
    afterPaint(() => element.current && announce(focusFirstError(element.current, focusBeforeSubmit.current)))
  }
  const onValid = async (values: Output, pressed: HTMLElement | undefined) => {
    setRejection(noRejection)
    const rejected = await submitValues(() => (pressed ? onSubmit(values, pressed) : onSubmit(values)))
    if (!rejected) return form.reset(form.getValues())
    // Rendered synchronously, so that the errors searched for below are in the document.
    flushSync(() => setRejection(rejected))
    const named = Object.entries(rejected.fields ?? {})
    if (named.length === 0) return announce(rejected.message ?? UNKNOWN_ERROR, { urgent: true })
    afterPaint(() => {
      if (element.current?.querySelector('[data-invalid]'))
        return announce(focusFirstError(element.current, focusBeforeSubmit.current))
      // The error is about a field that this form does not show.
      const message = named.map(([name, error]) => `${name}: ${error}`).join(' ')
      setRejection({ message })
      announce(message, { urgent: true })
    })
  }
  const submitKeys = useContext(SubmitKeysContext)
  const submit = (event?: FormEvent<HTMLFormElement>) => {
    const submitter = submitterOf(event)
    const pressed = actions === undefined ? undefined : submitter
    // React events bubble to an outer form, which must not be submitted.
    event?.preventDefault()
    event?.stopPropagation()
    if (isReadOnly || form.formState.isSubmitting) return
    if (submitter && submitter === enterButton.current) {
      const message = enterRefusal(submitKeys)
      setRejection({ message })
      return announce(message, { urgent: true })
    }
    if (missing !== undefined) return announce(missing, { urgent: true })
    focusBeforeSubmit.current = document.activeElement
    // Validates everything even if the form cannot be sent, so that all errors are reported at once.
    const send = () =>
      void form.handleSubmit(
        unparsedIn(element.current) ? onInvalid : (values) => onValid(values, pressed),
        onInvalid
      )()
    if (!unparsedIn(element.current)) return send()
    // Fields parse their text on blur, and submitting by key does not blur them.
    const focused = focusBeforeSubmit.current
    if (focused instanceof HTMLElement) {
      focused.blur()
      focused.focus()
    }
    requestAnimationFrame(send)
  }
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
  const outerActions = useContext(FormActionsContext)
  useImperativeHandle(outerActions, () => ({ submit, cancel }))
  useWarnBeforeLeaving(isDirty && !isReadOnly && actions === undefined)
  const discardDraft = useDraft({ label, draftKey, form, element })

  const [labels] = useState(() => new Map<string, string>())
  const context = useMemo(
    () => ({
      isReadOnly,
      labels,
      serverErrors: rejection.fields ?? none,
      clearServerError: (name: string) =>
        setRejection((now) => (now.fields?.[name] === undefined ? now : { ...now, fields: without(now.fields, name) })),
    }),
    [isReadOnly, labels, rejection.fields]
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

const enterRefusal = (keys: readonly (readonly string[])[] = []) =>
  `This cannot be undone, so Enter alone does not submit it. ${keys.length > 0 ? `Press ${keys.map((caps) => caps.join('+')).join(' ')} or` : 'Press'} the button below.`

const UNKNOWN_ERROR = 'An error occurred'
const none = {}
const noRejection: Rejection = {}

async function submitValues(send: () => Promise<Rejection | void> | Rejection | void): Promise<Rejection | void> {
  try {
    return await send()
  } catch (error) {
    return { message: error instanceof Error && error.message !== '' ? error.message : UNKNOWN_ERROR }
  }
}

const without = (fields: ServerErrors, name: string): ServerErrors =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name))

/** A field whose text is not part of its value yet: incomplete or not parseable. */
const unparsedIn = (form: HTMLFormElement | null) => form?.querySelector('[data-unread]') ?? undefined

/** Runs a function after the next paint: errors must be in the document before focus can move to them. */
const afterPaint = (then: () => void) => requestAnimationFrame(() => requestAnimationFrame(then))

const submitterOf = (event: FormEvent | undefined): HTMLElement | undefined =>
  event?.nativeEvent instanceof SubmitEvent ? (event.nativeEvent.submitter ?? undefined) : undefined

type DraftProps<I extends FieldValues, O> = {
  label: string
  draftKey: string | undefined
  form: UseFormReturn<I, unknown, O>
  element: RefObject<HTMLFormElement | null>
}

/**
 * Stores the input when the session ends and, if the form has a `draftKey`, when it is left. Secrets are never stored.
 * @returns a function that discards the input
 */
function useDraft<I extends FieldValues, O>({ label, draftKey, form, element }: DraftProps<I, O>): () => void {
  const isDiscarded = useRef(false)
  // Restored after the form has mounted: before that it does not mark values as changed.
  useEffect(() => {
    for (const [name, value] of Object.entries(takeDraft(resolveDraftKey(draftKey, label)) ?? {}))
      if (name in form.getValues())
        form.setValue(name as Path<I>, value as PathValue<I, Path<I>>, { shouldDirty: true })
  }, [label, draftKey, form])
  // A layout effect, because the cleanup reads from the fields which of them are secret.
  useLayoutEffect(() => {
    const key = resolveDraftKey(draftKey, label)
    const read = () => {
      if (isDiscarded.current || !form.formState.isDirty) return undefined
      const secrets = [...(element.current?.querySelectorAll<HTMLInputElement>('[data-secret]') ?? [])]
      const names = new Set(secrets.map(({ name }) => name))
      // The initial values of unchanged fields may differ by the time the draft is restored.
      const isInput = (name: string) => !names.has(name) && form.getFieldState(name as Path<I>).isDirty
      return Object.fromEntries(Object.entries(form.getValues()).filter(([name]) => isInput(name)))
    }
    const close = registerDraft(key, read)
    if (draftKey === undefined) return close
    const store = () => storeDraft(key, read())
    window.addEventListener('pagehide', store)
    return () => {
      window.removeEventListener('pagehide', store)
      // A form that is left while it submits counts as submitted.
      if (!form.formState.isSubmitting) store()
      close()
    }
  }, [label, draftKey, form, element])
  return () => {
    isDiscarded.current = true
  }
}
