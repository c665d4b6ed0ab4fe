import type { Known } from '../../../commands/command'
import type { Place } from '../../../commands/place'

/** Properties of a command's dialog. It has an address, so a link can open it and it survives a reload. */
export type CommandDialogProps = {
  /** The written call with the arguments known so far. */
  call: string
  known: Known
  /** Where the command was called, innermost first. */
  places: readonly Place[]
  /** Settles when it has closed. */
  onClose: () => Promise<void> | void
  /** Adds arguments that decide what else is asked; they become part of the address. */
  onAnswer: (args: Readonly<Record<string, string>>) => void
}
