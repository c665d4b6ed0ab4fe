import { createJournal } from '../commands/journal'
import { say } from '../ui/voice'
import { showToast } from '../views/shell/messages/toast-host'

/** Everything that was said and done, for as long as the page is open. */
export const journal = createJournal()

/** For what nobody asked for and no command did. */
export function reportError(text: string) {
  say(text, { urgent: true })
  showToast(journal.add({ tone: 'wrong', text, next: [] }))
}
