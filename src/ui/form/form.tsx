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
import { Actions, type SubmitLabel } from './actions'
import { keepDraft, openDraft, takeDraft } from './drafts'
import { explain } from './explain'
import { FormActionsContext, FormContext, type ServerErrors, SubmitKeysContext } from './form-context'
import css from './form.module.css'
import { draftKeyOf, useWarnBeforeLeaving } from './leaving'
import { goToFirstProblem } from './problems'

/** Why a server did not take the values: a sentence about all of them, and one for each field it names. */
export type Rejection = { message?: string; fields?: ServerErrors }

type Props<Input extends FieldValues, Output> = {
  /** Its name for screen readers. */
  label: string
  schema: z.ZodMiniType<Output, Input>
  defaultValues: DefaultValues<NoInfer<Input>>
  /**
   * Gets the parsed values and, of `actions`, the one that was pressed. Returns nothing when they were
   * accepted; a thrown error's message is shown.
   */
  onSubmit: (values: Output, pressed?: HTMLElement) => Promise<Rejection | void> | Rejection | void
  /** Without it there is no cancel button, and Escape is left to the surroundings. */
  onCancel?: () => void
  submitLabel?: SubmitLabel<Input>
  /** Instead of its own buttons; null where the children bring them. */
  actions?: ReactNode
  /** Errors of the initial values. */
  problems?: ServerErrors | undefined
  /** The same while it is being sent. */
  busyLabel?: string
  isReadOnly?: boolean
  /** What sending does cannot be taken back: Enter in a field does not send it, nor does its button have focus at first. */
  isIrrevocable?: boolean
  /** Why it cannot be sent yet, as a sentence: what would have to be filled in is not there. */
  missing?: string | undefined
  /** A name unique in the tab, under which input is kept over a reload, or when the form is left and reopened. */
  draftKey?: string
  children: ReactNode
}

