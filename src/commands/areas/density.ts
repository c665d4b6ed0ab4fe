import { z } from 'zod/mini'
import { change } from '../change-preference'
import { command, type Option, type Slot } from '../command'
import { densities, type Preferences, prefs } from '../stores/preference-store'

export const densityOptions: readonly Option<Preferences['density']>[] = [
  { value: 'compact', label: 'Compact', hint: 'More rows on the screen', keywords: 'dense small tight' },
  { value: 'comfortable', label: 'Comfortable', hint: 'Higher rows', keywords: 'roomy spacious large' },
]

const density: Slot<Preferences['density']> = {
  label: 'Density',
  schema: z.enum(densities),
  write: (value) => value,
  options: { from: 'list', list: () => densityOptions },
  present: () => prefs.get().density,
}

const densityMessages = { compact: 'Density: compact.', comfortable: 'Density: comfortable.' } as const

export const densityCommands = [
  command({
    id: 'prefs.density',
    title: 'Change density',
    group: 'Preferences',
    keywords: 'row height rows lists space',
    slots: { density },
    effect: 'change',
    undo: 'inverse',
    preview: ({ density: chosen }) =>
      chosen === 'compact' ? 'Uses low rows in all lists.' : 'Uses high rows in all lists.',
    run: ({ density: chosen }) => change('density', chosen, (value) => densityMessages[value]),
  }),
]
