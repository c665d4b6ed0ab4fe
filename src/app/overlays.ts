import { formatCall } from '../commands/call'
import type { Call, CallSource, DialogRequest, Reveal, KnownArgs } from '../commands/command'
import type { CommandContext } from '../commands/context'
import type { PlaceData } from '../commands/place'
import { type CallPlan, omitPrivateArgs } from '../commands/prepare'
import { keySettings } from '../commands/stores/key-preference-store'
import { findCommand } from '../commands/registry'
import { createStore, type Store } from '../lib/store'
import { holdKeys } from '../keymap/held-keys'
import { loadPalette, loadedPalette } from '../views/palette/load-palette'
import type { Palette, PaletteRequest } from '../views/palette/palette'
import { leaveCallAddress, writeCallAddress } from './call-address'
import { reportNotLoaded } from './journal'

/** The overlays, of which at most one is open. */
export type OpenOverlay =
  | { is: 'palette'; Palette: typeof Palette; request: PaletteRequest }
  | { is: 'help'; places: readonly PlaceData[] }
  | { is: 'messages' }
  | { is: 'preferences' }
  | { is: 'reveal'; reveal: Reveal }

/** The open dialog of a command. Its call is in the address while it is open. */
export type OpenedDialog = {
  /** The call without private arguments. */
  call: Call
  /** The same call as in the address. */
  written: string
  /** All arguments known so far. */
  known: KnownArgs
  places: readonly PlaceData[]
  /** Unique for each opening. */
  opening: number
  /** The keys held before the dialog was shown. */
  early: string[]
}

export type Overlays = {
  overlay: Store<OpenOverlay | undefined>
  /** Whether the sidebar is open as a menu, on screens too narrow to show it next to the page. */
  sidebarMenu: Store<boolean>
  /** Separate from `overlay`, because the palette can be opened over it. */
  commandDialog: Store<OpenedDialog | undefined>
  open(overlay: OpenOverlay): void
  close(): void
  /** Opens the palette when its code is loaded. Keys typed until then are buffered for it. */
  openPalette(request: PaletteRequest): Promise<void>
  /**
   * Opens the requested dialog. If the palette is open, it is closed instead, because the same key opens and closes it.
   */
  show(dialog: DialogRequest, context: CommandContext): void
  /** @param pressed the keys held since the key of the command */
  openDialog(plan: Extract<CallPlan, { step: 'open' }>, context: CommandContext, pressed?: readonly string[]): void
  /** Adds arguments to the open dialog and to its address. */
  answerDialog(args: Readonly<KnownArgs>): void
  /**
   * Settles when the address of the dialog has been left, too.
   * @param opening closes only this opening: a slow request must not close a dialog that was opened since
   */
  closeDialog(opening?: number): Promise<void>
  /**
   * Reports that the code of an overlay could not be loaded, and closes all overlays.
   * @param call opens the overlay again; undefined if no command does
   */
  failed(call: CallSource | undefined): void
}

export function createOverlays(): Overlays {
  const overlay = createStore<OpenOverlay | undefined>(undefined)
  const sidebarMenu = createStore(false)
  const commandDialog = createStore<OpenedDialog | undefined>(undefined)
  let openings = 0
  const overlays: Overlays = {
    overlay,
    sidebarMenu,
    commandDialog,
    open(next) {
      sidebarMenu.set(false)
      overlay.set(next)
    },
    close: () => overlay.set(undefined),
    async openPalette(request) {
      sidebarMenu.set(false)
      const ready = loadedPalette()
      if (ready) return overlay.set({ is: 'palette', Palette: ready, request })
      const held = request.held ?? holdKeys()
      try {
        const loaded = await loadPalette()
        if (held.isCancelled()) held.take()
        else overlay.set({ is: 'palette', Palette: loaded, request: { ...request, held } })
      } catch {
        held.take()
        overlays.failed('palette.open')
      }
    },
    show(dialog, context) {
      if (dialog.is === 'messages') overlays.open(dialog)
      else if (dialog.is === 'help') overlays.open({ is: 'help', places: context.places })
      else if (overlay.get()?.is === 'palette') overlays.close()
      else void overlays.openPalette({ context, ...dialog })
    },
    openDialog({ command, call: planned, known }, { places }, pressed = []) {
      sidebarMenu.set(false)
      const call = omitPrivateArgs(command, planned)
      const written = formatCall(call, findCommand)
      commandDialog.set({ call, written, known, places, opening: ++openings, early: [...pressed] })
      writeCallAddress(written)
    },
    answerDialog(args) {
      const opened = commandDialog.get()
      if (!opened) return
      const call = { ...opened.call, args: { ...opened.call.args, ...args } }
      const written = formatCall(call, findCommand)
      commandDialog.set({ ...opened, call, written, known: { ...opened.known, ...args } })
      writeCallAddress(written)
    },
    async closeDialog(opening) {
      if (opening !== undefined && commandDialog.get()?.opening !== opening) return
      commandDialog.set(undefined)
      await leaveCallAddress()
    },
    failed(call) {
      overlays.close()
      keySettings.set(undefined)
      void overlays.closeDialog()
      reportNotLoaded(call)
    },
  }
  return overlays
}
