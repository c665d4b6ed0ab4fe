import { command, type Command } from './command'
import { choice } from './slots'

/** Builds commands whose argument is one of the choices of a place. They do not exist where no place offers choices. */
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
