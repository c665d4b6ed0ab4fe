import { resolveCallArgs, commandAvailability } from '@/commands/prepare'
import { toCall } from '@/commands/call'
import { commandTitle } from '@/commands/command'
import { formatKeys } from '@/keymap/display'
import { liveKeys } from '@/keymap/live'
import type { PaletteItem } from '../item'
import type { OpeningContext, PaletteSource } from './source'

export default {
  id: 'keys',
  section: 'Keys that work here',
  name: 'the keys',
  characters: ['?'],
  words: ['keys', 'help'],
  prompt: 'Search prefixes and keys that work here',
  isOnlyMode: true,
  list: (here) => [...here.modes.map(modeItem), ...keyItems(here)],
} satisfies PaletteSource

/** The row of a source, with the character that limits the search to it. */
const modeItem = ({ id, section, characters, words }: PaletteSource): PaletteItem => ({
  id: `mode ${id}`,
  source: 'keys',
  section: 'Prefixes',
  title: section,
  aliases: [...characters, ...words],
  ...(characters[0] === undefined ? {} : { keys: characters[0] }),
  hint: `${characters.length > 0 ? 'or ' : ''}“${words[0]}”, then Tab`,
  effect: { is: 'mode', mode: id },
})

/** The keys that worked where the palette opened, with their commands. */
function keyItems({ context, path, keys, find }: OpeningContext): PaletteItem[] {
  const live = liveKeys(path, keys, false).filter(({ fixed }) => !fixed)
  const nearest = live.filter((key, at) => live.findIndex((other) => other.keys === key.keys) === at)
  return nearest.flatMap(({ keys: presses, call: written }): PaletteItem[] => {
    const call = toCall(written, find)
    const command = find(call.id)
    if (!command || call.id === 'palette.open') return []
    const known = resolveCallArgs(command, call.args, context)
    const offer = commandAvailability(command, context, known)
    if (offer === false) return []
    return [
      {
        id: presses,
        source: 'keys',
        section: 'Keys that work here',
        title: commandTitle(command, known),
        group: command.group,
        aliases: [presses, formatKeys(presses)],
        keys: presses,
        effect: { is: 'call', call, written },
        ...(offer === true ? {} : { refused: true, refusal: offer }),
      },
    ]
  })
}
