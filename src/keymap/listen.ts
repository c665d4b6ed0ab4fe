import { type PlaceData, placesAround, type Scope, type PlaceStep } from '../commands/place'
import { isCapturing } from './capture'
import type { KeyBinding } from './keymap'
import { liveKeys, type LiveKey } from './live'
import { readPress, isForeignLetter } from './normalise'
import { isPlain, type Press } from './press'
import { type PressMeaning, nothingPending, type PendingSequence, advanceSequence } from './sequence'

export type KeyListenerOptions = {
  /** The table as configured by the user. */
  keys(): readonly LiveKey[]
  /** `isRepeat`: the key is held down. */
  perform(key: KeyBinding, places: readonly PlaceData[], count: number | undefined, isRepeat: boolean): void
  /** Called when a sequence is started, continued or ended (nothing pending). */
  onPending(started: StartedSequence): void
  /** Called for Tab or ArrowDown during a sequence, to show the possible next keys as a menu. */
  onMenu(started: StartedSequence): void
  /** Whether no command that the sequence can lead to exists at these places. */
  isDeadEnd(started: StartedSequence): boolean
  /** Called for a sequence that does not exist or leads nowhere here. */
  onMistake(presses: readonly Press[], places: readonly PlaceData[]): void
  /**
   * Called when a letter, digit, symbol or Delete has no effect here. Called once per key until another key acts or
   * focus moves.
   */
  onUnheard(readings: readonly Press[], places: readonly PlaceData[]): void
  /** Milliseconds after which a started sequence is cancelled; undefined means never. */
  sequenceTimeoutMs(): number | undefined
  /** The learner, to explain every press instead of acting on it; undefined to act. */
  learner(): KeyLearner | undefined
}

/** A pending sequence and the places where it was started. */
export type StartedSequence = { pending: PendingSequence; live: readonly LiveKey[]; places: readonly PlaceData[] }

type KeyLearner = {
  explain(readings: readonly Press[], meaning: PressMeaning, places: readonly PlaceData[]): void
  end(): void
}

/** Roles of text fields. Focus in such an element means typing. */
const textRoles = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton'])
const nonTextTypes = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'range', 'color', 'file', 'image'])

