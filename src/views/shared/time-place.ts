import type { PlaceChoice, CommandHandler } from '@/commands/context'
import { loadModule } from '@/lib/load-module'
import { formatRange, type TimeRange } from '@/lib/time/range'
import { announce } from '@/ui/voice'

const loadCommands = () => import('@/commands/shell/time.commands')

/** The handlers and choices of a page's place for the time commands. */
export type TimePlace = {
  handlers: Readonly<Record<string, CommandHandler>>
  choices: Readonly<Record<string, readonly PlaceChoice[]>>
}

/** Handlers that copy a range as text, and set a range from the clipboard. */
export function createClipboardHandlers(
  range: TimeRange | undefined,
  set: (range: TimeRange) => void
): TimePlace['handlers'] {
  const paste = async (text: string) => {
    const { parseTypedRange: readRange } = await loadModule(loadCommands)
    const pasted = readRange(text)
    return pasted ? set(pasted) : announce('The clipboard does not contain a time range.', { urgent: true })
  }
  return {
    'time.copy': () =>
      range
        ? void withClipboard((board) =>
            board.writeText(formatRange(range)).then(() => announce('Copied the time range.'))
          )
        : announce('There is no time range to copy.'),
    'time.paste': () =>
      void withClipboard((board) => board.readText()).then((text) => (text === undefined ? undefined : paste(text))),
  }
}

async function withClipboard<T>(use: (clipboard: Clipboard) => Promise<T>): Promise<T | undefined> {
  try {
    // The clipboard exists only in a secure context, and a browser may refuse access.
    return await use(navigator.clipboard)
  } catch {
    announce('The browser denied access to the clipboard.', { urgent: true })
    return undefined
  }
}
