import arrows from './presets/arrows-only.json?raw'
import modifiers from './presets/modifiers-only.json?raw'

/** Shipped alternatives to the default keyboard, in the format of an export. */
export const keyPresets = [
  { title: 'Arrows only', text: arrows, words: 'Arrow keys replace H, J, K and L in lists and details.' },
  {
    title: 'Modifiers only',
    text: modifiers,
    words: 'No single letters. Frequent commands have chords and F keys.',
  },
]
