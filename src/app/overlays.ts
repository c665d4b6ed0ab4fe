import type { DialogRequest } from '../commands/command'
import type { Context } from '../commands/context'
import type { Place } from '../commands/place'
import { keySettings } from '../commands/stores/key-preference-store'
import { dialogs } from '../commands/dialogs'
import { createStore, type Store } from '../lib/store'
import { holdKeys, loadPalette, paletteNow } from '../views/palette/load'
import type { Palette, PaletteRequest } from '../views/palette/palette'
import { reportError } from './journal'

/** What lies over the page, one at a time. */
export type Overlay =
  | { is: 'palette'; Palette: typeof Palette; request: PaletteRequest }
  | { is: 'help'; places: readonly Place[] }
  | { is: 'messages' }
  | { is: 'preferences' }

export type Overlays = {
  overlay: Store<Overlay | undefined>
  /** Whether the sidebar is open as a menu, where there is no room for it beside the page. */
  sidebarMenu: Store<boolean>
  open(overlay: Overlay): void
  close(): void
  /** Opens it as soon as its code is here; what is typed until then is kept for it. */
  openPalette(request: PaletteRequest): Promise<void>
  /** What a command asks for. The key that opens the palette closes it too. */
  show(dialog: DialogRequest, context: Context): void
  /** The code of a part did not come: says so, and leaves nothing half open. */
  failed(error: Error): void
}

export function createOverlays(): Overlays {
  const overlay = createStore<Overlay | undefined>(undefined)
  const sidebarMenu = createStore(false)
  const overlays: Overlays = {
    overlay,
    sidebarMenu,
    open(next) {
      sidebarMenu.set(false)
      overlay.set(next)
    },
    close: () => overlay.set(undefined),
    async openPalette(request) {
      sidebarMenu.set(false)
      const ready = paletteNow()
      if (ready) return overlay.set({ is: 'palette', Palette: ready, request })
      const held = holdKeys()
      try {
        const loaded = await loadPalette()
        if (held.isGivenUp()) held.take()
        else overlay.set({ is: 'palette', Palette: loaded, request: { ...request, held } })
      } catch (error) {
        held.take()
        overlays.failed(error instanceof Error ? error : new Error(String(error)))
      }
    },
    show(dialog, context) {
      if (dialog.is === 'messages') overlays.open(dialog)
      else if (dialog.is === 'help') overlays.open({ is: 'help', places: context.places })
      else if (overlay.get()?.is === 'palette') overlays.close()
      else void overlays.openPalette({ context, ...dialog })
    },
    failed(error) {
      overlays.close()
      keySettings.set(undefined)
      dialogs.set(undefined)
      reportError(`This part of the console could not be loaded. Reload the page. (${error.message})`)
    },
  }
  return overlays
}
