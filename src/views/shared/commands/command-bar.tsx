import type { Kind } from '@/commands/command'
import { buildContext } from '@/commands/context'
import { knownCommands } from '@/commands/registry'
import { CommandButton } from './command-button'
import { useConsole } from '../console'
import { listOffers } from './command-offers'
import { useStore } from '../stores'
import { usePlaces } from './place'

/** Buttons for the commands that can run on the selected rows of a list. */
export function CommandBar({ of }: { of: Kind }) {
  const { environment, keys } = useConsole()
  const places = usePlaces()
  const commands = useStore(knownCommands)
  return listOffers({ selected: of }, commands, keys, buildContext(places, environment)).map(({ call }) => (
    <CommandButton key={call.id} call={call} />
  ))
}
