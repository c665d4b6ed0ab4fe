import { say } from './voice'

/**
 * Puts text on the clipboard and says what came of it; true when it is there. There is no clipboard without a secure
 * context, and a browser may refuse it.
 */
export async function copyText(text: string, what: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    say(`Copied ${what}.`)
    return true
  } catch {
    say(`Could not copy ${what}: the browser does not allow it here.`, { urgent: true })
    return false
  }
}
