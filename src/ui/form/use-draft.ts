import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { registerDraft, storeDraft, takeDraft } from './drafts'
import { resolveDraftKey } from './unsaved-changes'

type DraftProps<I extends FieldValues, O> = {
  label: string
  draftKey: string | undefined
  isConfidential: boolean
  form: UseFormReturn<I, unknown, O>
  element: RefObject<HTMLFormElement | null>
}

/**
 * Stores the input when the session ends and, if the form has a `draftKey`, when it is left. Secrets are never stored.
 * @returns a function that discards the input
 */
export function useDraft<I extends FieldValues, O>(props: DraftProps<I, O>): () => void {
  const { label, draftKey, isConfidential, form, element } = props
  const isDiscarded = useRef(false)
  // Restored after the form has mounted: before that it does not mark values as changed.
  useEffect(() => {
    for (const [name, value] of Object.entries(takeDraft(resolveDraftKey(draftKey, label)) ?? {}))
      if (name in form.getValues())
        form.setValue(name as Path<I>, value as PathValue<I, Path<I>>, { shouldDirty: true })
  }, [label, draftKey, form])
  // A layout effect, because the cleanup reads from the fields which of them are secret.
  useLayoutEffect(() => {
    if (isConfidential) return undefined
    const key = resolveDraftKey(draftKey, label)
    const read = () => {
      if (isDiscarded.current || !form.formState.isDirty) return undefined
      const secrets = [...(element.current?.querySelectorAll<HTMLInputElement>('[data-secret]') ?? [])]
      // A value is stored as a whole, so one that contains a secret is not stored.
      const names = new Set(secrets.map(({ name }) => name.split('.')[0]))
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
  }, [label, draftKey, isConfidential, form, element])
  return () => {
    isDiscarded.current = true
  }
}
