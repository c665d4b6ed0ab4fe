import { type FormEvent, type RefObject, useCallback, useContext, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { announce } from '../voice'
import { focusFirstError, focusMissingField } from './focus-first-error'
import { type Rejection, type ServerErrors, SubmitKeysContext } from './form-context'
import type { FormProps } from './form-props'

type Props<I extends FieldValues, O> = Pick<
  FormProps<I, O>,
  'onSubmit' | 'isReadOnly' | 'actions' | 'problems' | 'missing'
> & {
  form: UseFormReturn<I, unknown, O>
  element: RefObject<HTMLFormElement | null>
  /** The button that Enter in a field presses, in a form that Enter does not submit. */
  enterButton: RefObject<HTMLButtonElement | null>
}

/**
 * Submits a form when it is valid, and otherwise leads to the first error.
 * @returns how to submit, and why the server rejected the values
 */
export function useSubmission<I extends FieldValues, O>(props: Props<I, O>) {
  const { form, element, enterButton, onSubmit, isReadOnly, actions, problems, missing } = props
  const [rejection, setRejection] = useState<Rejection>(() => (problems ? { fields: problems } : noRejection))
  // The message is above the buttons, which stay visible. In a long form it may be scrolled out of view.
  useLayoutEffect(() => {
    if (rejection.message) element.current?.scrollIntoView({ block: 'end' })
  }, [rejection, element])

  // The focused element when the form was submitted.
  const focusBeforeSubmit = useRef<Element>(null)

  const onInvalid = async () => {
    afterPaint(() => element.current && announce(focusFirstError(element.current, focusBeforeSubmit.current)))
  }
  const onValid = async (values: O, pressed: HTMLElement | undefined) => {
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
    if (missing !== undefined) {
      if (element.current) focusMissingField(element.current)
      return announce(missing, { urgent: true })
    }
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
  const clearServerError = useCallback(
    (name: string) =>
      setRejection((now) => (now.fields?.[name] === undefined ? now : { ...now, fields: without(now.fields, name) })),
    []
  )
  return { submit, rejection, clearServerError }
}

const enterRefusal = (keys: readonly (readonly string[])[] = []) =>
  `This cannot be undone, so Enter alone does not submit it. ${keys.length > 0 ? `Press ${keys.map((caps) => caps.join('+')).join(' ')} or` : 'Press'} the button below.`

const UNKNOWN_ERROR = 'An error occurred'
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
export const unparsedIn = (form: HTMLFormElement | null) => form?.querySelector('[data-unread]') ?? undefined

/** Runs a function after the next paint: errors must be in the document before focus can move to them. */
const afterPaint = (then: () => void) => requestAnimationFrame(() => requestAnimationFrame(then))

const submitterOf = (event: FormEvent | undefined): HTMLElement | undefined =>
  event?.nativeEvent instanceof SubmitEvent ? (event.nativeEvent.submitter ?? undefined) : undefined
