import { useEffect } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import type { CommandHandler, PlaceChoice } from '@/commands/context'
import { prefs } from '@/commands/stores/preference-store'
import { loadModule } from '@/lib/load-module'
import { formatRange, type TimeRange } from '@/lib/time/range'
import { withRecent } from '@/lib/time/recent'
import { resolveZone } from '@/lib/time/zones'
import { formatRangeName } from '@/ui/time-range/format-range'
import { announce } from '@/ui/voice'
import type { RangeAddress } from './url-state/range-address'

// The part of a page's time range that is the same for any range (`time-range.ts`) and for a list of ranges
// (`listed-range.ts`). It does not load the code that resolves ranges.

const loadTimeCommands = () => import('@/commands/time/time.commands')

type Handlers = Readonly<Record<string, CommandHandler>>

/** The handlers and choices of a page's place for the time commands. */
export type TimePlace = {
  handlers: Handlers
  choices: Readonly<Record<string, readonly PlaceChoice[]>>
}

type SetRange = (range: TimeRange | undefined) => void

/** The range in the address of a page, and a function that changes and announces it. */
export function useAddressRange<I extends TimeRange | undefined>(address: RangeAddress<I>) {
  const { range, isChosen, fault } = address.parse(useSearch())
  useEffect(() => logRangeError(fault), [fault])
  const set: SetRange = (next) => {
    address.set(next)
    if (next) prefs.set((all) => ({ ...all, recentlyUsedTimeRanges: withRecent(all.recentlyUsedTimeRanges, next) }))
    announce(`Time range: ${formatRangeName(next ?? address.initial, new Date(), preferredZone())}.`)
  }
  return { range, isChosen, set }
}

/**
 * The handlers of every page with a time range.
 * @param setChosen sets a range that the user typed or pasted, unless the page does not offer it
 */
export function createRangeHandlers(
  range: TimeRange | undefined,
  set: SetRange,
  setChosen: (range: TimeRange) => void
): Handlers {
  return {
    'time.set': (_count, { range: chosen }) => setChosen(chosen as TimeRange),
    'time.reset': () => set(undefined),
    'time.copy': () =>
      range
        ? void withClipboard((board) =>
            board.writeText(formatRange(range)).then(() => announce('Copied the time range.'))
          )
        : announce('There is no time range to copy.'),
    'time.paste': () =>
      void withClipboard((board) => board.readText()).then((text) =>
        text === undefined ? undefined : setPasted(text, setChosen)
      ),
  }
}

async function setPasted(text: string, setChosen: (range: TimeRange) => void): Promise<void> {
  const { parseTypedRange } = await loadModule(loadTimeCommands)
  const pasted = parseTypedRange(text)
  if (pasted) setChosen(pasted)
  else announce('The clipboard does not contain a time range.', { urgent: true })
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

export const preferredZone = () => resolveZone(prefs.get().display_timezone_preference)

export function logRangeError(fault: string | undefined) {
  // The error is logged and not shown, as the specification requires; the page uses its initial range.
  // oxlint-disable-next-line no-console
  if (fault !== undefined) console.warn(fault)
}
