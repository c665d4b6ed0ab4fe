import type { CallSource } from '../commands/command'
import { createJournal, type JournalMessage } from '../commands/journal'
import { clearRecording } from '../commands/stores/recording'
import { TRIAGE_STORAGE_KEY } from '../commands/stores/triage-storage-key'
import { describeCall } from '../commands/registry'
import { announce } from '../ui/voice'
import { onUserReset } from '../views/shared/access/session'
import { loadAndShowToast } from '../views/shell/messages/toast-host'

/** The sessionStorage key under which `message-storage.ts` keeps the messages of this tab over a reload. */
export const MESSAGES_STORAGE_KEY = 'messages'

/** The journal of this tab. */
export const journal = createJournal()
onUserReset(() => {
  journal.forget()
  clearRecording()
  sessionStorage.removeItem(MESSAGES_STORAGE_KEY)
  sessionStorage.removeItem(TRIAGE_STORAGE_KEY)
})

/** Reports an error that does not come from a command. */
export const reportError = (text: string, next: JournalMessage['next'] = []): void => reportToUser('wrong', text, next)

/** Reports that the code for a call could not be loaded, and offers the call again. */
export function reportNotLoaded(call: CallSource | undefined): void {
  const title = call === undefined ? '' : describeCall(call)
  reportError(
    `${title === '' ? 'A part of the console' : `“${title}”`} could not be loaded. If it fails again, reload the page.`,
    call === undefined ? [] : [{ title: 'Try again', call }]
  )
}

/**
 * Reports a message that does not come from a command.
 * @param kind messages of one kind share a toast, which shows the newest; by default, messages with the same text
 */
export function reportToUser(
  tone: JournalMessage['tone'],
  text: string,
  next: JournalMessage['next'] = [],
  kind = text
): void {
  announce(text, { urgent: tone === 'wrong' })
  loadAndShowToast(journal.add({ tone, text, kind, next }))
}
