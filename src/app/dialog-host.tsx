import { keySettings } from '../commands/stores/key-preference-store'
import { preload } from '../ui/use-loaded'
import { LazyBoundary } from '../views/shell/frame/lazy-boundary'
import { useStore } from '../views/shell/stores'
import { afterFrames } from './after-frames'
import type { Dispatcher } from './dispatcher'
import { overlayPart } from './overlay-part'
import type { Overlay, Overlays } from './overlays'

const loadMessages = () => import('../views/shell/messages/messages')
const loadHandOver = () => import('../views/shell/messages/hand-over')
const loadCommandDialog = () => import('./command-dialog')
/**
 * Loads ahead what is needed when the server cannot be reached: messages, and what shows a secret that is shown only once;
 * and what knows which dialog a command has.
 */
export function preloadOverlays(): () => void {
  const cancels = [preload(loadMessages), preload(loadHandOver), preload(loadCommandDialog)]
  return () => {
    for (const cancel of cancels) cancel()
  }
}

/** Loaded when first opened. */
const Help = overlayPart(() => import('../views/help/help'))
const Messages = overlayPart(loadMessages)
const Preferences = overlayPart(() => import('../views/shell/preferences/preferences'))
const RevealDialog = overlayPart(loadHandOver)
const KeySettings = overlayPart(() => import('../views/keys/key-settings'))
const CommandDialog = overlayPart(loadCommandDialog)

/** The command that opens each overlay again. What is handed over is loaded ahead: it is shown only once. */
const openedBy: Partial<Record<Overlay['is'], string>> = {
  palette: 'palette.open',
  help: 'help.keys',
  messages: 'help.messages',
  preferences: 'prefs.open',
}

type Props = { overlays: Overlays; dispatcher: Dispatcher }

/** Draws the overlays: what the app has opened, the keyboard settings, and the dialog of a command. */
export function DialogHost({ overlays, dispatcher }: Props) {
  const open = useStore(overlays.overlay)
  const { close, failed } = overlays
  const runFromPalette = (call: string, confirmed?: true) => {
    close()
    // The palette restores focus one frame after it closes; the command runs where focus is then.
    afterFrames(2, () => void dispatcher.perform({ call, origin: 'palette', ...(confirmed && { confirmed }) }))
  }
  const runBesidePalette = (call: string, confirmed?: true) => {
    if (open?.is !== 'palette') return
    // In the context in which the palette was opened, because the palette shows that one.
    void dispatcher.performIn({ call, origin: 'palette', ...(confirmed && { confirmed }) }, open.request.context)
  }
  const keysOpen = useStore(keySettings)
  const dialog = useStore(overlays.commandDialog)
  return (
    <>
      <LazyBoundary key={open?.is ?? ''} onFailed={() => failed(open && openedBy[open.is])}>
        {open?.is === 'palette' && (
          <open.Palette {...open.request} onClose={close} onRun={runFromPalette} onStay={runBesidePalette} />
        )}
        {open?.is === 'help' && <Help places={open.places} onClose={close} />}
        {open?.is === 'messages' && <Messages onClose={close} />}
        {open?.is === 'reveal' && <RevealDialog {...open.reveal} onClose={close} />}
        {open?.is === 'preferences' && <Preferences onClose={close} />}
      </LazyBoundary>
      {/* A boundary of its own, so that the overlay it was opened from stays visible while it loads. */}
      <LazyBoundary key={`keys ${keysOpen !== undefined}`} onFailed={() => failed('keys.settings')}>
        {keysOpen && <KeySettings request={keysOpen} onClose={() => keySettings.set(undefined)} />}
      </LazyBoundary>
      <LazyBoundary key={`dialog ${dialog?.opening}`} onFailed={() => failed(dialog?.call)}>
        {dialog && <CommandDialog dialog={dialog} overlays={overlays} />}
      </LazyBoundary>
    </>
  )
}
