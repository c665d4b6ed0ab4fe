import { navigate } from 'wouter/use-browser-location'

/** What the history says of an address that a dialog was opened by: Back leads to where it was opened. */
const OPENED_DIALOG = 'dialog'

/**
 * A reload is no navigation: it must not move the focus as the one did that led here. Only what a dialog was opened from is
 * still there to go back to.
 */
export function forgetNavigation(): void {
  if (history.state !== OPENED_DIALOG) history.replaceState(null, '')
}

/** The call in a query string. */
export const callIn = (search: string): string | undefined => new URLSearchParams(search).get('do') ?? undefined

/** Puts the call of a dialog into the address: as a place to come back from, or in place of the one that is there. */
export function showCall(call: string): void {
  const isThere = callIn(location.search) !== undefined
  if (callIn(location.search) === call) return
  const params = new URLSearchParams(location.search)
  params.set('do', call)
  navigate(`${location.pathname}?${params}`, {
    replace: isThere,
    state: isThere ? (history.state as unknown) : OPENED_DIALOG,
  })
}

/** Takes the call out of the address, where it is. */
export function dropCall(): void {
  const params = new URLSearchParams(location.search)
  if (!params.has('do')) return
  params.delete('do')
  navigate(`${location.pathname}${params.size > 0 ? `?${params}` : ''}`, {
    replace: true,
    state: history.state === OPENED_DIALOG ? null : (history.state as unknown),
  })
}

/** Leaves the address of a dialog for where it was opened. Settles when that is the address again. */
export async function leaveCall(): Promise<void> {
  if (callIn(location.search) === undefined) return
  if (history.state !== OPENED_DIALOG) return dropCall()
  await new Promise<void>((done) => {
    window.addEventListener('popstate', () => done(), { once: true })
    history.back()
  })
}
