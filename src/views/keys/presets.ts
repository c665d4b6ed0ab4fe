import arrows from './presets/arrows-only.json?raw'
import modifiers from './presets/modifiers-only.json?raw'

/** Shipped alternatives to the default keyboard, in the format of an export. */
export const presets = [
  { title: 'Arrows only', text: arrows, words: 'No H, J, K and L: lists and details are walked by arrows.' },
  {
    title: 'Modifiers only',
    text: modifiers,
    words: 'No plain letters; the frequent commands have chords and F keys.',
  },
]
