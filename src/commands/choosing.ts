import { command, type Command } from './command'
import { choice } from './slots'

/** Makes commands that ask for a choice that a place offers; where no place does, they do not exist. */
export const choosingIn =
  (shared: Pick<Command, 'group' | 'feature'>) =>
  (id: string, title: string, name: string, label: string, keywords = '') =>
    command({
      ...shared,
      id,
      title,
      keywords,
      slots: { [name]: choice(name, label) },
      available: (context) => context.choices(name).length > 0,
      effect: 'view',
    })
