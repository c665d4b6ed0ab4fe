import { z } from 'zod/mini'
import { command, type Slot } from '../command'
import { prefs } from '../stores/preference-store'

/** The name of a detail's choice of tabs, numbered from 1. */
export const TABS = 'detail.tabs'

const tab: Slot<number> = {
  label: 'Tab',
  schema: z.pipe(z.string().check(z.regex(/^[1-9]$/)), z.transform(Number)),
  write: String,
  options: {
    from: 'list',
    list: (context) => context.choices(TABS).map((one) => ({ ...one, value: Number(one.value) })),
  },
}

/** A command that the focused detail handles. */
const view = (id: string, title: string, keywords: string) =>
  command({ id, title, group: 'Detail', keywords, effect: 'view' })

function toggleFollowing() {
  prefs.set((all) => ({ ...all, detailFollows: !all.detailFollows }))
  return { message: prefs.get().detailFollows ? 'The detail follows the cursor.' : 'The detail stays.' }
}

/** What every detail beside a list can do, whatever it is the detail of. */
export const detailCommands = [
  command({
    id: 'detail.tab',
    title: 'Go to tab',
    group: 'Detail',
    keywords: 'history graph spec relationships panel',
    slots: { number: tab },
    available: (context) => context.choices(TABS).length > 0,
    effect: 'view',
  }),
  view('detail.nextTab', 'Next tab', 'panel right'),
  view('detail.previousTab', 'Previous tab', 'panel left'),
  view('detail.expand', 'Expand or collapse detail', 'full screen size page pane modal maximise'),
  command({
    id: 'detail.follow',
    title: 'Detail follows the cursor',
    group: 'Detail',
    keywords: 'preview auto open pane quick look',
    effect: 'change',
    undo: 'inverse',
    preview: () =>
      prefs.get().detailFollows
        ? 'Keeps the detail that is open while the cursor moves on.'
        : 'Shows in the open detail whichever row the cursor is on.',
    run: () => ({ ...toggleFollowing(), undo: toggleFollowing }),
  }),
]
