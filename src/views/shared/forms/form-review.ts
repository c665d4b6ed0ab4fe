import { createContext, useContext, useLayoutEffect } from 'react'
import type { Rejection } from '@/ui/form/form-context'
import { useLatest } from '@/ui/hooks'

/** A question that must be answered before a form is sent. Its Cancel has focus. */
export type FormQuestion = { question: string; yes: string; text: string }

export type FormReview = {
  /** Replaces the label of the submit button. */
  label: string | undefined
  /** Looks at the values before they are sent. Undefined sends them. */
  check(): Promise<FormQuestion | Rejection | undefined>
}

/** Sets the review of the surrounding form of a command. */
export const FormReviewContext = createContext<(review: FormReview | undefined) => void>(() => undefined)

/** Reviews the values of the surrounding form before they are sent. */
export function useFormReview({ label, check }: FormReview): void {
  const setReview = useContext(FormReviewContext)
  const latest = useLatest(check)
  useLayoutEffect(() => setReview({ label, check: () => latest.current() }), [setReview, label, latest])
  useLayoutEffect(() => () => setReview(undefined), [setReview])
}
