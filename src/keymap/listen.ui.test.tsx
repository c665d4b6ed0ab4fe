import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { toTypedPress } from '../../tests/helpers/typing'
import { type PlaceData, publishPlace, type Scope } from '../commands/place'
import type { Kind } from '../commands/command'
import { capturePresses } from './capture'
import { isMac } from './display'
import { keymap } from './keymap'
import { keyboardLayouts } from './layouts'
import { listenForKeys, type KeyListenerOptions, type StartedSequence } from './listen'
import { type LiveKey, keysForMode } from './live'
import type { PressMeaning } from './sequence'

const keys = keysForMode(keymap, 'on', isMac)
let done: string[]
let pending: string
let mistakes: string[]
let deadEnd: string | undefined
let unheard: string[]
let menus: StartedSequence[]
let stop: () => void
let forgetAfterMs: number | undefined
let lessons: PressMeaning[] | undefined

beforeEach(() => {
  done = []
  pending = ''
  mistakes = []
  deadEnd = undefined
  unheard = []
  menus = []
  forgetAfterMs = undefined
  lessons = undefined
  const listening: KeyListenerOptions = {
    keys: () => keys,
    perform: ({ call }, _places, count) => done.push(count === undefined ? call : `${count} ${call}`),
    onPending: (started) => (pending = `${started.pending.count}${started.pending.presses.join(' ')}`),
    onMenu: (started) => menus.push(started),
    isDeadEnd: ({ pending: { presses } }) => presses[0] === deadEnd,
    onMistake: (presses) => mistakes.push(presses.join(' ')),
    onUnheard: ([first = '']) => unheard.push(first),
    sequenceTimeoutMs: () => forgetAfterMs,
    learner: () =>
      lessons && {
        explain: (_readings, meaning) => lessons?.push(meaning),
        end: () => (lessons = undefined),
      },
  }
  stop = listenForKeys(listening)
  document.body.replaceChildren()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

/** Nests places, outermost first, and puts a focused element inside. */
function mountPlaces(places: readonly PlaceData[], focus: HTMLElement = focusable()): HTMLElement {
  let at: HTMLElement = document.body
  for (const place of places) {
    const element = document.createElement('div')
    if (place.scope === 'page') element.dataset['scope'] = 'page'
    publishPlace(element, () => place)
    at.append(element)
    at = element
  }
  at.append(focus)
  focus.focus()
  return focus
}

function focusable(): HTMLElement {
  const element = document.createElement('div')
  element.tabIndex = 0
  return element
}

/** Presses a key and returns whether the browser default was prevented. */
function press(init: KeyboardEventInit, target: Element | null = document.activeElement): boolean {
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, composed: true, ...init })
  target?.dispatchEvent(event)
  return event.defaultPrevented
}
const type = (...all: string[]) =>
  all.map((key) => press({ key, code: /^[a-z]$/.test(key) ? `Key${key.toUpperCase()}` : '' }))

const outer: PlaceData[] = [{ scope: 'app' }, { scope: 'page' }]
const inList = (of: Kind = 'check'): PlaceData[] => [...outer, { scope: 'list', of }]

/** A path on which this key of the table is the nearest with its presses. */
const pathFor = (key: LiveKey): PlaceData[] =>
  key.on?.[0] ? inList(key.on[0]) : key.at === 'app' ? outer : key.at === 'page' ? outer : within(key.at ?? 'app')
const within = (scope: Scope): PlaceData[] => [...outer, { scope }]

describe.each(keyboardLayouts.map((layout) => [layout.name, layout] as const))('on a %s keyboard', (_name, layout) => {
  test('every key performs its call once, and nothing else', () => {
    for (const key of keys) {
      document.body.replaceChildren()
      mountPlaces(pathFor(key))
      done = []
      // The letters typed before identify the script.
      press(toTypedPress(layout, 'b') ?? {})
      type('Escape')
      done = []
      const taken = key.presses.map((one) => {
        const made = toTypedPress(layout, one)
        expect(made, `${one} can be typed`).toBeDefined()
        return press(made ?? {})
      })
      expect(done, `${key.keys} at ${key.at ?? key.on?.[0]}`).toEqual(key.fixed ? [] : [key.call])
      expect(taken).toEqual(key.presses.map(() => !key.fixed))
      expect(pending).toBe('')
    }
  })

  test('no plain key acts in any kind of text field', () => {
    const fields = [
      ...['text', 'search', 'email', 'password', 'number', 'url', 'tel', 'date', 'time'].map((kind) => {
        const input = document.createElement('input')
        input.type = kind
        return input
      }),
      document.createElement('textarea'),
      document.createElement('select'),
      ...['true', 'plaintext-only', ''].map((value) => {
        const element = focusable()
        element.setAttribute('contenteditable', value)
        return element
      }),
      ...['textbox', 'searchbox', 'combobox', 'spinbutton'].map((role) => {
        const element = focusable()
        element.setAttribute('role', role)
        return element
      }),
    ]
    const plain = new Set(
      keys.filter(({ presses, typing }) => !typing && presses.length > 0).map((key) => key.presses[0] ?? '')
    )
    for (const field of fields) {
      document.body.replaceChildren()
      mountPlaces(inList(), field)
      for (const one of plain)
        expect(press(toTypedPress(layout, one) ?? {}, field), `${one} in ${field.outerHTML}`).toBe(false)
    }
    expect(done).toEqual([])
  })
})

