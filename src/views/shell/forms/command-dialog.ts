import type { Known } from '../../../commands/command'
import type { Place } from '../../../commands/place'

/** What the dialog of a command is given. It has an address, so it can be opened by a link and is there after a reload. */
export type CommandDialogProps = {
  /** What is known so far, in writing. */
  call: string
  known: Known
  /** Where it was asked for, innermost first. */
  places: readonly Place[]
  /** Settles when it has closed. */
  onClose: () => Promise<void> | void
  /** Answers arguments that decide what else is asked: they become part of the address. */
  onAnswer: (args: Readonly<Record<string, string>>) => void
}
