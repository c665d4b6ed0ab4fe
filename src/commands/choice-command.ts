import { defineCommand, type Command } from './command'
import { choiceSlot } from './slots'

/** Builds commands whose argument is one of the choices of a place. They do not exist where no place offers choices. */
export const choiceCommandFactory =
  (shared: Pick<Command, 'group' | 'feature'>) =>
  (id: string, title: string, name: string, label: string, keywords = '') =>
    defineCommand({
      ...shared,
      id,
      title,
      keywords,
      slots: { [name]: choiceSlot(name, label) },
      available: (context) => context.choices(name).length > 0,
      effect: 'view',
    })
