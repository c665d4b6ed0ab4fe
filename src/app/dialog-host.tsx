import { keySettings } from '../commands/stores/key-preference-store'
import { preloadModule } from '../ui/use-loaded'
import { LazyBoundary } from '../views/shared/page/lazy-boundary'
import { useStore } from '../views/shared/stores'
import { afterFrames } from './after-frames'
import type { Dispatcher } from './dispatcher'
import { lazyOverlay } from './lazy-overlay'
import type { OpenOverlay, Overlays } from './overlays'

const loadMessages = () => import('../views/shell/messages/messages')
const loadReveal = () => import('../views/shell/messages/reveal-dialog')
const loadCommandDialog = () => import('./command-dialog')
/**
 * Prefetches the overlays that are needed when the server cannot be reached: messages, and the dialog that shows a
 * secret once. Also prefetches the map of command dialogs.
 */
export function prefetchOverlays(): () => void {
  const cancels = [preloadModule(loadMessages), preloadModule(loadReveal), preloadModule(loadCommandDialog)]
  return () => {
    for (const cancel of cancels) cancel()
  }
}

/** Loaded when first opened. */
const Help = lazyOverlay(() => import('../views/shell/help/help'))
const Messages = lazyOverlay(loadMessages)
const Preferences = lazyOverlay(() => import('../views/account/preferences/preferences'))
const RevealDialog = lazyOverlay(loadReveal)
const KeySettings = lazyOverlay(() => import('../views/account/keys/key-settings'))
const CommandDialog = lazyOverlay(loadCommandDialog)

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
  const runFromPalette = (call: string, confirmed?: true) => {
    close()
    // The palette restores focus one frame after it closes. The command runs in the place that has focus then.
    afterFrames(2, () => void dispatcher.perform({ call, origin: 'palette', ...(confirmed && { confirmed }) }))
  }
  const runBesidePalette = (call: string, confirmed?: true) => {
    if (open?.is !== 'palette') return
    // Runs in the context in which the palette was opened, because the palette shows that context.
    void dispatcher.performIn({ call, origin: 'palette', ...(confirmed && { confirmed }) }, open.request.context)
  }
  const keysOpen = useStore(keySettings)
  const dialog = useStore(overlays.commandDialog)
  return (
    <>
      <LazyBoundary key={open?.is ?? ''} onFailed={() => failed(open && openingCommand[open.is])}>
        {open?.is === 'palette' && (
          <open.Palette {...open.request} onClose={close} onRun={runFromPalette} onStay={runBesidePalette} />
        )}
        {open?.is === 'help' && <Help places={open.places} onClose={close} />}
        {open?.is === 'messages' && <Messages onClose={close} />}
        {open?.is === 'reveal' && <RevealDialog {...open.reveal} onClose={close} />}
        {open?.is === 'preferences' && <Preferences onClose={close} />}
      </LazyBoundary>
      {/* A separate boundary, so that the overlay below stays visible while this one loads. */}
      <LazyBoundary key={`keys ${keysOpen !== undefined}`} onFailed={() => failed('keys.settings')}>
        {keysOpen && <KeySettings request={keysOpen} onClose={() => keySettings.set(undefined)} />}
      </LazyBoundary>
      <LazyBoundary key={`dialog ${dialog?.opening}`} onFailed={() => failed(dialog?.call)}>
        {dialog && <CommandDialog dialog={dialog} overlays={overlays} />}
      </LazyBoundary>
    </>
  )
}