/** Whether keys and pasted text belong to an element, such as a text field or an editor. */
export function isTypingIn(element: Element): boolean {
  if (element instanceof HTMLInputElement) return !nonTextTypes.has(element.type)
  if (element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return true
  // A read-only editor: its letters are free.
  if (element instanceof HTMLElement && element.isContentEditable) return element.ariaReadOnly !== 'true'
  return textRoles.has(element.getAttribute('role') ?? '')
}

let lastFocused: Element | null = null

/** While a page is loading, only the app's place exists. */
const pageElement = () => document.querySelector('[data-scope="page"]') ?? document.body

/** The element that determines the places: the focused one, or the last focused one inside the page, or the page. */
function focusedElement(): Element | null {
  const { activeElement, body } = document
  if (activeElement && activeElement !== body) return activeElement
  return lastFocused?.isConnected ? lastFocused : pageElement()
}

/** The places around an element. Focus outside the page, such as in the sidebar, counts as on the page. */
function placesOfElement(element: Element | null): PlaceData[] {
  const places = placesAround(element)
  const isElsewhere = places.some(({ scope }) => scope === 'page' || scope === 'dialog' || scope === 'widget')
  return isElsewhere ? places : [...places.filter(({ scope }) => scope !== 'app'), ...placesAround(pageElement())]
}

/** The places around the focus, in which a command would run now. */
export const currentPlaces = () => placesOfElement(focusedElement())

/** The sequence that was started, until it ends or is forgotten after a while. */
function createPendingStart({ onPending, sequenceTimeoutMs }: KeyListenerOptions) {
  let started: StartedSequence = nothingStarted
  let timer: ReturnType<typeof setTimeout> | undefined
  const forget = () => set(nothingStarted)
  function set(next: StartedSequence) {
    if (next.pending === started.pending) return
    clearTimeout(timer)
    started = next
    const limit = next === nothingStarted ? undefined : sequenceTimeoutMs()
    if (limit !== undefined) timer = setTimeout(forget, limit)
    onPending(next)
  }
  return { get: () => started, set, forget, cancelTimer: () => clearTimeout(timer) }
}

type PendingStart = ReturnType<typeof createPendingStart>

/** A press and the places in which it was heard. */
type HeardPress = {
  event: KeyboardEvent
  readings: readonly Press[]
  places: readonly PlaceData[]
  live: readonly LiveKey[]
  isTyping: boolean
  meaning: PressMeaning
}

/**
 * The only key listener. It uses the capture phase, because widgets stop bubbling keys, some of them depending on data.
 * This is safe, since it handles only keys of the table for this place.
 */
export function listenForKeys(listening: KeyListenerOptions): () => void {
  const pending = createPendingStart(listening)
  let isForeign = false
  let unheard = new Set<string>()

  function onKeyDown(event: KeyboardEvent) {
    // 229 is the key code of a composition in Safari.
    if (isCapturing() || event.isComposing || event.keyCode === 229) return
    isForeign = isForeignLetter(event) ?? isForeign
    const readings = readPress(event, isForeign)
    if (readings.length === 0) return
    const target = event.composedPath()[0]
    const focus = target instanceof Element && target !== document.body ? target : focusedElement()
    const places = placesOfElement(focus)
    const path: PlaceStep[] = places
    const isTyping = focus !== null && isTypingIn(focus)
    const live = liveKeys(path, listening.keys(), isTyping)
    if (endsSequence(event, pending, listening.onMenu)) return swallow(event)
    const meaning = advanceSequence(pending.get().pending, readings, live, path[0]?.scope === 'list')
    const press: HeardPress = { event, readings, places, live, isTyping, meaning }
    const learner = listening.learner()
    if (learner) return explainPress(press, learner, pending)
    if (meaning.is === 'key') unheard = new Set()
    actOnPress(press, listening, pending)
    const isUnheard = meaning.is === 'swallow' || (meaning.is === 'leave' && !meaning.key)
    if (isUnheard && !isTyping && !event.repeat && isCommandPress(event, readings) && !path.some(isInnerScope))
      reportUnheard(readings, places)
  }

  function reportUnheard(readings: readonly Press[], places: readonly PlaceData[]) {
    const [first = ''] = readings
    if (unheard.has(first)) return
    unheard.add(first)
    listening.onUnheard(readings, places)
  }

  function onFocusIn({ target }: FocusEvent) {
    unheard = new Set()
    if (!(target instanceof Element)) return
    if (target.closest('[data-scope="page"]')) lastFocused = target
    if (isTypingIn(target)) pending.forget()
  }

  window.addEventListener('keydown', onKeyDown, true)
  window.addEventListener('focusin', onFocusIn, true)
  window.addEventListener('pointerdown', pending.forget, true)
  window.addEventListener('blur', pending.forget)
  return () => {
    pending.cancelTimer()
    window.removeEventListener('keydown', onKeyDown, true)
    window.removeEventListener('focusin', onFocusIn, true)
    window.removeEventListener('pointerdown', pending.forget, true)
    window.removeEventListener('blur', pending.forget)
  }
}

/** Cancels a started sequence, or shows its next keys as a menu. @returns whether the key did either */
function endsSequence(event: KeyboardEvent, pending: PendingStart, onMenu: KeyListenerOptions['onMenu']): boolean {
  const started = pending.get()
  if (started === nothingStarted) return false
  // Holding down a prefix neither continues nor cancels the sequence.
  if (event.repeat) return true
  if (event.key === 'Escape' || event.key === 'Backspace') {
    pending.forget()
    return true
  }
  if (!isMenuRequest(event, started)) return false
  pending.forget()
  onMenu(started)
  return true
}

/** Carries out the meaning of a press. */
function actOnPress(
  { meaning, event, places, live }: HeardPress,
  listening: KeyListenerOptions,
  pending: PendingStart
) {
  switch (meaning.is) {
    case 'leave':
      return pending.forget()
    case 'waiting': {
      swallow(event)
      if (event.repeat) return
      const started = { pending: meaning.pending, live, places }
      const { presses } = meaning.pending
      // Only a count is pending without presses.
      if (presses.length === 0 || !listening.isDeadEnd(started)) return pending.set(started)
      pending.forget()
      return listening.onMistake(presses, places)
    }
    case 'mistake':
      pending.forget()
      listening.onMistake(meaning.presses, places)
      return swallow(event)
    case 'swallow':
      pending.forget()
      return swallow(event)
    case 'key':
      pending.forget()
      swallow(event)
      if (!event.repeat || meaning.key.repeat) listening.perform(meaning.key, places, meaning.count, event.repeat)
  }
}

/** Explains a press in learning mode, instead of acting on it. */
function explainPress(
  { meaning, readings, event, places, live, isTyping }: HeardPress,
  learner: KeyLearner,
  pending: PendingStart
) {
  if (event.key === 'Escape') {
    pending.forget()
    swallow(event)
    return learner.end()
  }
  const isNothing = meaning.is === 'leave' && !meaning.key
  // Tab, typing and the browser's own keys keep working.
  if (isNothing && (event.key === 'Tab' || isTyping || event.ctrlKey || event.metaKey || event.altKey))
    return pending.forget()
  swallow(event)
  if (event.repeat) return
  if (meaning.is === 'waiting') pending.set({ pending: meaning.pending, live, places })
  else pending.forget()
  learner.explain(readings, meaning, places)
}

/** A press that commands can use alone. A widget with a popup list may use it to find a value instead. */
const isCommandPress = ({ ctrlKey, metaKey, altKey, target }: KeyboardEvent, readings: readonly Press[]) =>
  !ctrlKey &&
  !metaKey &&
  !altKey &&
  readings.some((one) => (isPlain(one) && one !== 'Space') || one === 'Delete') &&
  !(target instanceof Element && target.getAttribute('aria-haspopup') === 'listbox')

/** Inside these scopes, letters belong to the content. */
const innerScopes = new Set<Scope>(['form', 'editor', 'dialog', 'palette', 'widget'])
const isInnerScope = ({ scope }: PlaceStep) => innerScopes.has(scope)

const nothingStarted: StartedSequence = { pending: nothingPending, live: [], places: [] }

/** Not if that key continues the sequence itself. */
const isMenuRequest = ({ key }: KeyboardEvent, { pending, live }: StartedSequence) =>
  (key === 'Tab' || key === 'ArrowDown') &&
  pending.presses.length > 0 &&
  advanceSequence(pending, [key], live, false).is === 'mistake'

function swallow(event: Event) {
  event.preventDefault()
  event.stopPropagation()
}
