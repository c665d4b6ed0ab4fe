import { useQueryClient } from '@tanstack/react-query'
import { lazy, useMemo, useSyncExternalStore } from 'react'
import type { Known } from '../commands/command'
import { findCommand } from '../commands/registry'
import { keySettings } from '../commands/stores/key-preference-store'
import { preload } from '../ui/use-loaded'
import { useConsole } from '../views/shell/console'
import { LazyBoundary } from '../views/shell/frame/lazy-boundary'
import { useStore } from '../views/shell/stores'
import { afterFrames } from './after-frames'
import { commandDialogs } from './command-dialogs'
import type { Dispatcher } from './dispatcher'
import type { OpenedDialog, Overlays } from './overlays'

const loadMessages = () => import('../views/shell/messages/messages')
/** What was said can be read without the server, too. */
export const preloadMessages = () => preload(loadMessages)

/** Not needed before they are asked for. */
const Help = lazy(() => import('../views/help/help'))
const Messages = lazy(loadMessages)
const Preferences = lazy(() => import('../views/shell/preferences/preferences'))
const HandOverDialog = lazy(() => import('../views/shell/messages/hand-over'))
const KeySettings = lazy(() => import('../views/keys/key-settings'))

type Props = { overlays: Overlays; dispatcher: Dispatcher }

/** What lies over the page: what the app opened, the keyboard's settings, and the dialog of a command. */
export function DialogHost({ overlays, dispatcher }: Props) {
  const open = useStore(overlays.overlay)
  const { close, failed } = overlays
  const runFromPalette = (call: string, confirmed?: true) => {
    close()
    // The dialog gives focus back in the frame after it has gone; only then is it known where the command runs.
    afterFrames(2, () => void dispatcher.perform({ call, origin: 'palette', ...(confirmed && { confirmed }) }))
  }
  const runBesidePalette = (call: string, confirmed?: true) => {
    if (open?.is !== 'palette') return
    // Where it was opened, since that is what it shows.
    void dispatcher.performIn({ call, origin: 'palette', ...(confirmed && { confirmed }) }, open.request.context)
  }
  const keysOpen = useStore(keySettings)
  const dialog = useStore(overlays.commandDialog)
  const named = useNamed(dialog)
  return (
    <>
      <LazyBoundary key={open?.is ?? ''} onFailed={failed}>
        {open?.is === 'palette' && (
          <open.Palette {...open.request} onClose={close} onRun={runFromPalette} onStay={runBesidePalette} />
        )}
        {open?.is === 'help' && <Help places={open.places} onClose={close} />}
        {open?.is === 'messages' && <Messages onClose={close} />}
        {open?.is === 'handOver' && <HandOverDialog {...open.handOver} onClose={close} />}
        {open?.is === 'preferences' && <Preferences onClose={close} />}
      </LazyBoundary>
      {/* By itself: while it loads, what it was opened from stays. */}
      <LazyBoundary key={`keys ${keysOpen !== undefined}`} onFailed={failed}>
        {keysOpen && <KeySettings request={keysOpen} onClose={() => keySettings.set(undefined)} />}
      </LazyBoundary>
      <LazyBoundary key={`dialog ${dialog?.opening}`} onFailed={failed}>
        {dialog &&
          commandDialogs[dialog.id]?.({
            ...dialog,
            known: named,
            onAnswer: overlays.answerDialog,
            onClose: () => overlays.closeDialog(dialog.opening),
          })}
      </LazyBoundary>
    </>
  )
}

/** What is known, by the names of things as they are loaded: a link has them by id, and is there before they are. */
function useNamed(dialog: OpenedDialog | undefined): Known {
  const queries = useQueryClient()
  const { environment } = useConsole()
  const slots = Object.entries((dialog && findCommand(dialog.id)?.slots) ?? {}).filter(([, { complete }]) => complete)
  const nameAll = () =>
    Object.fromEntries(
      slots.flatMap(([name, { complete }]) => {
        const value = dialog?.known[name]
        return value === undefined ? [] : [[name, complete?.(value, environment.nameOf)]]
      })
    )
  // Written, it stays the same until a name comes.
  const names = useSyncExternalStore(
    (listener) => queries.getQueryCache().subscribe(listener),
    () => JSON.stringify(nameAll())
  )
  return useMemo(() => ({ ...dialog?.known, ...(JSON.parse(names) as Known) }), [dialog, names])
}
