/** Keys that a browser, a system or a screen reader keeps for itself, and why. Written as in the table. */
export const reserved: Readonly<Record<string, string>> = {
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
  '$mod+0': 'resets the zoom',
  '$mod+Shift+t': 'reopens a tab',
  '$mod+Shift+n': 'opens a private window',
  '$mod+Shift+w': 'closes the window',
  '$mod+Shift+i': 'opens the developer tools',
  '$mod+Shift+j': 'opens the developer tools',
  '$mod+Shift+c': 'opens the developer tools',
  F1: 'opens help',
  F5: 'reloads the page',
  F11: 'fills the screen',
  F12: 'opens the developer tools',
  Tab: 'moves the focus',
  'Shift+Tab': 'moves the focus',
  Insert: 'is the modifier of screen readers',
  CapsLock: 'is the modifier of screen readers',
}

/** Symbols that need AltGr on a common layout, or are dead keys there. */
export const untypable = new Set('[]{}\\|@#\'`^~"´¨')

/** Presses that edit text: taking them while somebody types would be theft. */
export const editing = ['a', 'c', 'v', 'x', 'z', 'y'].map((letter) => `$mod+${letter}`)
