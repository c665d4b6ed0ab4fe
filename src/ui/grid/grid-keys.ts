/** The action of a key while a row has focus. */
export type GridKeyAction =
  | { is: 'lines'; by: number; extends: boolean }
  | { is: 'page'; by: 1 | -1; extends: boolean }
  | { is: 'end'; at: 'first' | 'last'; extends: boolean }
  | { is: 'side'; by: 1 | -1 }
  | { is: 'open' | 'toggle' | 'all' | 'controls' }

type Press = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** The action of a key in the ARIA grid pattern. All other keys are left to the key table. */
export function toGridKeyAction({ key, shiftKey, ctrlKey, metaKey, altKey }: Press): GridKeyAction | undefined {
  if (altKey) return undefined
  const isChord = ctrlKey || metaKey
  if (isChord && key === 'Home') return { is: 'end', at: 'first', extends: shiftKey }
  if (isChord && key === 'End') return { is: 'end', at: 'last', extends: shiftKey }
  if (isChord) return key === 'a' && !shiftKey ? { is: 'all' } : undefined
  switch (key) {
    case 'ArrowDown':
      return { is: 'lines', by: 1, extends: shiftKey }
    case 'ArrowUp':
      return { is: 'lines', by: -1, extends: shiftKey }
    case 'PageDown':
      return { is: 'page', by: 1, extends: shiftKey }
    case 'PageUp':
      return { is: 'page', by: -1, extends: shiftKey }
    case 'Home':
      return { is: 'end', at: 'first', extends: shiftKey }
    case 'End':
      return { is: 'end', at: 'last', extends: shiftKey }
    case 'ArrowRight':
      return shiftKey ? undefined : { is: 'side', by: 1 }
    case 'ArrowLeft':
      return shiftKey ? undefined : { is: 'side', by: -1 }
    case 'Enter':
      return shiftKey ? undefined : { is: 'open' }
    case 'F2':
      return shiftKey ? undefined : { is: 'controls' }
    case ' ':
      return shiftKey ? undefined : { is: 'toggle' }
    default:
      return undefined
  }
}
