import { formatPress, type Press } from './press'

/** The properties that are read from a keyboard event. */
export type KeyEvent = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'> & {
  getModifierState(key: string): boolean
}

/** Characters of the non-letter keys of a US keyboard: unshifted and shifted. */
const usSymbols: Readonly<Record<string, string>> = {
  Backquote: '`~',
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Semicolon: ';:',
  Quote: `'"`,
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
}

/**
 * The readings of a key press, the typed character first. Empty for a press that is not a key by itself. A second
 * reading exists only where typing cannot produce the character: a letter of another script, or the digits of a French
 * keyboard. Reading the position first would be wrong on every Latin layout other than QWERTY.
 * @param isForeign the last typed letters are of another script, so that a symbol in the position of a letter
 * represents the letter: a Greek keyboard types `;` at Q. On Dvorak, where `;` is at Z, it must not.
 */
export function readPress(event: KeyEvent, isForeign = false): Press[] {
  const { key, code } = event
  if (['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead', 'Process', 'Unidentified'].includes(key))
    return []
  const held = heldModifiers(event)
  if (key === ' ') return [formatPress(held, 'Space')]
  if ([...key].length > 1) return [formatPress(held, key)]
  const withoutShift = held.filter((modifier) => modifier !== 'Shift')
  // Shift is part of typing a symbol, wherever the layout has it.
  if (!/\p{L}/u.test(key))
    return [
      formatPress(withoutShift, key),
      ...digitReading(event, held),
      ...(isForeign ? letterReading(event, held) : []),
    ]
  const typed = formatPress(held, key)
  if (/\p{Script=Latin}/u.test(key)) return [typed, ...digitReading(event, held)]
  const [letter] = letterReading(event, held)
  if (letter !== undefined) return [typed, letter]
  const symbol = usSymbols[code]?.charAt(event.shiftKey ? 1 : 0)
  return symbol ? [typed, formatPress(withoutShift, symbol)] : [typed]
}

/** AltGr is reported as Control and Alt. They were part of typing the symbol and do not count as held. */
function heldModifiers(event: KeyEvent): string[] {
  const altGr = event.getModifierState('AltGraph')
  return [
    ...(event.altKey && !altGr ? ['Alt'] : []),
    ...(event.ctrlKey && !altGr ? ['Control'] : []),
    ...(event.metaKey ? ['Meta'] : []),
    ...(event.shiftKey ? ['Shift'] : []),
  ]
}

function digitReading({ key, code, shiftKey }: KeyEvent, held: readonly string[]): Press[] {
  const digit = /^Digit(\d)$/.exec(code)?.[1]
  return digit !== undefined && !shiftKey && !/\d/.test(key) ? [formatPress(held, digit)] : []
}

function letterReading({ code }: KeyEvent, held: readonly string[]): Press[] {
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  return letter === undefined ? [] : [formatPress(held, letter)]
}

/** Whether a press types a letter that is not Latin; undefined for other characters. */
export const isForeignLetter = ({ key }: Pick<KeyEvent, 'key'>): boolean | undefined =>
  [...key].length === 1 && /\p{L}/u.test(key) ? !/\p{Script=Latin}/u.test(key) : undefined
