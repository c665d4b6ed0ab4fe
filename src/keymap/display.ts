import type { KeyBinding } from './keymap'
import { isPlain, splitPress, parsePresses } from './press'

const macSigns: Readonly<Record<string, string>> = { Meta: '⌘', Control: '⌃', Alt: '⌥', Shift: '⇧' }
const signs: Readonly<Record<string, string>> = {
  Control: 'Ctrl',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
}
const detectMac = () => typeof navigator === 'object' && /Mac|iPhone|iPad/.test(navigator.platform)

export const isMac = detectMac()

/** Key caps of each press: `[['Ctrl', 'K']]`, `[['G'], ['H']]`. */
export const keyCaps = (keys: string, mac = isMac): string[][] =>
  parsePresses(keys, mac).map((one) =>
    splitPress(one).map(
      (part) => (mac ? macSigns[part] : undefined) ?? signs[part] ?? (part.length === 1 ? part.toUpperCase() : part)
    )
  )

/** `Ctrl+K`, `G then H`: the text for descriptions, tooltips and speech. */
export const formatKeys = (keys: string, mac = isMac): string =>
  keyCaps(keys, mac)
    .map((parts) => parts.join(mac ? ' ' : '+'))
    .join(' then ')

/**
 * The value of `aria-keyshortcuts`, or undefined if it cannot express the keys: a space means *or* there, which
 * excludes sequences, and the key of a symbol depends on the layout.
 */
export function ariaKeyshortcuts(keys: readonly KeyBinding[], mac = isMac): string | undefined {
  const stated = keys.flatMap((key) => {
    const [only, ...more] = parsePresses(key.keys, mac)
    if (only === undefined || more.length > 0) return []
    const parts = splitPress(only)
    const last = parts.at(-1) ?? ''
    if (isPlain(only) && !/^[a-z]$/.test(last)) return []
    return [[...parts.slice(0, -1), last.length === 1 ? last.toUpperCase() : last].join('+')]
  })
  return stated.length > 0 ? stated.join(' ') : undefined
}
