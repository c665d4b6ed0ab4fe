import { useEffect } from 'react'

/** The storage key of a draft. Forms without a `draftKey` are identified by page and label. */
export const resolveDraftKey = (draftKey: string | undefined, label: string): string =>
  draftKey ?? `${location.pathname} ${label}`

/** Makes the browser ask for confirmation before the page closes. */
export function useWarnBeforeLeaving(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])
}
