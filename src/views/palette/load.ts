import { takePresses } from '../../keymap/capture'

type Module = typeof import('./palette')

let loaded: Module | undefined

/** The palette if it is loaded, so that it can open before the next key press. */
export const paletteNow = (): Module['Palette'] | undefined => loaded?.Palette

export async function loadPalette(): Promise<Module['Palette']> {
  loaded ??= await import('./palette')
  return loaded.Palette
}

export type Held = {
  /** Whether Escape was pressed, so that the palette must not open. */
  isGivenUp(): boolean
  /** Ends holding and returns the held keys, once: texts, with `ENTER` between them. */
  take(): string[]
}

/** Stands for the Enter key in the held keys; a line break cannot be typed otherwise. */
export const ENTER = '\n'

/** Holds the keys typed until the palette has focus, which would otherwise act as shortcuts of the page. */
export function holdKeys(): Held {
  let pressed: string[] = []
  let isGivenUp = false
  const type = (change: (text: string) => string) => {
    const last = pressed.at(-1)
    if (last === undefined || last === ENTER) pressed.push(change(''))
    else pressed[pressed.length - 1] = change(last)
  }
  const release = takePresses((_readings, { key, ctrlKey, metaKey, repeat }) => {
    if (key === 'Escape') {
      isGivenUp = true
      // From now on keys act normally, so that the same key can open the palette again.
      release()
    } else if (key === 'Enter' && !repeat && (pressed.at(-1) ?? '').trim() !== '') pressed.push(ENTER)
    else if (key === 'Backspace') type((text) => text.slice(0, -1))
    else if (key.length === 1 && !ctrlKey && !metaKey) type((text) => text + key)
    return true
  })
  return {
    isGivenUp: () => isGivenUp,
    take() {
      release()
      const taken = isGivenUp ? [] : pressed
      pressed = []
      return taken
    },
  }
}
