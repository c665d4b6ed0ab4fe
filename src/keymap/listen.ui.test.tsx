import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeOn } from '../../tests/helpers/typing'
import { type Place, publishPlace, type Scope } from '../commands/place'
import type { Kind } from '../commands/command'
import { takePresses } from './capture'
import { isMac } from './display'
import { keymap } from './keymap'
import { layouts } from './layouts'
import { listen, type Listening, type Started } from './listen'
import { type LiveKey, keysForMode } from './live'
import type { Meaning } from './sequence'

const keys = keysForMode(keymap, 'on', isMac)
let done: string[]
let pending: string
let mistakes: string[]
let unheard: string[]
let menus: Started[]
let stop: () => void
let forgetAfterMs: number | undefined
let lessons: Meaning[] | undefined

beforeEach(() => {
  done = []
  pending = ''
  mistakes = []
  unheard = []
  menus = []
  forgetAfterMs = undefined
  lessons = undefined
  const listening: Listening = {
    keys: () => keys,
    perform: ({ call }, _places, count) => done.push(count === undefined ? call : `${count} ${call}`),
    onPending: (started) => (pending = `${started.pending.count}${started.pending.presses.join(' ')}`),
    onMenu: (started) => menus.push(started),
    onMistake: (presses) => mistakes.push(presses.join(' ')),
    onUnheard: ([first = '']) => unheard.push(first),
    forgetAfterMs: () => forgetAfterMs,
    learner: () =>
      lessons && {
        tell: (_readings, meaning) => lessons?.push(meaning),
        end: () => (lessons = undefined),
      },
  }
  stop = listen(listening)
  document.body.replaceChildren()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

/** Nested places, outermost first, and inside them an element that has focus. */
function stand(places: readonly Place[], focus: HTMLElement = focusable()): HTMLElement {
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

/** Whether it was taken from the browser. */
function press(init: KeyboardEventInit, target: Element | null = document.activeElement): boolean {
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, composed: true, ...init })
  target?.dispatchEvent(event)
  return event.defaultPrevented
}
const type = (...all: string[]) =>
  all.map((key) => press({ key, code: /^[a-z]$/.test(key) ? `Key${key.toUpperCase()}` : '' }))

const outer: Place[] = [{ scope: 'app' }, { scope: 'page' }]
const inList = (of: Kind = 'check'): Place[] => [...outer, { scope: 'list', of }]

/** A path on which a key of the table is the nearest with its keys. */
const pathFor = (key: LiveKey): Place[] =>
  key.on?.[0] ? inList(key.on[0]) : key.at === 'app' ? outer : key.at === 'page' ? outer : within(key.at ?? 'app')
const within = (scope: Scope): Place[] => [...outer, { scope }]

describe.each(layouts.map((layout) => [layout.name, layout] as const))('on a %s keyboard', (_name, layout) => {
  test('every key does what it says, once, and nothing else', () => {
    for (const key of keys) {
      document.body.replaceChildren()
      stand(pathFor(key))
      done = []
      // What was typed before tells one script from another.
      press(makeOn(layout, 'b') ?? {})
      type('Escape')
      done = []
      const taken = key.presses.map((one) => {
        const made = makeOn(layout, one)
        expect(made, `${one} can be typed`).toBeDefined()
        return press(made ?? {})
      })
      expect(done, `${key.keys} at ${key.at ?? key.on?.[0]}`).toEqual(key.fixed ? [] : [key.call])
      expect(taken).toEqual(key.presses.map(() => !key.fixed))
      expect(pending).toBe('')
    }
  })

  test('no plain key does anything in any kind of text field', () => {
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
      stand(inList(), field)
      for (const one of plain)
        expect(press(makeOn(layout, one) ?? {}, field), `${one} in ${field.outerHTML}`).toBe(false)
    }
    expect(done).toEqual([])
  })
})

test('in a list, a letter means its key or nothing, whatever the rows begin with', () => {
  stand(inList())
  const began = new Set(keys.map(({ presses }) => presses[0]))
  const idle = [...'abcdefghijklmnopqrstuvwxyz'].filter((letter) => !began.has(letter))
  expect(type(...idle)).toEqual(idle.map(() => true))
  expect(done).toEqual([])
})

describe('not a key by itself', () => {
  test.each<[string, KeyboardEventInit]>([
    ['a composition', { key: 'j', code: 'KeyJ', isComposing: true }],
    ['Safari’s key of a composition', { key: 'j', code: 'KeyJ', keyCode: 229 }],
    ['a dead key', { key: 'Dead', code: 'KeyJ' }],
    ['an input method', { key: 'Process', code: 'KeyJ' }],
    ['a bare modifier', { key: 'Shift', code: 'ShiftLeft', shiftKey: true }],
    ['AltGr alone', { key: 'AltGraph', code: 'AltRight', modifierAltGraph: true }],
  ])('%s is left alone, and a sequence waits on', (_what, init) => {
    stand(outer)
    expect(press(init)).toBe(false)
    type('g')
    expect(press(init)).toBe(false)
    type('h')
    expect(done).toEqual(['go.health'])
  })
})

test('CapsLock changes nothing, Shift does', () => {
  stand(inList())
  press({ key: 'N', code: 'KeyN', modifierCapsLock: true })
  press({ key: 'n', code: 'KeyN', shiftKey: true, modifierCapsLock: true })
  expect(done).toEqual(['list.nextProblem', 'list.previousProblem'])
})

test('a press without a code is read by what it types', () => {
  stand(inList())
  press({ key: 'r', code: '' })
  expect(done).toEqual(['check.run'])
})

