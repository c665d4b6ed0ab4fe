import { z } from 'zod/mini'
import { changePreference } from '../change-preference'
import { defineCommand, type SlotOption, type Slot } from '../command'
import { densities, type PreferenceValues, prefs } from '../stores/preference-store'
import { defineCommands } from '../registry'

export const densityOptions: readonly SlotOption<PreferenceValues['density']>[] = [
  { value: 'comfortable', label: 'Comfortable', hint: 'Rows of 32 pixels', keywords: 'roomy spacious large higher' },
  { value: 'compact', label: 'Compact', hint: 'Rows of 24 pixels', keywords: 'dense small tight more rows' },
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
