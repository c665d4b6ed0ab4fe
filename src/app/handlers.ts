import { callLink, formatCall } from '../commands/call'
import type { CommandHandler } from '../commands/context'
import { findCommand } from '../commands/registry'
import { prefs } from '../commands/stores/preference-store'
import { announce } from '../ui/voice'
import { goBack } from '../views/shared/page/back'
import { newestToast } from '../views/shell/messages/toast-host'
import type { Dispatcher } from './dispatcher'
import { journal } from './journal'
import type { Overlays } from './overlays'

type HandlerInput = {
  dispatcher: Dispatcher
  overlays: Overlays
  path: string
  /** Undefined if users do not sign in. */
  signOut: (() => void) | undefined
  isReadOnly: boolean
  /** The sidebar is a menu over the page. */
  isNarrow: boolean
}

/** Handlers of the commands that have no `run` and are handled by the app itself. */
export function appHandlers(given: HandlerInput): Readonly<Record<string, CommandHandler>> {
  const { dispatcher, overlays, path, signOut, isReadOnly, isNarrow } = given
  return {
    'edit.undo': () => void dispatcher.undo(),
    'edit.repeat': () => void dispatcher.repeat(),
    'edit.stop': () => {
      const running = journal.running.get()
      running.forEach(({ stop }) => stop())
      if (running.length === 0) announce('Nothing is running.')
    },
    'message.act': () => (newestToast.get()?.act ?? noButton)(),
    'message.dismiss': () => (newestToast.get()?.dismiss ?? noMessage)(),
    'nav.last': () => void (goBack() || announce('There is no previous page.')),
    'copy.command': () => {
      const call = journal.lastChange.get()
      if (!call) return announce('No command has been run yet.')
      const { copy, absolute } = dispatcher.effects
      void copy(absolute(callLink(path, formatCall(call, findCommand)))).then(
        () => announce('Copied the link to the last command.'),
        (error: unknown) => announce(error instanceof Error ? error.message : 'Could not copy.', { urgent: true })
      )
    },
    'prefs.open': () => overlays.open({ is: 'preferences' }),
    ...(signOut && { 'session.signOut': signOut }),
    ...(!isReadOnly && {
      'shell.sidebar': () =>
        isNarrow
          ? overlays.sidebarMenu.set((isOpen) => !isOpen)
          : prefs.set((p) => ({ ...p, sidebarCollapsed: !p.sidebarCollapsed })),
    }),
  }
}

const noButton = () => announce('No message with a button is shown.')
const noMessage = () => announce('No message is shown.')
