import { formatCall } from './call'
import { type Command, type Offer, type Target, titleOf } from './command'
import type { Context } from './context'
import { answers, isComplete, offerOf } from './prepare'

/** A command that can be done with some things, with the things written into its call. */
export type Offered = {
  command: Command
  call: string
  /** With "…" when something else has to be asked. */
  title: string
  offer: Exclude<Offer, false>
}

/**
 * What can be done with a thing, or with several at once: every command whose things the context would answer and that
 * takes all of these. In the registry's order.
 */
export function offersFor(things: readonly Target[], commands: readonly Command[], context: Context): Offered[] {
  if (things.length === 0) return []
  return commands.flatMap((command): Offered[] => {
    const found = Object.entries(command.slots ?? {}).find(([, { answer, options, many }]) => {
      if (!answer || options?.from !== 'index' || (things.length > 1 && !many)) return false
      return things.every(({ kind }) => options.kinds.includes(kind))
    })
    if (!found) return []
    const [name, slot] = found
    const call = { id: command.id, args: { [name]: slot.write(things) } }
    const known = answers(command, call, context)
    const offer = offerOf(command, context, known)
    if (offer === false) return []
    const isAsking = !isComplete(command, known)
    return [{ command, call: formatCall(call), title: `${titleOf(command, known)}${isAsking ? '…' : ''}`, offer }]
  })
}
