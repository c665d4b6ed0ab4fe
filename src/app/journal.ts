import { createJournal, type Message } from '../commands/journal'
import { forgetRecording } from '../commands/stores/recording'
import { DECISIONS_KEPT_IN } from '../commands/stores/triage-key'
import { titleOfCall } from '../commands/registry'
import { announce } from '../ui/voice'
import { onForget } from '../views/shell/access/session'
import { showToast } from '../views/shell/messages/toast-host'

/** The sessionStorage key under which `kept-messages.ts` keeps the messages of this tab over a reload. */
export const KEPT_IN = 'messages'

/** The journal of this tab. */
export const journal = createJournal()
onForget(() => {
  journal.forget()
  forgetRecording()
  sessionStorage.removeItem(KEPT_IN)
  sessionStorage.removeItem(DECISIONS_KEPT_IN)
})

/** Reports an error that does not come from a command. */
export const reportError = (text: string, next: Message['next'] = []): void => tell('wrong', text, next)

/** Reports that the code for a call could not be loaded, and offers the call again. */
export function reportNotLoaded(call: string | undefined): void {
  const title = call === undefined ? '' : titleOfCall(call)
  reportError(
    `${title === '' ? 'A part of the console' : `“${title}”`} could not be loaded. If it fails again, reload the page.`,
    call === undefined ? [] : [{ title: 'Try again', call }]
  )
}

/**
 * Reports a message that does not come from a command.
 * @param kind messages of one kind share a toast, which shows the newest; by default, messages with the same text
 */
export function tell(tone: Message['tone'], text: string, next: Message['next'] = [], kind = text): void {
  announce(text, { urgent: tone === 'wrong' })
  showToast(journal.add({ tone, text, kind, next }))
}
