import { createJournal } from '../commands/journal'
import { say } from '../ui/voice'
import { showToast } from '../views/shell/messages/toast-host'

/** The journal of this tab. It is lost when the page is closed or reloaded. */
export const journal = createJournal()

/** Reports an error that does not come from a command. */
export function reportError(text: string) {
  say(text, { urgent: true })
  showToast(journal.add({ tone: 'wrong', text, next: [] }))
}

/** Says why a key did nothing, where it is seen, too. */
export function reportIdle(text: string) {
  say(text)
  showToast(journal.add({ tone: 'plain', text, next: [] }))
}
