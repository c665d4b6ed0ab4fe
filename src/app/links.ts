import { useCallback, useEffect, useRef } from 'react'
import { parseCall } from '../commands/call'
import { findCommand } from '../commands/registry'
import { afterFrames } from './after-frames'
import { callIn, dropCall } from './call-address'
import type { Dispatcher } from './dispatcher'
import type { Overlays } from './overlays'

/** The place one was at before this one, for going back and forth between the two. */
export function useLastPlace(path: string, here: string): () => string | undefined {
  const last = useRef<string>(undefined)
  const current = useRef({ path, here })
  useEffect(() => {
    if (current.current.path !== path) last.current = current.current.here
    current.current = { path, here }
  }, [path, here])
  return useCallback(() => last.current, [])
}

/**
 * Follows the call in the address. Of a command with a dialog it stays there: the dialog is open as long as it does, so
 * that reload keeps it and Back closes it. Any other is taken out: neither reload nor Back may act again.
 * @param isReady it is known what somebody may do: until then everything seems allowed
 */
export function useLinks(
  search: string,
  { followLink }: Pick<Dispatcher, 'followLink'>,
  overlays: Overlays,
  isReady: boolean
): void {
  useEffect(() => {
    if (!isReady) return
    const call = callIn(search)
    if (call === undefined) return overlays.commandDialog.set(undefined)
    if (overlays.commandDialog.get()?.call === call) return
    const isDialog = findCommand(parseCall(call).id)?.opens !== undefined
    if (!isDialog) dropCall()
    // The page it leads to has to be there first: it says what things are called and does what has no `run`.
    afterFrames(2, () => {
      // Back may have led away from its dialog by then.
      if (!isDialog || callIn(location.search) === call) followLink(call)
    })
  }, [search, followLink, overlays, isReady])
}
