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
  /** Ends the holding. What was pressed meanwhile is given once: texts, and `ENTER` between them. */
  take(): string[]
}

/** Enter among what was pressed; no key types it. */
export const ENTER = '\n'

/** Until the palette has the focus, what is typed is meant for it and must not be taken for shortcuts of the page. */
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
      // From here on keys mean what they always mean: the same one may ask again.
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
