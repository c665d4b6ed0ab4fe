import type { Call, KnownArgs } from '@/commands/command'
import type { PlaceData } from '@/commands/place'

/** The properties of a command's dialog. A dialog has an address, so a link can open it and it survives a reload. */
export type CommandDialogProps = {
  /** The call with the arguments known so far, without private ones. */
  call: Call
  /** The same call as in the address. It identifies the draft of the form. */
  written: string
  /** All arguments known so far. */
  known: KnownArgs
  /** The places in which the command was called, innermost first. */
  places: readonly PlaceData[]
  /** Settles when the dialog has closed. */
  onClose: () => Promise<void> | void
  /** Adds arguments that determine further fields; they become part of the address. */
  onAnswer: (args: Readonly<KnownArgs>) => void
}
