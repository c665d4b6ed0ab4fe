import { createContext, useContext } from 'react'
import type { Environment } from '../../commands/context'
import type { Journal } from '../../commands/journal'
import type { Failure } from '../../commands/perform'
import type { Place } from '../../commands/place'
import type { Invocation } from '../../commands/prepare'
import type { LiveKey } from '../../keymap/live'

/** What every view may ask of the app around it. */
export type Console = {
  /** @returns why it was not carried out, to a form; to all others it is said and shown */
  perform(invocation: Invocation, places: readonly Place[]): Promise<Failure | undefined>
  /** Takes one outcome of the journal back. */
  undo(messageId: number): void
  environment: Environment
  keys: readonly LiveKey[]
  journal: Journal
  /** Who is asking; absent on public pages. The name is undefined until it is known. */
  account?: { name: string | undefined } | undefined
}

const ConsoleContext = createContext<Console | undefined>(undefined)
export const ConsoleProvider = ConsoleContext.Provider

export function useConsole(): Console {
  const found = useContext(ConsoleContext)
  if (!found) throw new Error('useConsole needs a ConsoleProvider around it')
  return found
}
