import arrows from './presets/arrows-only.json?raw'
import modifiers from './presets/modifiers-only.json?raw'

/** Keyboards that are shipped beside the usual one, as files of the same format as an export. */
export const presets = [
  { title: 'Arrows only', text: arrows, words: 'No H, J, K and L: lists and details are walked by arrows.' },
  {
    title: 'Modifiers only',
    text: modifiers,
    words: 'No plain letters; the frequent commands have chords and F keys.',
  },
]
