import { createJournal, type Message } from '../commands/journal'
import { say } from '../ui/voice'
import { onForget } from '../views/shell/access/session'
import { showToast } from '../views/shell/messages/toast-host'

/** Where the messages of this tab are kept over a reload, by `kept-messages.ts`. */
export const KEPT_IN = 'messages'

/** The journal of this tab. */
export const journal = createJournal()
onForget(() => {
  journal.forget()
  sessionStorage.removeItem(KEPT_IN)
})

/** Reports an error that does not come from a command. */
export function reportError(text: string, next: Message['next'] = []) {
  say(text, { urgent: true })
  // Several of the same text are one toast.
  showToast(journal.add({ tone: 'wrong', text, kind: text, next }))
}
