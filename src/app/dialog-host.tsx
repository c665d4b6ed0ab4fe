import type { CallSource } from '../commands/command'
import { keySettings } from '../commands/stores/key-preference-store'
import { lazyComponent } from '../ui/lazy-component'
import { HoldKeys } from '../views/shared/keyboard/hold-keys'
import { FailureBoundary } from '../views/shared/page/failure-boundary'
import { useStore } from '../views/shared/stores'
import { afterFrames } from './after-frames'
import type { Dispatcher } from './dispatcher'
import type { OpenOverlay, Overlays } from './overlays'

type Closable = { onClose: () => void }

const pending = ({ onClose }: Closable) => <HoldKeys onCancel={onClose} />

const Help = lazyComponent({ load: () => import('../views/shell/help/help'), pending })
const Messages = lazyComponent({ load: () => import('../views/shell/messages/messages'), pending })
const Preferences = lazyComponent({ load: () => import('../views/account/preferences/preferences'), pending })
const RevealDialog = lazyComponent({ load: () => import('../views/shell/messages/reveal-dialog') })
const KeySettings = lazyComponent({ load: () => import('../views/account/keys/key-settings'), pending })
const CommandDialog = lazyComponent({
  load: () => import('./command-dialog'),
  pending: ({ dialog, overlays }) => (
    <HoldKeys onCancel={() => void overlays.closeDialog(dialog.opening)} early={dialog.early} />
  ),
})

/**
 * Prefetches the overlays that are needed when the server cannot be reached: messages, and the dialog that shows a
 * secret once. Also prefetches the map of command dialogs.
 */
export function prefetchOverlays(): () => void {
  const cancels = [Messages, RevealDialog, CommandDialog].map(({ prefetchWhenIdle }) => prefetchWhenIdle())
  return () => {
    for (const cancel of cancels) cancel()
  }
}

/** The command that opens each overlay again. The dialog for a secret is prefetched, because it is shown only once. */
const openingCommand: Partial<Record<OpenOverlay['is'], string>> = {
  palette: 'palette.open',
  help: 'help.keys',
  messages: 'help.messages',
  preferences: 'prefs.open',
}

type Props = { overlays: Overlays; dispatcher: Dispatcher }

/** Renders the overlays: the open overlay of the app, the keyboard settings, and the dialog of a command. */
export function DialogHost({ overlays, dispatcher }: Props) {
  const open = useStore(overlays.overlay)
  const { close, failed } = overlays
  const runFromPalette = (call: CallSource, confirmed?: true) => {
    close()
    // The palette restores focus one frame after it closes. The command runs in the place that has focus then.
    afterFrames(2, () => void dispatcher.perform({ call, origin: 'palette', ...(confirmed && { confirmed }) }))
  }
  const runBesidePalette = (call: CallSource, confirmed?: true) => {
    if (open?.is !== 'palette') return
    // Runs in the context in which the palette was opened, because the palette shows that context.
    void dispatcher.performIn({ call, origin: 'palette', ...(confirmed && { confirmed }) }, open.request.context)
  }
  const keysOpen = useStore(keySettings)
  const dialog = useStore(overlays.commandDialog)
  return (
    <>
      <FailureBoundary key={open?.is ?? ''} onFailed={() => failed(open && openingCommand[open.is])}>
        {open?.is === 'palette' && (
          <open.Palette {...open.request} onClose={close} onRun={runFromPalette} onStay={runBesidePalette} />
        )}
        {open?.is === 'help' && <Help places={open.places} onClose={close} />}
        {open?.is === 'messages' && <Messages onClose={close} />}
        {open?.is === 'reveal' && <RevealDialog {...open.reveal} onClose={close} />}
        {open?.is === 'preferences' && <Preferences onClose={close} />}
      </FailureBoundary>
      {/* A separate boundary, so that the overlay below stays visible while this one loads. */}
      <FailureBoundary key={`keys ${keysOpen !== undefined}`} onFailed={() => failed('keys.settings')}>
        {keysOpen && <KeySettings request={keysOpen} onClose={() => keySettings.set(undefined)} />}
      </FailureBoundary>
      <FailureBoundary key={`dialog ${dialog?.opening}`} onFailed={() => failed(dialog?.call)}>
        {dialog && <CommandDialog dialog={dialog} overlays={overlays} />}
      </FailureBoundary>
    </>
  )
}
