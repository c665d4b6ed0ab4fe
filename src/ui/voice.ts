import { shorten } from '../lib/format'

export type Speech = {
  /** Interrupts what is being read: a command that was just asked for failed. */
  urgent?: boolean
  /** Of several with the same key in half a second, only the last is spoken; an empty text takes it back. */
  key?: string
}

/** In characters: some twenty seconds of speech. What is longer is read where it is shown. */
export const MOST_SPOKEN = 300

/** How long a keyed text waits for a later one. */
export const SETTLE_MS = 500
/** Long enough for a screen reader to pick it up, short enough not to be found when reading the page. */
const KEEP_MS = 10_000

type Write = (text: string, urgent: boolean) => void

/**
 * Joins messages of one tick into one announcement, because screen readers may keep only the last. Each is shortened to
 * `MOST_SPOKEN` characters.
 */
export function createVoice(write: Write) {
  let waiting: { text: string; urgent: boolean }[] = []
  const held = new Map<string, ReturnType<typeof setTimeout>>()

  const flush = () => {
    for (const urgent of [true, false]) {
      const text = waiting
        .filter((one) => one.urgent === urgent)
        .map((one) => one.text)
        .join(' ')
      if (text !== '') write(text, urgent)
    }
    waiting = []
  }
  const utter = (text: string, urgent: boolean) => {
    if (text === '') return
    if (waiting.length === 0) setTimeout(flush, 0)
    waiting.push({ text: shorten(text, MOST_SPOKEN), urgent })
  }

  return function say(text: string, { urgent = false, key }: Speech = {}) {
    if (key === undefined) return utter(text, urgent)
    clearTimeout(held.get(key))
    held.set(
      key,
      setTimeout(() => {
        held.delete(key)
        utter(text, urgent)
      }, SETTLE_MS)
    )
  }
}

/** The only use of live regions. What screen readers announce on focus is not repeated here. */
export const announce = createVoice((text, urgent) => {
  const region = document.getElementById(urgent ? 'voice-urgent' : 'voice-polite')
  const line = document.createElement('p')
  line.textContent = text
  region?.append(line)
  setTimeout(() => line.remove(), KEEP_MS)
})
