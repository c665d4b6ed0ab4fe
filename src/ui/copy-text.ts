import { COPY_FAILED, NO_CLIPBOARD } from '../lib/clipboard-errors'
import { announce } from './voice'

/** Puts text on the clipboard. @throws {Error} that says why it is not there. */
export async function putOnClipboard(text: string): Promise<void> {
  // The types do not say that it may be missing.
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (!clipboard) throw new Error(NO_CLIPBOARD)
  await clipboard.writeText(text).catch(() => {
    throw new Error(COPY_FAILED)
  })
}

/** Copies text and announces the result; true on success. */
export async function copyText(text: string, what: string): Promise<boolean> {
  try {
    await putOnClipboard(text)
    announce(`Copied ${what}.`)
    return true
  } catch (error) {
    announce(error instanceof Error ? error.message : COPY_FAILED, { urgent: true })
    return false
  }
}
