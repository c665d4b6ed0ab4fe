import type { Choice, Handler } from '../../commands/context'
import { readRange } from '../../commands/areas/time'
import { formatRange } from '../../lib/time/parse'
import type { TimeRange } from '../../lib/time/range'
import { say } from '../../ui/voice'

/** The part of a page's place that the time commands need. */
export type TimePlace = {
  handlers: Readonly<Record<string, Handler>>
  choices: Readonly<Record<string, readonly Choice[]>>
}

/** Copies a range as text, and sets one that the clipboard holds. */
export function clipboard(range: TimeRange | undefined, set: (range: TimeRange) => void): TimePlace['handlers'] {
  const paste = (text: string) => {
    const pasted = readRange(text)
    return pasted ? set(pasted) : say('The clipboard holds no time range.', { urgent: true })
  }
  return {
    'time.copy': () =>
      range
        ? void withClipboard((board) => board.writeText(formatRange(range)).then(() => say('Copied the time range.')))
        : say('There is no time range to copy.'),
    'time.paste': () => void withClipboard((board) => board.readText().then(paste)),
  }
}

async function withClipboard(use: (clipboard: Clipboard) => Promise<void>) {
  try {
    // The clipboard exists only in a secure context, and a browser may refuse access.
    await use(navigator.clipboard)
  } catch {
    say('The browser does not allow the clipboard here.', { urgent: true })
  }
}