test('in a list, a letter performs its key or nothing, whatever the rows start with', () => {
  mountPlaces(inList())
  const began = new Set(keys.map(({ presses }) => presses[0]))
  const idle = [...'abcdefghijklmnopqrstuvwxyz'].filter((letter) => !began.has(letter))
  expect(type(...idle)).toEqual(idle.map(() => true))
  expect(done).toEqual([])
})

describe('input that is not a key by itself', () => {
  test.each<[string, KeyboardEventInit]>([
    ['a composition', { key: 'j', code: 'KeyJ', isComposing: true }],
    ['Safari’s key of a composition', { key: 'j', code: 'KeyJ', keyCode: 229 }],
    ['a dead key', { key: 'Dead', code: 'KeyJ' }],
    ['an input method', { key: 'Process', code: 'KeyJ' }],
    ['a bare modifier', { key: 'Shift', code: 'ShiftLeft', shiftKey: true }],
    ['AltGr alone', { key: 'AltGraph', code: 'AltRight', modifierAltGraph: true }],
  ])('ignores %s and keeps the sequence pending', (_what, init) => {
    mountPlaces(outer)
    expect(press(init)).toBe(false)
    type('g')
    expect(press(init)).toBe(false)
    type('h')
    expect(done).toEqual(['go.health'])
  })
})

test('ignores CapsLock, but not Shift', () => {
  mountPlaces(inList())
  press({ key: 'N', code: 'KeyN', modifierCapsLock: true })
  press({ key: 'n', code: 'KeyN', shiftKey: true, modifierCapsLock: true })
  expect(done).toEqual(['list.nextProblem', 'list.previousProblem'])
})

test('reads a press without a code by its character', () => {
  mountPlaces(inList())
  press({ key: 'r', code: '' })
  expect(done).toEqual(['check.run'])
})

describe('holding a key down', () => {
  test('repeats a motion, and nothing else', () => {
    mountPlaces(inList())
    for (const repeat of [false, true, true]) press({ key: 'j', code: 'KeyJ', repeat })
    for (const repeat of [false, true, true]) press({ key: 'r', code: 'KeyR', repeat })
    expect(done).toEqual(['list.down', 'list.down', 'list.down', 'check.run'])
  })
  test('does not continue or cancel a sequence when a prefix is held', () => {
    mountPlaces(inList())
    for (const repeat of [false, true, true]) expect(press({ key: 'g', code: 'KeyG', repeat })).toBe(true)
    expect(pending).toBe('g')
    type('h')
    expect(done).toEqual(['go.health'])
    expect(mistakes).toEqual([])
  })
})

describe('a started sequence', () => {
  test('waits without a time limit', () => {
    vi.useFakeTimers()
    mountPlaces(outer)
    type('g')
    vi.advanceTimersByTime(60_000)
    type('h')
    expect(done).toEqual(['go.health'])
  })
  test('is cancelled after the configured time', () => {
    vi.useFakeTimers()
    forgetAfterMs = 1000
    mountPlaces(outer)
    type('g')
    vi.advanceTimersByTime(1001)
    expect(pending).toBe('')
    type('h')
    expect(done).toEqual([])
  })
  test('survives the release of a modifier', () => {
    mountPlaces(outer)
    press({ key: 'g', code: 'KeyG' })
    document.activeElement?.dispatchEvent(new KeyboardEvent('keyup', { key: 'Shift', bubbles: true }))
    type('h')
    expect(done).toEqual(['go.health'])
  })
  test.each(['Escape', 'Backspace'])('ends with %s, which has no other effect', (key) => {
    mountPlaces(inList())
    type('g')
    expect(type(key)).toEqual([true])
    expect([pending, done]).toEqual(['', []])
  })
  test('ends with a wrong key, which is reported', () => {
    mountPlaces(inList())
    type('g', 'x')
    expect([pending, done, mistakes]).toEqual(['', [], ['g x']])
  })
  test('ends with its first key if no command here has one that follows', () => {
    mountPlaces(inList())
    deadEnd = 'g'
    expect(type('g')).toEqual([true])
    expect([pending, mistakes]).toEqual(['', ['g']])
    type('x')
    expect(mistakes).toEqual(['g'])
  })
  test.each<[string, () => void]>([
    ['the window loses focus', () => window.dispatchEvent(new Event('blur'))],
    ['the pointer is pressed', () => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))],
    [
      'a text field takes focus',
      () => {
        const input = document.createElement('input')
        document.body.append(input)
        input.focus()
      },
    ],
  ])('ends when %s', (_what, happen) => {
    mountPlaces(inList())
    type('g')
    happen()
    expect(pending).toBe('')
  })
  test.each(['Tab', 'ArrowDown'])('opens a menu of the next keys with %s', (key) => {
    mountPlaces(inList())
    type('g')
    expect(type(key)).toEqual([true])
    expect(menus.map((one) => one.pending.presses)).toEqual([['g']])
    expect([pending, done]).toEqual(['', []])
  })
})

