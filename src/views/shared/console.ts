import { createContext, useContext } from 'react'
import type { CommandEnvironment } from '@/commands/context'
import type { Journal } from '@/commands/journal'
import type { CallFailure } from '@/commands/perform'
import type { PlaceData } from '@/commands/place'
import type { CallRequest } from '@/commands/prepare'
import type { LiveKey } from '@/keymap/live'

/** The services that the app provides to views. */
export type Console = {
  /** @returns the failure, if a form made the call; any other failure is announced and shown as a message */
  perform(request: CallRequest, places: readonly PlaceData[]): Promise<CallFailure | undefined>
  /** Undoes one outcome of the journal. */
  undo(messageId: number): Promise<void> | undefined
  environment: CommandEnvironment
  keys: readonly LiveKey[]
  journal: Journal
  /** The signed-in user; undefined on public pages. The name is undefined while it loads. */
  account?: { name: string | undefined } | undefined
}

const ConsoleContext = createContext<Console | undefined>(undefined)
export const ConsoleProvider = ConsoleContext.Provider

export function useConsole(): Console {
  const found = useContext(ConsoleContext)
  if (!found) throw new Error('useConsole needs a ConsoleProvider around it')
  return found
}
