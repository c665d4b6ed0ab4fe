import { shorten } from '../shared/format'

export type AnnounceOptions = {
  /** Interrupts the current speech, for example when a command that was just run has failed. */
  urgent?: boolean
  /**
   * Of several messages with the same key within half a second, only the last is announced. An empty text cancels it.
   */
  key?: string
  /** The text in place of this one if a recent announcement contains a name, so that nothing is said twice. */
  shorter?: { name: string; text: string }
}

/** In characters, about twenty seconds of speech. Longer texts can be read where they are shown. */
export const MAX_ANNOUNCED_LENGTH = 300

/** The time in milliseconds that a keyed message waits for a newer one. */
export const ANNOUNCE_DELAY_MS = 500
/** The time in milliseconds during which an announcement is recent. */
const RECENT_MS = 2000
/** Long enough for screen readers to pick the message up, and short enough that it is not found when browsing. */
const KEEP_MS = 10_000

type Write = (text: string, urgent: boolean) => void

/**
 * Joins the messages of one tick into one announcement, because screen readers may drop all but the last. Each message
 * is shortened to `MAX_ANNOUNCED_LENGTH` characters.
 */
export function createAnnouncer(write: Write) {
  let pending: { text: string; urgent: boolean }[] = []
  let recent: { text: string; at: number }[] = []
  const held = new Map<string, ReturnType<typeof setTimeout>>()

  const flush = () => {
    for (const urgent of [true, false]) {
      const text = pending
        .filter((one) => one.urgent === urgent)
        .map((one) => one.text)
        .join(' ')
      if (text !== '') write(text, urgent)
    }
    pending = []
  }
  const utter = (text: string, urgent: boolean) => {
    if (text === '') return
    if (pending.length === 0) setTimeout(flush, 0)
    recent = [...recent.filter(({ at }) => Date.now() - at < RECENT_MS), { text, at: Date.now() }]
    pending.push({ text: shorten(text, MAX_ANNOUNCED_LENGTH), urgent })
  }

  return function say(text: string, { urgent = false, key, shorter }: AnnounceOptions = {}) {
    if (key === undefined) return utter(text, urgent)
    clearTimeout(held.get(key))
    held.set(
      key,
      setTimeout(() => {
        held.delete(key)
        const isKnown =
          shorter && recent.some((one) => Date.now() - one.at < RECENT_MS && one.text.includes(shorter.name))
        utter(isKnown ? shorter.text : text, urgent)
      }, ANNOUNCE_DELAY_MS)
    )
  }
}

/**
 * Announces a text in a live region. This is the only use of live regions, and does not repeat what focus announces.
 */
export const announce = createAnnouncer((text, urgent) => {
  const region = document.getElementById(urgent ? 'voice-urgent' : 'voice-polite')
  const line = document.createElement('p')
  line.textContent = text
  region?.append(line)
  setTimeout(() => line.remove(), KEEP_MS)
})
