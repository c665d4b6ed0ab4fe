import { takePresses } from '../../keymap/capture'

type Module = typeof import('./palette')

let loaded: Module | undefined

/** The palette, if it is here already: then it opens before the next key is pressed. */
export const paletteNow = (): Module['Palette'] | undefined => loaded?.Palette

export async function loadPalette(): Promise<Module['Palette']> {
  loaded ??= await import('./palette')
  return loaded.Palette
}

/**
 * Until the palette is here, what is typed is meant for it and must not be taken for shortcuts of the page.
 * @returns a function that stops it and gives the text; undefined when Escape was pressed
 */
export function holdKeys(): () => string | undefined {
  let text: string | undefined = ''
  const release = takePresses((_readings, { key, ctrlKey, metaKey }) => {
    if (key === 'Escape') text = undefined
    else if (text !== undefined && key === 'Backspace') text = text.slice(0, -1)
    else if (text !== undefined && key.length === 1 && !ctrlKey && !metaKey) text += key
    return true
  })
  return () => {
    release()
    return text
  }
}
