import { useEffect } from 'react'
import { commandIdOf } from '../commands/call'
import { findCommand, loadEveryCommand } from '../commands/registry'
import { afterFrames } from './after-frames'
import { readCall, removeCallAddress } from './call-address'
import type { Dispatcher } from './dispatcher'
import type { Overlays } from './overlays'

/**
 * Runs the call in the address. The call of a dialog stays in the address while the dialog is open, so that a reload
 * keeps it and Back closes it. Any other call is removed, so that neither a reload nor Back runs it again.
 * @param isReady whether permissions are known; before that, every command seems allowed
 */
export function useCallLinks(
  search: string,
  { followLink }: Pick<Dispatcher, 'followLink'>,
  overlays: Overlays,
  isReady: boolean
): void {
  useEffect(() => {
    if (!isReady) return
    const call = readCall(search)
    if (call === undefined) return overlays.commandDialog.set(undefined)
    if (overlays.commandDialog.get()?.written === call) return
    const id = commandIdOf(call)
    function follow(written: string) {
      const isDialog = findCommand(id)?.opens !== undefined
      if (!isDialog) removeCallAddress()
      // The page must render first: it registers the names of resources and the handlers of commands without a `run`.
      afterFrames(2, () => {
        // Back may have closed the dialog in the meantime.
        if (!isDialog || readCall(location.search) === written) followLink(written)
      })
    }
    if (findCommand(id)) return follow(call)
    let isLeft = false
    const followUnlessLeft = () => !isLeft && follow(call)
    // A failure to load is reported like an unknown command.
    void loadEveryCommand().then(followUnlessLeft, followUnlessLeft)
    return () => {
      isLeft = true
    }
  }, [search, followLink, overlays, isReady])
}
