import { takePresses } from '../../keymap/capture'

type Module = typeof import('./palette')

let loaded: Module | undefined

/** The palette, if it is here already: then it opens before the next key is pressed. */
export const paletteNow = (): Module['Palette'] | undefined => loaded?.Palette

export async function loadPalette(): Promise<Module['Palette']> {
  loaded ??= await import('./palette')
  return loaded.Palette
}

export type Held = {
  /** Escape was pressed: it is not wanted any more. */
  isGivenUp(): boolean
  /** Ends the holding. What was typed meanwhile is given once. */
  take(): string
}

/** Until the palette has the focus, what is typed is meant for it and must not be taken for shortcuts of the page. */
export function holdKeys(): Held {
  let text = ''
  let isGivenUp = false
  const release = takePresses((_readings, { key, ctrlKey, metaKey }) => {
    if (key === 'Escape') isGivenUp = true
    else if (key === 'Backspace') text = text.slice(0, -1)
    else if (key.length === 1 && !ctrlKey && !metaKey) text += key
    return true
  })
  return {
    isGivenUp: () => isGivenUp,
    take() {
      release()
      const taken = isGivenUp ? '' : text
      text = ''
      return taken
    },
  }
}
