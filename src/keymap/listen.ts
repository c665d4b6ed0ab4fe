import { type Place, placesAround, type Step } from '../commands/place'
import type { Key } from './keymap'
import { liveKeys, type LiveKey } from './live'
import { normalise } from './normalise'
import type { Press } from './press'
import { type Meaning, nothingPending, type Pending, step } from './sequence'

export type Listening = {
  /** The table as this person has it. */
  keys(): readonly LiveKey[]
  perform(key: Key, places: readonly Place[], count: number | undefined): void
  /** A sequence was started, went on, or ended (nothing pending). */
  onPending(pending: Pending, live: readonly LiveKey[]): void
  onMistake(presses: readonly Press[]): void
}

/** Text-like roles: whatever has one is being typed into. */
const textRoles = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton'])
const notText = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'range', 'color', 'file', 'image'])

function isTypingIn(element: Element): boolean {
  if (element instanceof HTMLInputElement) return !notText.has(element.type)
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return true
  if (element instanceof HTMLElement && element.isContentEditable) return true
  return textRoles.has(element.getAttribute('role') ?? '')
}

let lastFocused: Element | null = null

const pageElement = () => document.querySelector('[data-scope="page"]')

/** The element whose places count: what has focus, else what had it last inside the page, else the page. */
function here(): Element | null {
  const { activeElement, body } = document
  if (activeElement && activeElement !== body) return activeElement
  return lastFocused?.isConnected ? lastFocused : pageElement()
}

/** The places around an element. Whoever stands beside the page, in the sidebar, is on the page all the same. */
function placesOf(element: Element | null): Place[] {
  const places = placesAround(element)
  const isElsewhere = places.some(({ scope }) => scope === 'page' || scope === 'dialog' || scope === 'widget')
  return isElsewhere ? places : [...places.filter(({ scope }) => scope !== 'app'), ...placesAround(pageElement())]
}

/** The places in which a command that is asked for now finds itself. */
export const placesHere = () => placesOf(here())

/**
 * The one key listener. It listens while the event goes down, because widgets stop keys on the way up, some of them
 * depending on data; it is safe since it only takes what it has a key for in this place.
 */
export function listen({ keys, perform, onPending, onMistake }: Listening): () => void {
  let pending: Pending = nothingPending

  const wait = (next: Pending, live: readonly LiveKey[]) => {
    if (next === pending) return
    pending = next
    onPending(next, live)
  }
  const forget = () => wait(nothingPending, [])

  function onKeyDown(event: KeyboardEvent) {
    // 229: Safari's key of a composition.
    if (event.isComposing || event.keyCode === 229) return
    const readings = normalise(event)
    if (readings.length === 0) return
    const target = event.composedPath()[0]
    const focus = target instanceof Element && target !== document.body ? target : here()
    const places = placesOf(focus)
    const path: Step[] = places
    const live = liveKeys(path, keys(), focus !== null && isTypingIn(focus))
    const isWaiting = pending !== nothingPending
    if (isWaiting && (event.key === 'Escape' || event.key === 'Backspace')) {
      forget()
      return swallow(event)
    }
    const meaning = step(pending, readings, live, path[0]?.scope === 'list')
    act(meaning, event, places, live)
  }

  function act(meaning: Meaning, event: KeyboardEvent, places: readonly Place[], live: readonly LiveKey[]) {
    switch (meaning.is) {
      case 'leave':
        return forget()
      case 'waiting':
        wait(meaning.pending, live)
        return swallow(event)
      case 'mistake':
        forget()
        onMistake(meaning.presses)
        return swallow(event)
      case 'swallow':
        forget()
        return swallow(event)
      case 'key':
        forget()
        swallow(event)
        if (!event.repeat || meaning.key.repeat) perform(meaning.key, places, meaning.count)
    }
  }

  function onFocusIn({ target }: FocusEvent) {
    if (!(target instanceof Element)) return
    if (target.closest('[data-scope="page"]')) lastFocused = target
    if (isTypingIn(target)) forget()
  }

  window.addEventListener('keydown', onKeyDown, true)
  window.addEventListener('focusin', onFocusIn)
  window.addEventListener('pointerdown', forget)
  window.addEventListener('blur', forget)
  return () => {
    window.removeEventListener('keydown', onKeyDown, true)
    window.removeEventListener('focusin', onFocusIn)
    window.removeEventListener('pointerdown', forget)
    window.removeEventListener('blur', forget)
  }
}

function swallow(event: Event) {
  event.preventDefault()
  event.stopPropagation()
}
