import { defineCommand, type Command, type Slot } from './command'
import { choiceSlot } from './slots'

/** Builds commands whose argument is one of the choices of a place. They do not exist where no place offers choices. */
export const choiceCommandFactory =
  (shared: Pick<Command, 'group' | 'feature'>) =>
  <const I extends string, const N extends string>(id: I, title: string, name: N, label: string, keywords = '') =>
    defineCommand({
      ...shared,
      id,
      title,
      keywords,
      // The compiler infers an index signature for a computed name.
      slots: { [name]: choiceSlot(name, label) } as Record<N, Slot<string>>,
      available: (context) => context.choices(name).length > 0,
      effect: 'view',
    })
