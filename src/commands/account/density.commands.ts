import { z } from 'zod/mini'
import { changePreference } from '../change-preference'
import { defineCommand, type SlotOption, type Slot } from '../command'
import { densities, type PreferenceValues, prefs } from '../stores/preference-store'
import { defineCommands } from '../registry'

export const densityOptions: readonly SlotOption<PreferenceValues['density']>[] = [
  { value: 'compact', label: 'Compact', hint: 'More rows on the screen', keywords: 'dense small tight' },
  { value: 'comfortable', label: 'Comfortable', hint: 'Higher rows', keywords: 'roomy spacious large' },
]

const density: Slot<PreferenceValues['density']> = {
  label: 'Density',
  schema: z.enum(densities),
  write: (value) => value,
  options: { from: 'list', list: () => densityOptions },
  present: () => prefs.get().density,
}

const densityMessages = { compact: 'Density: compact.', comfortable: 'Density: comfortable.' } as const

export const densityCommands = defineCommands([
  defineCommand({
    id: 'prefs.density',
    title: 'Change density',
    group: 'Preferences',
    keywords: 'row height rows lists space',
    slots: { density },
    effect: 'change',
    undo: 'inverse',
    preview: ({ density: chosen }) =>
      chosen === 'compact' ? 'Uses low rows in all lists.' : 'Uses high rows in all lists.',
    run: ({ density: chosen }) => changePreference('density', chosen, (value) => densityMessages[value]),
  }),
])
