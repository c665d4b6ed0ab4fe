import { change } from '../change-preference'
import { command, type Slot } from '../command'
import { choice } from '../slots'
import { prefs } from '../stores/preference-store'

/** Enough for every type that somebody looks at; the oldest are forgotten. */
const MOST_PINNED = 100

const type: Slot<string> = {
  ...choice('types', 'Type'),
  answer: ({ targets }) => targets.find(({ kind }) => kind === 'type')?.label,
}

export const catalogSummaryCommands = [
  command({
    id: 'type.pin',
    title: 'Pin or unpin a type',
    group: 'Catalog',
    keywords: 'favourite star first top summary',
    feature: 'config',
    slots: { type },
    available: (context) => context.choices('types').length > 0 || 'Types are listed in the catalog summary.',
    effect: 'change',
    undo: 'inverse',
    preview: ({ type: one }) =>
      prefs.get().pinnedTypes.includes(one) ? `Lists ${one} where it belongs.` : `Lists ${one} first.`,
    run({ type: one }) {
      const pinned = prefs.get().pinnedTypes
      const others = pinned.filter((name) => name !== one)
      const next = others.length < pinned.length ? others : [...others.slice(1 - MOST_PINNED), one]
      return change('pinnedTypes', next, (now) => (now.includes(one) ? `${one} is pinned.` : `${one} is not pinned.`))
    },
  }),
]
