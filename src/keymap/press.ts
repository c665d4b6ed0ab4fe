import { parseKeybinding } from 'tinykeys'

/**
 * One press in one spelling, `Control+Shift+k`: modifiers in a fixed order, letters in lower case. Keys of the table and
 * keys of the keyboard are both converted to it, so that they compare as strings. tinykeys supplies the
 * grammar; its matcher reads the event itself and cannot take a layout into account.
 */
export type Press = string

const modifiers = ['Alt', 'Control', 'Meta', 'Shift'] as const
export type Modifier = (typeof modifiers)[number]

export const press = (held: readonly string[], key: string): Press =>
  [...modifiers.filter((modifier) => held.includes(modifier)), key.length === 1 ? key.toLowerCase() : key].join('+')

/** The presses of a key of the table, in turn. `$mod` is Command on a Mac and Control elsewhere. */
export const pressesOf = (keys: string, isMac: boolean): Press[] =>
  parseKeybinding(keys.replaceAll('$mod', isMac ? 'Meta' : 'Control')).map(([held, key]) => press(held, String(key)))

/** Types a character, with Shift at most: a screen reader or dictation may produce it by itself. */
export const isPlain = (one: Press) => /^(?:Shift\+)?.$/u.test(one) || one === 'Space'

/** `Control+k` as its modifiers and the key. `+` may be the key itself. */
export const partsOf = (one: Press): string[] => one.split(/(?<=.)\+(?=.)/)

const held = '(?:(?:\\$mod|Control|Alt|Meta|Shift)\\+)*'
const key =
  '(?:Enter|Escape|Space|Tab|Backspace|Delete|Insert|Home|End|PageUp|PageDown|ContextMenu|CapsLock|Arrow(?:Up|Down|Left|Right)|F(?:[1-9]|1\\d|2[0-4])|\\S)'
const sequence = new RegExp(`^${held}${key}(?: ${held}${key}){0,4}$`, 'u')

/** Whether text is a key or a sequence in the grammar of the table: `r`, `g h`, `$mod+Shift+k`. Five presses at most. */
export const isWritten = (text: string): boolean => sequence.test(text)
