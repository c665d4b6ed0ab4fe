import { lazy } from 'react'
import { dialogs } from '../commands/dialogs'
import { keySettings } from '../commands/stores/key-preference-store'
import { preload } from '../ui/use-loaded'
import { LazyBoundary } from '../views/shell/frame/lazy-boundary'
import { useStore } from '../views/shell/stores'
import { afterFrames } from './after-frames'
import type { Dispatcher } from './dispatcher'
import type { Overlays } from './overlays'

const loadMessages = () => import('../views/shell/messages/messages')
/** What was said can be read without the server, too. */
export const preloadMessages = () => preload(loadMessages)

/** Not needed before they are asked for. */
const Help = lazy(() => import('../views/help/help'))
const Messages = lazy(loadMessages)
const Preferences = lazy(() => import('../views/shell/preferences/preferences'))
const KeySettings = lazy(() => import('../views/keys/key-settings'))
const RunPlaybook = lazy(() => import('../views/playbooks/run-playbook'))
const EditProperty = lazy(() => import('../views/flags/edit-property'))
const ReadMessage = lazy(() => import('../views/outbox/read-message'))
const Kubeconfig = lazy(() => import('../views/kubeconfig/kubeconfig'))
const Invite = lazy(() => import('../views/people/invite'))
const InvitationDialog = lazy(() => import('../views/people/invitation'))
const EditPerson = lazy(() => import('../views/people/edit-person'))
const LinkEvidence = lazy(() => import('../views/incidents/link-evidence'))

type Props = { overlays: Overlays; dispatcher: Dispatcher }

const closeDialog = () => dialogs.set(undefined)

/** What lies over the page: a surface that the app opened, and the forms that commands ask for. */
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
  const dialog = useStore(dialogs)
  return (
    <>
      <LazyBoundary key={open?.is ?? ''} onFailed={failed}>
        {open?.is === 'palette' && (
          <open.Palette {...open.request} onClose={close} onRun={runFromPalette} onStay={runBesidePalette} />
        )}
        {open?.is === 'help' && <Help places={open.places} onClose={close} />}
        {open?.is === 'messages' && <Messages onClose={close} />}
        {open?.is === 'preferences' && <Preferences onClose={close} />}
      </LazyBoundary>
      {/* By itself: while it loads, what it was opened from stays. */}
      <LazyBoundary key={`keys ${keysOpen !== undefined}`} onFailed={failed}>
        {keysOpen && <KeySettings request={keysOpen} onClose={() => keySettings.set(undefined)} />}
      </LazyBoundary>
      <LazyBoundary key={`dialog ${dialog?.is}`} onFailed={failed}>
        {dialog?.is === 'playbook' && <RunPlaybook target={dialog.target} onClose={closeDialog} />}
        {dialog?.is === 'kubeconfig' && <Kubeconfig onClose={closeDialog} />}
        {dialog?.is === 'invite' && <Invite onClose={closeDialog} />}
        {dialog?.is === 'invitation' && (
          <InvitationDialog name={dialog.name} made={dialog.made} onClose={closeDialog} />
        )}
        {dialog?.is === 'person' && <EditPerson person={dialog.person} onClose={closeDialog} />}
        {dialog?.is === 'property' && <EditProperty property={dialog.property} onClose={closeDialog} />}
        {dialog?.is === 'message' && <ReadMessage message={dialog.message} onClose={closeDialog} />}
        {dialog?.is === 'evidence' && <LinkEvidence sources={dialog.sources} onClose={closeDialog} />}
      </LazyBoundary>
    </>
  )
}
