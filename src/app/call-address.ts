import { navigate } from 'wouter/use-browser-location'

/** The history state of an address that opening a dialog has added: Back returns to the page without the dialog. */
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

/** Puts the call of a dialog into the address: as a new history entry, or in place of a call that is already there. */
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

/** Removes the call from the address, without a new history entry. */
export function dropCall(): void {
  const params = new URLSearchParams(location.search)
  if (!params.has('do')) return
  params.delete('do')
  navigate(`${location.pathname}${params.size > 0 ? `?${params}` : ''}`, {
    replace: true,
    state: history.state === OPENED_DIALOG ? null : (history.state as unknown),
  })
}

let leaving: Promise<void> | undefined

/** Settles when the address of a dialog that has been closed is left; undefined where none is being left. */
export const pendingNavigation = (): Promise<void> | undefined => leaving

/**
 * Leaves the address of a dialog, by going back if opening it has added an entry. Settles when the address is left: the
 * browser goes back some time after it is asked to, and whatever is put into the address meanwhile is lost.
 */
export async function leaveCall(): Promise<void> {
  if (leaving) return leaving
  if (callIn(location.search) === undefined) return
  if (history.state !== OPENED_DIALOG) return dropCall()
  leaving = new Promise<void>((done) => {
    window.addEventListener('popstate', () => done(), { once: true })
    history.back()
  })
  await leaving
  leaving = undefined
}