/** Values with a schema: what is typed, what is wrong with it, and sending it once it is right. */
export function Form<Input extends FieldValues, Output>(props: Props<Input, Output>) {
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
  const { submitLabel = 'Save', busyLabel = busyOf(submitLabel), actions, problems, draftKey } = props
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema, { error: explain }, { mode: 'sync' }),
    defaultValues,
    mode: 'onTouched',
    shouldFocusError: false,
  })
  const element = useRef<HTMLFormElement>(null)
  const byEnter = useRef<HTMLButtonElement>(null)
  const [rejection, setRejection] = useState<Rejection>(() => (problems ? { fields: problems } : noRejection))
  const [isAsking, setAsking] = useState(false)
  // The focused element when the discard question opened.
  const asker = useRef<Element>(null)
  const { isDirty, isSubmitting } = form.formState
  // Above the buttons, which stay in sight: of a form that is longer than the room it has, that is where nobody looks.
  useLayoutEffect(() => {
    if (rejection.message) element.current?.scrollIntoView({ block: 'end' })
  }, [rejection])

  // The focused element when it was sent.
  const sender = useRef<Element>(null)

  const wrong = async () => {
    afterPaint(() => element.current && announce(goToFirstProblem(element.current, sender.current)))
  }
  const taken = async (values: Output, pressed: HTMLElement | undefined) => {
    setRejection(noRejection)
    const answer = await answerOf(() => (pressed ? onSubmit(values, pressed) : onSubmit(values)))
    if (!answer) return form.reset(form.getValues())
    // Drawn at once: what is looked for below is there, however busy the browser is.
    flushSync(() => setRejection(answer))
    const named = Object.entries(answer.fields ?? {})
    if (named.length === 0) return announce(answer.message ?? COULD_NOT, { urgent: true })
    afterPaint(() => {
      if (element.current?.querySelector('[data-invalid]'))
        return announce(goToFirstProblem(element.current, sender.current))
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
    // A form in a form of the page is its own, though React lets the event rise.
    event?.preventDefault()
    event?.stopPropagation()
    if (isReadOnly || form.formState.isSubmitting) return
    if (submitter && submitter === byEnter.current) {
      const message = refusalOfEnter(submitKeys)
      setRejection({ message })
      return announce(message, { urgent: true })
    }
    if (missing !== undefined) return announce(missing, { urgent: true })
    sender.current = document.activeElement
    // Validates everything even if the form cannot be sent, so that all errors are reported at once.
    const send = () =>
      void form.handleSubmit(unreadIn(element.current) ? wrong : (values) => taken(values, pressed), wrong)()
    if (!unreadIn(element.current)) return send()
    // Fields parse their text on blur, and submitting by key does not blur them.
    const focused = sender.current
    if (focused instanceof HTMLElement) {
      focused.blur()
      focused.focus()
    }
    requestAnimationFrame(send)
  }
  const keep = () => {
    setAsking(false)
    requestAnimationFrame(() => {
      const cancelButton = element.current?.querySelector<HTMLElement>('[data-cancel] button')
      const back = asker.current instanceof HTMLElement && asker.current.isConnected ? asker.current : cancelButton
      back?.focus()
    })
  }
  const cancel = () => {
    if (isAsking) return keep()
    if (isReadOnly || (!form.formState.isDirty && !unreadIn(element.current))) return onCancel?.()
    asker.current = document.activeElement
    setAsking(true)
  }
  const around = useContext(FormActionsContext)
  useImperativeHandle(around, () => ({ submit, cancel }))
  useWarnBeforeLeaving(isDirty && !isReadOnly && actions === undefined)
  const discardDraft = useDraft({ label, draftKey, form, element })

  const [labels] = useState(() => new Map<string, string>())
  const context = useMemo(
    () => ({
      isReadOnly,
      labels,
      serverErrors: rejection.fields ?? none,
      forgive: (name: string) =>
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
            <button ref={byEnter} type="submit" hidden>
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
            <Actions
              submitLabel={submitLabel as SubmitLabel<FieldValues>}
              busyLabel={busyLabel}
              isSubmitting={isSubmitting}
              isReadOnly={isReadOnly}
              isIrrevocable={isIrrevocable}
              missing={missing}
              isAsking={isAsking}
              onCancel={onCancel && cancel}
              findWrong={() => {
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

/** A label that says what will happen is too long to say that it does. */
const busyOf = (label: SubmitLabel<never>) => (typeof label === 'string' ? `${label}…` : 'Sending…')

const refusalOfEnter = (keys: readonly (readonly string[])[] = []) =>
  `This cannot be taken back, so Enter alone does not send it. ${keys.length > 0 ? `Press ${keys.map((caps) => caps.join('+')).join(' ')} or` : 'Press'} the button below.`

const COULD_NOT = 'An error occurred'
const none = {}
const noRejection: Rejection = {}

async function answerOf(send: () => Promise<Rejection | void> | Rejection | void): Promise<Rejection | void> {
  try {
    return await send()
  } catch (error) {
    return { message: error instanceof Error && error.message !== '' ? error.message : COULD_NOT }
  }
}

const without = (fields: ServerErrors, name: string): ServerErrors =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name))

/** A field with text that is not part of its value: half typed, or not understood. */
const unreadIn = (form: HTMLFormElement | null) => form?.querySelector('[data-unread]') ?? undefined

/** Errors have to be drawn before focus can move to them. */
const afterPaint = (then: () => void) => requestAnimationFrame(() => requestAnimationFrame(then))

const submitterOf = (event: FormEvent | undefined): HTMLElement | undefined =>
  event?.nativeEvent instanceof SubmitEvent ? (event.nativeEvent.submitter ?? undefined) : undefined

type Drafting<I extends FieldValues, O> = {
  label: string
  draftKey: string | undefined
  form: UseFormReturn<I, unknown, O>
  element: RefObject<HTMLFormElement | null>
}

/**
 * Keeps input over the end of a session and, if the form has a name, over leaving it; secrets are never kept.
 * @returns discards the input
 */
function useDraft<I extends FieldValues, O>({ label, draftKey, form, element }: Drafting<I, O>): () => void {
  const isDiscarded = useRef(false)
  // After the form has taken in that it is mounted: until then it takes no value for changed.
  useEffect(() => {
    for (const [name, value] of Object.entries(takeDraft(draftKeyOf(draftKey, label)) ?? {}))
      if (name in form.getValues())
        form.setValue(name as Path<I>, value as PathValue<I, Path<I>>, { shouldDirty: true })
  }, [label, draftKey, form])
  // Before the fields are gone: they know which of them are secret.
  useLayoutEffect(() => {
    const key = draftKeyOf(draftKey, label)
    const read = () => {
      if (isDiscarded.current || !form.formState.isDirty) return undefined
      const secrets = [...(element.current?.querySelectorAll<HTMLInputElement>('[data-secret]') ?? [])]
      const names = new Set(secrets.map(({ name }) => name))
      // What nobody touched may be another value by then.
      const isTyped = (name: string) => !names.has(name) && form.getFieldState(name as Path<I>).isDirty
      return Object.fromEntries(Object.entries(form.getValues()).filter(([name]) => isTyped(name)))
    }
    const close = openDraft(key, read)
    if (draftKey === undefined) return close
    const keep = () => keepDraft(key, read())
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      // A form that is left while it is being sent has been taken.
      if (!form.formState.isSubmitting) keep()
      close()
    }
  }, [label, draftKey, form, element])
  return () => {
    isDiscarded.current = true
  }
}
