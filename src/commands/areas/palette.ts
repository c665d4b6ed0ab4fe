import { paths, pathOf } from '../../lib/paths'
import { linkTo, parseCall } from '../call'
import { command } from '../command'
import { pins, uses } from '../stores/palette-memory'
import { words } from '../slots'

/** A command that the open palette handles. It is listed so that its keys can be shown and changed. */
const own = (id: string, title: string, keywords = '') =>
  command({ id, title, group: 'Palette', keywords, effect: 'view' })

export const paletteCommands = [
  own('palette.next', 'Next result'),
  own('palette.previous', 'Previous result'),
  own('palette.run', 'Run the highlighted result'),
  own('palette.runKeep', 'Run and stay, or open in a new tab'),
  own('palette.complete', 'Take the value and go to the next step'),
  own('palette.back', 'One step back'),
  own('palette.actions', 'Actions of the highlighted result'),
  command({
    id: 'palette.copyLink',
    title: 'Copy a link to a command',
    group: 'Palette',
    keywords: 'share clipboard',
    slots: { call: words('Command', 'The command in writing: go.health') },
    effect: 'view',
    preview: () => 'Copies a link that does this, and asks before it changes anything.',
    async run({ call }, { copy, absolute, here }) {
      await copy(absolute(addressOf(call, here())))
      return { message: 'Copied the link.' }
    },
  }),
  command({
    id: 'palette.forget',
    title: 'Forget what I used',
    group: 'Palette',
    keywords: 'clear history recents privacy ranking pinned',
    effect: 'change',
    undo: 'inverse',
    preview: () => 'Empties the list of recents; the palette ranks as on the first day. Pinned rows stay.',
    run() {
      const before = uses.get()
      uses.set({})
      return {
        message: 'Forgot what was used.',
        undo() {
          uses.set(before)
          return { message: 'What was used is known again.' }
        },
      }
    },
  }),
  command({
    id: 'palette.unpin',
    title: 'Unpin everything in the palette',
    group: 'Palette',
    keywords: 'pinned rows remove',
    available: () => pins.get().length > 0 || 'Nothing is pinned.',
    effect: 'change',
    undo: 'inverse',
    preview: () => 'Takes all pinned rows off the top of the palette.',
    run() {
      const before = pins.get()
      pins.set([])
      return {
        message: 'Nothing is pinned now.',
        undo() {
          pins.set(before)
          return { message: 'Pinned rows are back.' }
        },
      }
    },
  }),
]

/** The address for a call: the page of a thing if the call opens one, else a link that runs the call. */
function addressOf(call: string, here: string): string {
  const { id, args } = parseCall(call)
  const [, kind, thing] = /^([a-z]+):([^,]+)$/.exec(args['target'] ?? '') ?? []
  const path = id === 'nav.open' && kind && thing ? pathOf(kind, thing) : undefined
  return path ?? linkTo(here.split('?')[0] ?? paths.home, call)
}