describe('holding a key down', () => {
  test('repeats a motion, and nothing else', () => {
    stand(inList())
    for (const repeat of [false, true, true]) press({ key: 'j', code: 'KeyJ', repeat })
    for (const repeat of [false, true, true]) press({ key: 'r', code: 'KeyR', repeat })
    expect(done).toEqual(['list.down', 'list.down', 'list.down', 'check.run'])
  })
  test('of a prefix neither goes on nor goes wrong', () => {
    stand(inList())
    for (const repeat of [false, true, true]) expect(press({ key: 'g', code: 'KeyG', repeat })).toBe(true)
    expect(pending).toBe('g')
    type('h')
    expect(done).toEqual(['go.health'])
    expect(mistakes).toEqual([])
  })
})

describe('a started sequence', () => {
  test('waits as long as it takes', () => {
    vi.useFakeTimers()
    stand(outer)
    type('g')
    vi.advanceTimersByTime(60_000)
    type('h')
    expect(done).toEqual(['go.health'])
  })
  test('is forgotten after the time that was asked for', () => {
    vi.useFakeTimers()
    forgetAfterMs = 1000
    stand(outer)
    type('g')
    vi.advanceTimersByTime(1001)
    expect(pending).toBe('')
    type('h')
    expect(done).toEqual([])
  })
  test('survives letting go of a modifier', () => {
    stand(outer)
    press({ key: 'g', code: 'KeyG' })
    document.activeElement?.dispatchEvent(new KeyboardEvent('keyup', { key: 'Shift', bubbles: true }))
    type('h')
    expect(done).toEqual(['go.health'])
  })
  test.each(['Escape', 'Backspace'])('ends with %s, which does nothing else', (key) => {
    stand(inList())
    type('g')
    expect(type(key)).toEqual([true])
    expect([pending, done]).toEqual(['', []])
  })
  test('ends with a wrong key, which is told', () => {
    stand(inList())
    type('g', 'x')
    expect([pending, done, mistakes]).toEqual(['', [], ['g x']])
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
    stand(inList())
    type('g')
    happen()
    expect(pending).toBe('')
  })
  test.each(['Tab', 'ArrowDown'])('%s asks for what may follow as a menu', (key) => {
    stand(inList())
    type('g')
    expect(type(key)).toEqual([true])
    expect(menus.map((one) => one.pending.presses)).toEqual([['g']])
    expect([pending, done]).toEqual(['', []])
  })
})

test('a count goes with the motion after it, and with nothing where digits are keys or nothing counts', () => {
  stand(inList())
  type('1', '2', 'j')
  type('3', 'x')
  expect(done).toEqual(['12 list.down', '3 list.toggle'])
  stand(outer)
  expect(type('2')).toEqual([false])
})

test('while a key is being recorded, nothing else hears it', () => {
  stand(inList())
  const heard: string[] = []
  const release = takePresses(([first]) => heard.push(first ?? '') > 0)
  expect(type('r')).toEqual([true])
  release()
  type('r')
  expect([heard, done]).toEqual([['r'], ['check.run']])
})

describe('while learning', () => {
  test('a press is explained and does nothing', () => {
    stand(inList())
    lessons = []
    expect(type('r', 'g', 'h', 'Enter', 'q')).toEqual([true, true, true, true, true])
    expect(done).toEqual([])
    expect(
      lessons.map((one) => (one.is === 'key' ? one.key.call : one.is === 'leave' ? one.key?.call : one.is))
    ).toEqual(['check.run', 'waiting', 'go.health', 'list.open', 'swallow'])
  })
  test('moving on and the browser’s own keys stay possible', () => {
    stand(inList())
    lessons = []
    expect(type('Tab')).toEqual([false])
    expect(press({ key: 't', code: 'KeyT', ctrlKey: true })).toBe(false)
    expect(lessons).toEqual([])
  })
  test('Escape ends it', () => {
    stand(inList())
    lessons = []
    expect(type('Escape')).toEqual([true])
    expect(lessons).toBeUndefined()
    type('r')
    expect(done).toEqual(['check.run'])
  })
})

const hit = (key: string, more: KeyboardEventInit = {}) =>
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true, ...more }))

describe('a key that does nothing here', () => {
  const ofChecks: Place[] = [{ scope: 'app' }, { scope: 'page', of: 'check' }]

  test('is reported once, not while it is held, and again after another key has acted or focus has moved', () => {
    const first = stand(ofChecks)
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

  test.each<[what: string, places: Place[], focus: () => HTMLElement]>([
    ['typing', ofChecks, () => document.createElement('input')],
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
  ])('is left alone in %s', (_what, places, focus) => {
    stand(places, focus())
    for (const key of ['r', 'x', '+', '1', 'Delete']) hit(key)
    expect(unheard).toEqual([])
  })

  test('is left alone with a modifier, and when it types nothing', () => {
    stand(ofChecks)
    for (const key of ['r', 'x', 's', 'p']) hit(key, { ctrlKey: true })
    for (const key of ['r', 'e']) hit(key, { altKey: true })
    for (const key of ['Escape', 'Enter', 'Tab', 'ArrowDown', 'PageDown', 'F2', 'F8', 'F5', ' ']) hit(key)
    expect(unheard).toEqual([])
  })

  test('the page of a kind has the keys that need no thing', () => {
    stand([{ scope: 'app' }, { scope: 'page', of: 'person' }])
    for (const key of ['+', 'i', 'Delete']) hit(key)
    expect(done).toEqual(['person.invite'])
    expect(unheard).toEqual(['i', 'Delete'])
  })
})

test('while a page is being loaded and nothing has focus, the keys of the app act', () => {
  const end = publishPlace(document.body, () => ({ scope: 'app' }))
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '-', code: 'Minus', bubbles: true }))
  end()
  expect(done).toEqual(['nav.last'])
})
