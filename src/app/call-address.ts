import { navigate } from 'wouter/use-browser-location'

/** The history state of an address that opening a dialog added. Back returns to the page without the dialog. */
const OPENED_DIALOG = 'dialog'

/**
 * A reload is not a navigation: it must not move the focus as the previous navigation did. Only the entry from which a
 * dialog was opened can still be returned to.
 */
export function clearNavigationState(): void {
  if (history.state !== OPENED_DIALOG) history.replaceState(null, '')
}

/** The call in a query string. */
export const readCall = (search: string): string | undefined => new URLSearchParams(search).get('do') ?? undefined

/** Writes the call of a dialog into the address: as a new history entry, or instead of a call that is already there. */
export function writeCallAddress(call: string): void {
  const isThere = readCall(location.search) !== undefined
  if (readCall(location.search) === call) return
  const params = new URLSearchParams(location.search)
  params.set('do', call)
  navigate(`${location.pathname}?${params}`, {
    replace: isThere,
    state: isThere ? (history.state as unknown) : OPENED_DIALOG,
  })
}

/** Removes the call from the address, without a new history entry. */
export function removeCallAddress(): void {
  const params = new URLSearchParams(location.search)
  if (!params.has('do')) return
  params.delete('do')
  navigate(`${location.pathname}${params.size > 0 ? `?${params}` : ''}`, {
    replace: true,
    state: history.state === OPENED_DIALOG ? null : (history.state as unknown),
  })
}

let pendingLeave: Promise<void> | undefined

/** Settles when the address of a closed dialog has been left. Undefined if no dialog address is being left. */
export const pendingNavigation = (): Promise<void> | undefined => pendingLeave

/**
 * Leaves the address of a dialog, by going back if opening it added an entry. Settles when the address is left: the
 * browser goes back asynchronously, and changes of the address in the meantime are lost.
 */
export async function leaveCallAddress(): Promise<void> {
  if (pendingLeave) return pendingLeave
  if (readCall(location.search) === undefined) return
  if (history.state !== OPENED_DIALOG) return removeCallAddress()
  pendingLeave = new Promise<void>((done) => {
    window.addEventListener('popstate', () => done(), { once: true })
    history.back()
  })
  await pendingLeave
  pendingLeave = undefined
}
