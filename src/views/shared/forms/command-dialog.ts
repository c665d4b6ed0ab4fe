import type { KnownArgs } from '@/commands/command'
import type { PlaceData } from '@/commands/place'

/** The properties of a command's dialog. A dialog has an address, so a link can open it and it survives a reload. */
export type CommandDialogProps = {
  /** The serialized call with the arguments known so far. */
  call: string
  known: KnownArgs
  /** The places in which the command was called, innermost first. */
  places: readonly PlaceData[]
  /** Settles when the dialog has closed. */
  onClose: () => Promise<void> | void
  /** Adds arguments that determine further fields; they become part of the address. */
  onAnswer: (args: Readonly<Record<string, string>>) => void
}
