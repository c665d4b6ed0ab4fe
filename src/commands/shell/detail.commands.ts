import { z } from 'zod/mini'
import { defineCommand, type Slot } from '../command'
import { prefs } from '../stores/preference-store'
import { defineCommands } from '../registry'

/** The name of the choices for tabs of a detail, numbered from 1. */
export const DETAIL_TABS = 'detail.tabs'

const tab: Slot<number> = {
  label: 'Tab',
  schema: z.pipe(z.string().check(z.regex(/^[1-9]$/)), z.transform(Number)),
  write: String,
  options: {
    from: 'list',
    list: (context) => context.choices(DETAIL_TABS).map((one) => ({ ...one, value: Number(one.value) })),
  },
}

/** A command that the focused detail handles. */
const view = (id: string, title: string, keywords: string) =>
  defineCommand({ id, title, group: 'Detail', keywords, effect: 'view' })

function toggleFollowing() {
  prefs.set((all) => ({ ...all, detailFollows: !all.detailFollows }))
  return {
    message: prefs.get().detailFollows
      ? 'The detail now follows the cursor.'
      : 'The detail no longer follows the cursor.',
  }
}

/** The commands of all details, whatever they show. */
export const detailCommands = defineCommands([
  defineCommand({
    id: 'detail.tab',
    title: 'Go to tab',
    group: 'Detail',
    keywords: 'history graph spec relationships panel',
    slots: { number: tab },
    available: (context) => context.choices(DETAIL_TABS).length > 0,
    effect: 'view',
  }),
  view('detail.nextTab', 'Next tab', 'panel right'),
  view('detail.previousTab', 'Previous tab', 'panel left'),
  view('detail.expand', 'Expand or collapse detail', 'full screen size page pane modal maximise'),
  defineCommand({
    id: 'detail.follow',
    title: 'Detail follows the cursor',
    group: 'Detail',
    keywords: 'preview auto open pane quick look',
    effect: 'change',
    undo: 'inverse',
    preview: () =>
      prefs.get().detailFollows
        ? 'Keeps the open detail when the cursor moves.'
        : 'Shows the row under the cursor in the open detail.',
    run: () => ({ ...toggleFollowing(), undo: toggleFollowing }),
  }),
])
