import { useEffect } from 'react'

/** Under which name input is kept: forms without a name of their own are told apart by their label and page. */
export const draftKeyOf = (draftKey: string | undefined, label: string): string =>
  draftKey ?? `${location.pathname} ${label}`

/** The browser asks before the page is closed. */
export function useWarnBeforeLeaving(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])
}
