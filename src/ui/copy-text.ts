import { COPY_FAILED, NO_CLIPBOARD } from '../lib/clipboard-errors'
import { announce } from './voice'

/** Copies text to the clipboard. @throws {Error} with the reason if that is not possible */
export async function writeToClipboard(text: string): Promise<void> {
  // The DOM types do not declare that the clipboard may be missing.
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (!clipboard) throw new Error(NO_CLIPBOARD)
  await clipboard.writeText(text).catch(() => {
    throw new Error(COPY_FAILED)
  })
}

/** Copies text and announces the result. @returns whether it was copied */
export async function copyText(text: string, what: string): Promise<boolean> {
  try {
    await writeToClipboard(text)
    announce(`Copied ${what}.`)
    return true
  } catch (error) {
    announce(error instanceof Error ? error.message : COPY_FAILED, { urgent: true })
    return false
  }
}