test('applies a count to the next motion only, and only where keys accept counts', () => {
  mountPlaces(inList())
  type('1', '2', 'j')
  type('3', 'x')
  expect(done).toEqual(['12 list.down', '3 list.toggle'])
  mountPlaces(outer)
  expect(type('2')).toEqual([false])
})

test('gives all presses to the recorder while a key is recorded', () => {
  mountPlaces(inList())
  const heard: string[] = []
  const release = capturePresses(([first]) => heard.push(first ?? '') > 0)
  expect(type('r')).toEqual([true])
  release()
  type('r')
  expect([heard, done]).toEqual([['r'], ['check.run']])
})

describe('in learn mode', () => {
  test('explains a press without performing it', () => {
    mountPlaces(inList())
    lessons = []
    expect(type('r', 'g', 'h', 'Enter', 'q')).toEqual([true, true, true, true, true])
    expect(done).toEqual([])
    expect(
      lessons.map((one) => (one.is === 'key' ? one.key.call : one.is === 'leave' ? one.key?.call : one.is))
    ).toEqual(['check.run', 'waiting', 'go.health', 'list.open', 'swallow'])
  })
  test('keeps Tab and the browser’s own keys working', () => {
    mountPlaces(inList())
    lessons = []
    expect(type('Tab')).toEqual([false])
    expect(press({ key: 't', code: 'KeyT', ctrlKey: true })).toBe(false)
    expect(lessons).toEqual([])
  })
  test('ends with Escape', () => {
    mountPlaces(inList())
    lessons = []
    expect(type('Escape')).toEqual([true])
    expect(lessons).toBeUndefined()
    type('r')
    expect(done).toEqual(['check.run'])
  })
})

const hit = (key: string, more: KeyboardEventInit = {}) =>
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true, ...more }))

describe('a key without effect', () => {
  const ofChecks: PlaceData[] = [{ scope: 'app' }, { scope: 'page', of: 'check' }]

  test('is reported once, not while held, and again after another key acts or focus moves', () => {
    const first = mountPlaces(ofChecks)
    hit('r')
    for (let at = 0; at < 3; at++) hit('r', { repeat: true })
    hit('r')
    hit('x')
    expect(unheard).toEqual(['r', 'x'])
    hit('z')
    expect(done).toEqual(['edit.undo'])
    hit('r')
    expect(unheard).toEqual(['r', 'x', 'r'])
    first.after(focusable())
    ;(first.nextElementSibling as HTMLElement).focus()
    hit('r')
    expect(unheard).toHaveLength(4)
  })

  test.each<[what: string, places: PlaceData[], focus: () => HTMLElement]>([
    ['a text field', ofChecks, () => document.createElement('input')],
    ['a select', ofChecks, () => document.createElement('select')],
    ['an open menu', [...ofChecks, { scope: 'widget' }], focusable],
    ['a dialog', [...ofChecks, { scope: 'dialog' }], focusable],
    ['the palette', [...ofChecks, { scope: 'dialog' }, { scope: 'palette' }], focusable],
    ['a form', [...ofChecks, { scope: 'form' }], focusable],
    [
      'a closed list of values',
      ofChecks,
      () => {
        const button = document.createElement('button')
        button.setAttribute('aria-haspopup', 'listbox')
        return button
      },
    ],
  ])('is not reported in %s', (_what, places, focus) => {
    mountPlaces(places, focus())
    for (const key of ['r', 'x', '+', '1', 'Delete']) hit(key)
    expect(unheard).toEqual([])
  })

  test('is not reported with a modifier, or if it types no character', () => {
    mountPlaces(ofChecks)
    for (const key of ['r', 'x', 's', 'p']) hit(key, { ctrlKey: true })
    for (const key of ['r', 'e']) hit(key, { altKey: true })
    for (const key of ['Escape', 'Enter', 'Tab', 'ArrowDown', 'PageDown', 'F2', 'F8', 'F5', ' ']) hit(key)
    expect(unheard).toEqual([])
  })

  test('a page of a kind accepts keys that need no target', () => {
    mountPlaces([{ scope: 'app' }, { scope: 'page', of: 'person' }])
    for (const key of ['+', 'i', 'Delete']) hit(key)
    expect(done).toEqual(['person.invite'])
    expect(unheard).toEqual(['i', 'Delete'])
  })
})

test('accepts keys of the app while a page is loading and has no focus', () => {
  const end = publishPlace(document.body, () => ({ scope: 'app' }))
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '-', code: 'Minus', bubbles: true }))
  end()
  expect(done).toEqual(['nav.last'])
})
