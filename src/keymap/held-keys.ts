import { capturePresses } from './capture'

export type HeldKeys = {
  /** Whether Escape was pressed; nothing may open then. */
  isCancelled(): boolean
  /** Stops holding keys and returns the held keys once: texts, separated by `HELD_ENTER`. */
  take(): string[]
}

/** Represents the Enter key among the held keys. No other key types a line break. */
export const HELD_ENTER = '\n'

/**
 * Holds the keys pressed before a dialog, prompt or palette that the user has asked for is open. They would otherwise run
 * shortcuts of the page.
 * @param onCancel called when Escape is pressed
 */
export function holdKeys(onCancel?: () => void): HeldKeys {
  let pressed: string[] = []
  let isGivenUp = false
  const type = (change: (text: string) => string) => {
    const last = pressed.at(-1)
    if (last === undefined || last === HELD_ENTER) pressed.push(change(''))
    else pressed[pressed.length - 1] = change(last)
  }
  const release = capturePresses((_readings, { key, ctrlKey, metaKey, repeat }) => {
    if (key === 'Escape') {
      isGivenUp = true
      // From now on keys act normally, so that the same key can start again.
      release()
      onCancel?.()
    } else if (key === 'Enter' && !repeat && pressed.at(-1)?.trim() !== '') pressed.push(HELD_ENTER)
    else if (key === 'Backspace') type((text) => text.slice(0, -1))
    else if (key.length === 1 && !ctrlKey && !metaKey) type((text) => text + key)
    return true
  })
  return {
    isCancelled: () => isGivenUp,
    take() {
      release()
      const taken = isGivenUp ? [] : pressed
      pressed = []
      return taken
    },
  }
}
