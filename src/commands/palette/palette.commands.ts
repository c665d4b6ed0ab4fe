import { resourcePath } from '@/shared/routing/registry'
import { HOME_PATH } from '@/shared/pages/topology'
import { callLink, splitCall } from '../call'
import { defineCommand } from '../command'
import { pinnedCalls, callUses } from '../stores/palette-usage'
import { textSlot } from '../slots'
import { defineCommands } from '../registry'

/** A command that the open palette handles. It is listed so that its keys can be shown and changed. */
const own = (id: string, title: string) =>
  defineCommand({ id, title, group: 'Palette', effect: 'view', isUnlinkable: true })

export const paletteCommands = defineCommands([
  own('palette.next', 'Next result'),
  own('palette.previous', 'Previous result'),
  own('palette.run', 'Run the highlighted result'),
  own('palette.runKeep', 'Run and stay, or open in a new tab'),
  own('palette.complete', 'Accept the value and go to the next step'),
  own('palette.back', 'Go back one step'),
  own('palette.actions', 'Actions of the highlighted result'),
  defineCommand({
    id: 'palette.copyLink',
    title: 'Copy a link to a command',
    group: 'Palette',
    keywords: 'share clipboard',
    slots: { call: textSlot('Command', 'A written call, such as go.health') },
    effect: 'view',
    preview: () => 'Copies a link to this command. A change needs confirmation.',
    async run({ call }, { copy, absolute, here }) {
      await copy(absolute(callAddress(call, here())))
      return { message: 'Copied the link.' }
    },
  }),
  defineCommand({
    id: 'palette.forget',
    title: 'Clear recent commands',
    group: 'Palette',
    keywords: 'forget history recents used privacy ranking pinned',
    effect: 'change',
    undo: 'inverse',
    preview: () => 'Clears recent commands and resets the ranking. Pinned rows stay.',
    run() {
      const before = callUses.get()
      callUses.set({})
      return {
        message: 'Cleared recent commands.',
        undo() {
          callUses.set(before)
          return { message: 'Restored recent commands.' }
        },
      }
    },
  }),
  defineCommand({
    id: 'palette.unpin',
    title: 'Unpin all rows in the palette',
    group: 'Palette',
    keywords: 'pinned rows remove',
    available: () => pinnedCalls.get().length > 0 || 'No rows are pinned.',
    effect: 'change',
    undo: 'inverse',
    preview: () => 'Unpins all rows at the top of the palette.',
    run() {
      const before = pinnedCalls.get()
      pinnedCalls.set([])
      return {
        message: 'Unpinned all rows.',
        undo() {
          pinnedCalls.set(before)
          return { message: 'Restored pinned rows.' }
        },
      }
    },
  }),
])

/** The address for a call: the page that the call opens, or else a link that runs the call. */
function callAddress(call: string, here: string): string {
  const { id, args } = splitCall(call)
  const [, kind, thing] = /^([a-z]+):([^,]+)$/.exec(args['target'] ?? '') ?? []
  const path = id === 'nav.open' && kind && thing ? resourcePath(kind, thing) : undefined
  return path ?? callLink(here.split('?')[0] ?? HOME_PATH, call)
}
