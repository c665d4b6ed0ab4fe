import { layoutsWithoutKey } from './reserved'
import { isKeySequence, splitPress, type Press, parsePresses } from './press'

const names = [
  'Enter',
  'Escape',
  'Space',
  'Tab',
  'Backspace',
  'Delete',
  'Insert',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'ContextMenu',
  'CapsLock',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  ...Array.from({ length: 24 }, (_, at) => `F${at + 1}`),
]

const nameByWord: Readonly<Record<string, string>> = {
  mod: '$mod',
  $mod: '$mod',
  control: 'Control',
  alt: 'Alt',
  opt: 'Alt',
  option: 'Alt',
  '⌥': 'Alt',
  '⌃': 'Control',
  meta: 'Meta',
  win: 'Meta',
  shift: 'Shift',
  '⇧': 'Shift',
  esc: 'Escape',
  return: 'Enter',
  del: 'Delete',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
  '←': 'ArrowLeft',
  '→': 'ArrowRight',
}

/**
 * Parses typed keys into the grammar of the table. Also accepts `ctrl+K`, `G then H` and `Cmd+,`. Returns undefined for
 * invalid keys.
 */
export function parseTypedKeys(text: string, isMac: boolean): string | undefined {
  const presses = text
    .trim()
    .replaceAll(/\s+then\s+/gi, ' ')
    .split(/\s+/)
  const written = presses.map((one) => canonical(splitPress(one).map((part) => canonicalName(part, isMac)))).join(' ')
  return isKeySequence(written) ? written : undefined
}

function canonicalName(part: string, isMac: boolean): string {
  const small = part.toLowerCase()
  if (['ctrl', 'control', '⌃'].includes(small)) return isMac ? 'Control' : '$mod'
  if (['cmd', 'command', '⌘'].includes(small)) return isMac ? '$mod' : 'Meta'
  return nameByWord[small] ?? names.find((name) => name.toLowerCase() === small) ?? part
}

/**
 * Puts modifiers in one order and letters in lower case. Removes Shift with a symbol, since it is part of typing the
 * symbol.
 */
function canonical(parts: readonly string[]): string {
  const key = parts.at(-1) ?? ''
  const isSymbol = [...key].length === 1 && !/\p{L}/u.test(key)
  const held = ['$mod', 'Control', 'Alt', 'Meta', 'Shift'].filter(
    (modifier) => parts.slice(0, -1).includes(modifier) && !(isSymbol && modifier === 'Shift')
  )
  const unknown = parts.slice(0, -1).filter((part) => !['$mod', 'Control', 'Alt', 'Meta', 'Shift'].includes(part))
  return [...held, ...unknown, key.length === 1 ? key.toLowerCase() : key].join('+')
}

/**
 * Writes a recorded press in the grammar of the table, with the reading that most keyboards can type, and Command or
 * Control as `$mod`.
 */
export function formatRecordedPress(readings: readonly Press[], isMac: boolean): string {
  const best = readings.find((one) => isEasy(splitPress(one).at(-1) ?? '')) ?? readings[0] ?? ''
  const mod = isMac ? 'Meta' : 'Control'
  return canonical(splitPress(best).map((part, at, all) => (part === mod && at < all.length - 1 ? '$mod' : part)))
}

const isEasy = (key: string) => [...key].length > 1 || layoutsWithoutKey(key).length === 0

/** Whether two keys are equal or one is a prefix of the other, so that they cannot coexist. */
export function isConflicting(a: string, b: string, isMac: boolean): boolean {
  const [one, other] = [parsePresses(a, isMac), parsePresses(b, isMac)]
  return one.every((press, at) => at >= other.length || other[at] === press)
}
