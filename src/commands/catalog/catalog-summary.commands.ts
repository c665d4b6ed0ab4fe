import { changePreference } from '../change-preference'
import { defineCommand, type Slot } from '../command'
import { choiceSlot } from '../slots'
import { prefs } from '../stores/preference-store'
import { defineCommands } from '../registry'

/** A limit for storage that is rarely reached. The oldest pins are removed first. */
const MOST_PINNED = 100

const type: Slot<string> = {
  ...choiceSlot('types', 'Type'),
  answer: ({ targets }) => targets.find(({ kind }) => kind === 'type')?.label,
}

export const catalogSummaryCommands = defineCommands([
  defineCommand({
    id: 'type.pin',
    title: 'Pin or unpin a type',
    group: 'Catalog',
    keywords: 'favourite star first top summary',
    feature: 'config',
    slots: { type },
    available: (context) => context.choices('types').length > 0 || 'Open the catalog summary to choose a type.',
    effect: 'change',
    undo: 'inverse',
    preview: ({ type: one }) => (prefs.get().pinnedTypes.includes(one) ? `Unpins ${one}.` : `Pins ${one} to the top.`),
    run({ type: one }) {
      const pinned = prefs.get().pinnedTypes
      const others = pinned.filter((name) => name !== one)
      const next = others.length < pinned.length ? others : [...others.slice(1 - MOST_PINNED), one]
      return changePreference('pinnedTypes', next, (now) => (now.includes(one) ? `Pinned ${one}.` : `Unpinned ${one}.`))
    },
  }),
])
