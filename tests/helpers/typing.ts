import { type KeyboardLayout, type KeyLevel, listCharacters } from '../../src/keymap/layouts'
import { readPress } from '../../src/keymap/normalise'
import { splitPress, type Press } from '../../src/keymap/press'

/** The event data that a browser reports for a key press on some keyboard. */
type TypedPress = Pick<
  KeyboardEventInit,
  'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'modifierAltGraph'
>

/**
 * The physical key and modifiers for a press on a keyboard layout, with the fewest modifiers; undefined when the layout
 * has none. Letters were typed before, as in any session.
 */
export function toTypedPress(layout: KeyboardLayout, press: Press): TypedPress | undefined {
  const parts = splitPress(press)
  const key = parts.at(-1) ?? ''
  const held = parts.slice(0, -1)
  if ([...key].length > 1)
    return event(key === 'Space' ? ' ' : key, key, held, held.includes('Shift') ? 'shift' : 'base')
  const isForeign = listCharacters(layout).some(
    ({ code, types }) => code === 'KeyJ' && !/\p{Script=Latin}/u.test(types)
  )
  const ways = listCharacters(layout)
    .filter(({ level }) => !held.includes('Shift') || level === 'shift')
    .map(({ code, level, types }) => event(types, code, held, level))
    .map((made) => ({ made, at: readPress(asEvent(made), isForeign).indexOf(press) }))
    .filter(({ at }) => at >= 0)
  return ways.toSorted((a, b) => a.at - b.at)[0]?.made
}

function event(key: string, code: string, held: readonly string[], level: KeyLevel): TypedPress {
  return {
    key,
    code,
    altKey: held.includes('Alt') || level === 'altGr',
    // Windows reports AltGr as Control and Alt.
    ctrlKey: held.includes('Control') || level === 'altGr',
    metaKey: held.includes('Meta'),
    shiftKey: level === 'shift',
    modifierAltGraph: level === 'altGr',
  }
}

const asEvent = ({ key = '', code = '', ...held }: TypedPress) => ({
  key,
  code,
  altKey: held.altKey ?? false,
  ctrlKey: held.ctrlKey ?? false,
  metaKey: held.metaKey ?? false,
  shiftKey: held.shiftKey ?? false,
  getModifierState: (name: string) => name === 'AltGraph' && held.modifierAltGraph === true,
})
