import { parseKeybinding } from 'tinykeys'

/**
 * One press in canonical form, `Control+Shift+k`: modifiers in a fixed order, letters in lower case. Keys of the table
 * and of the keyboard are both converted to it, so that they can be compared as strings. tinykeys supplies the grammar.
 * Its matcher reads the event itself and cannot take a layout into account.
 */
export type Press = string

const modifiers = ['Alt', 'Control', 'Meta', 'Shift'] as const

export const formatPress = (held: readonly string[], key: string): Press =>
  [...modifiers.filter((modifier) => held.includes(modifier)), key.length === 1 ? key.toLowerCase() : key].join('+')

/** Parses a key of the table into its presses. `$mod` is Command on a Mac and Control elsewhere. */
export const parsePresses = (keys: string, isMac: boolean): Press[] =>
  parseKeybinding(keys.replaceAll('$mod', isMac ? 'Meta' : 'Control')).map(([held, key]) =>
    formatPress(held, String(key))
  )

/** Whether a press types a character, with Shift at most. Screen readers and dictation can produce such presses. */
export const isPlain = (one: Press) => /^(?:Shift\+)?.$/u.test(one) || one === 'Space'

/** Splits `Control+k` into its modifiers and key. `+` can be the key itself. */
export const splitPress = (one: Press): string[] => one.split(/(?<=.)\+(?=.)/)

const held = '(?:(?:\\$mod|Control|Alt|Meta|Shift)\\+)*'
const key =
  '(?:Enter|Escape|Space|Tab|Backspace|Delete|Insert|Home|End|PageUp|PageDown|ContextMenu|CapsLock|Arrow(?:Up|Down|Left|Right)|F(?:[1-9]|1\\d|2[0-4])|\\S)'
const sequence = new RegExp(`^${held}${key}(?: ${held}${key}){0,4}$`, 'u')

/**
 * Whether text is a key or a sequence in the grammar of the table: `r`, `g h`, `$mod+Shift+k`. At most five presses.
 */
export const isKeySequence = (text: string): boolean => sequence.test(text)
