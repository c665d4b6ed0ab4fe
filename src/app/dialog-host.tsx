import { lazy } from 'react'
import { dialogs } from '../commands/dialogs'
import { keySettings } from '../commands/stores/key-preference-store'
import type { Place } from '../commands/place'
import { preload } from '../ui/use-loaded'
import type { Palette, PaletteRequest } from '../views/palette/palette'
import { LazyBoundary } from '../views/shell/frame/lazy-boundary'
import { useStore } from '../views/shell/stores'

/** What is said and done over the page, one at a time. */
export type Open =
  | { is: 'palette'; Palette: typeof Palette; request: PaletteRequest }
  | { is: 'help'; places: readonly Place[] }
  | { is: 'messages' }
  | { is: 'preferences' }

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

type Props = {
  open: Open | undefined
  onClose(): void
  /** From the palette: a written call, and whether its effect was shown and agreed to. */
  onRun(call: string, confirmed?: true): void
  /** The same, with the palette staying open. */
  onStay(call: string, confirmed?: true): void
  onFailed(error: Error): void
}

const closeDialog = () => dialogs.set(undefined)

/** What lies over the page: a surface that the app opened, and the forms that commands ask for. */
export function DialogHost({ open, onClose, onRun, onStay, onFailed }: Props) {
  const keysOpen = useStore(keySettings)
  const dialog = useStore(dialogs)
  return (
    <>
      <LazyBoundary key={open?.is ?? ''} onFailed={onFailed}>
        {open?.is === 'palette' && <open.Palette {...open.request} onClose={onClose} onRun={onRun} onStay={onStay} />}
        {open?.is === 'help' && <Help places={open.places} onClose={onClose} />}
        {open?.is === 'messages' && <Messages onClose={onClose} />}
        {open?.is === 'preferences' && <Preferences onClose={onClose} />}
      </LazyBoundary>
      {/* By itself: while it loads, what it was opened from stays. */}
      <LazyBoundary key={`keys ${keysOpen !== undefined}`} onFailed={onFailed}>
        {keysOpen && <KeySettings request={keysOpen} onClose={() => keySettings.set(undefined)} />}
      </LazyBoundary>
      <LazyBoundary key={`dialog ${dialog?.is}`} onFailed={onFailed}>
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
