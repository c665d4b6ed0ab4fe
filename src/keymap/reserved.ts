import { keyboardLayouts, listCharacters } from './layouts'
import { isForeignLetter } from './normalise'

/** Keys reserved by browsers, systems or screen readers, with the reason. Written as in the table. */
export const reservedKeys: Readonly<Record<string, string>> = {
  '$mod+t': 'opens a browser tab',
  '$mod+w': 'closes the browser tab',
  '$mod+n': 'opens a browser window',
  '$mod+l': 'goes to the address bar',
  '$mod+r': 'reloads the page',
  '$mod+p': 'prints',
  '$mod+q': 'quits',
  '$mod+d': 'bookmarks',
  '$mod+f': 'finds in the page',
  '$mod+h': 'hides the window or shows the history',
  '$mod+m': 'minimises the window',
  '$mod+0': 'resets the zoom',
  '$mod++': 'zooms in',
  '$mod+=': 'zooms in',
  '$mod+-': 'zooms out',
  '$mod+Tab': 'switches tabs',
  '$mod+PageUp': 'switches tabs',
  '$mod+PageDown': 'switches tabs',
  '$mod+Shift+t': 'reopens a tab',
  '$mod+Shift+n': 'opens a private window',
  '$mod+Shift+p': 'opens a private window',
  '$mod+Shift+w': 'closes the window',
  '$mod+Shift+r': 'reloads the page',
  '$mod+Shift+i': 'opens the developer tools',
  '$mod+Shift+j': 'opens the developer tools',
  '$mod+Shift+c': 'opens the developer tools',
  'Alt+F4': 'closes the window',
  'Alt+Tab': 'switches windows',
  'Alt+ArrowLeft': 'goes back',
  'Alt+ArrowRight': 'goes forward',
  F1: 'opens help',
  F3: 'finds in the page',
  F5: 'reloads the page',
  F7: 'turns on caret browsing',
  F10: 'opens the browser’s menu',
  F11: 'fills the screen',
  F12: 'opens the developer tools',
  'Shift+F10': 'opens the context menu',
  ContextMenu: 'opens the context menu',
  Tab: 'moves the focus',
  'Shift+Tab': 'moves the focus',
  Insert: 'is the modifier of screen readers',
  CapsLock: 'is the modifier of screen readers',
}

const us = keyboardLayouts.filter(({ name }) => name === 'US').flatMap(listCharacters)
const usTypes = (code: string, level: string) => us.find((key) => key.code === code && key.level === level)?.types

/** Accepted although Bépo types them with AltGr: the pair is widely known, and AltGr is supported. */
const accepted = new Set(['<', '>'])

/** The names of the keyboards on which a symbol needs AltGr or a dead key. Letters are also found by position. */
export function layoutsWithoutKey(symbol: string): readonly string[] {
  if (/^[a-z]$/i.test(symbol) || accepted.has(symbol)) return []
  return easySymbols.filter(({ symbols }) => !symbols.has(symbol)).map(({ name }) => name)
}

/** The characters each keyboard types without AltGr and dead keys, including letters that are read by position. */
const easySymbols = keyboardLayouts.map((layout) => {
  const easy = listCharacters(layout).filter(({ level }) => level !== 'altGr')
  const read = easy.flatMap(({ code, level, types }) =>
    isForeignLetter({ key: types }) ? [types, usTypes(code, level) ?? types] : [types]
  )
  return { name: layout.name, symbols: new Set(read) }
})

/** Presses that edit text, which must not be handled while the user types. */
export const editingKeys = [
  ...['a', 'c', 'v', 'x', 'z', 'y', 'Backspace', 'Delete', 'ArrowLeft', 'ArrowRight'].map((key) => `$mod+${key}`),
  'Backspace',
  'Delete',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Home',
  'End',
  'Enter',
  'Space',
]
