import { expect, test } from 'vitest'
import { type KeyEvent, readPress } from './normalise'

function event(key: string, code: string, held: string[] = []): KeyEvent {
  return {
    key,
    code,
    altKey: held.includes('Alt') || held.includes('AltGr'),
    ctrlKey: held.includes('Control') || held.includes('AltGr'),
    metaKey: held.includes('Meta'),
    shiftKey: held.includes('Shift'),
    getModifierState: (name) => name === 'AltGraph' && held.includes('AltGr'),
  }
}

test.each<[layout: string, event: KeyEvent, readings: string[]]>([
  ['US', event('j', 'KeyJ'), ['j']],
  ['US', event('G', 'KeyG', ['Shift']), ['Shift+g']],
  ['US', event('?', 'Slash', ['Shift']), ['?']],
  ['US', event('!', 'Digit1', ['Shift']), ['!']],
  ['US', event(':', 'Semicolon', ['Shift']), [':']],
  ['US', event('k', 'KeyK', ['Control']), ['Control+k']],
  ['US on a Mac', event('k', 'KeyK', ['Meta']), ['Meta+k']],
  ['US with CapsLock', event('J', 'KeyJ'), ['j']],
  ['US with CapsLock and Shift', event('g', 'KeyG', ['Shift']), ['Shift+g']],
  ['AZERTY', event('?', 'KeyM', ['Shift']), ['?']],
  ['AZERTY', event('a', 'KeyQ'), ['a']],
  ['AZERTY', event('é', 'Digit2'), ['é', '2']],
  ['AZERTY', event('&', 'Digit1'), ['&', '1']],
  ['AZERTY', event('2', 'Digit2', ['Shift']), ['2']],
  ['AZERTY', event('!', 'Slash'), ['!']],
  ['QWERTZ', event('?', 'Minus', ['Shift']), ['?']],
  ['QWERTZ', event('/', 'Digit7', ['Control', 'Shift']), ['Control+/']],
  ['QWERTZ', event('@', 'KeyQ', ['AltGr']), ['@']],
  ['QWERTZ', event('z', 'KeyY'), ['z']],
  ['Dvorak', event('j', 'KeyC'), ['j']],
  ['Dvorak', event('k', 'KeyV', ['Control']), ['Control+k']],
  ['Russian', event('о', 'KeyJ'), ['о', 'j']],
  ['Russian', event('П', 'KeyG', ['Shift']), ['Shift+п', 'Shift+g']],
  ['Russian', event('л', 'KeyK', ['Control']), ['Control+л', 'Control+k']],
  ['Russian', event('Ж', 'Semicolon', ['Shift']), ['Shift+ж', ':']],
  ['Greek', event('ξ', 'KeyJ'), ['ξ', 'j']],
  ['remote desktop without a code', event('r', ''), ['r']],
  ['any', event(' ', 'Space'), ['Space']],
  ['any', event('Escape', 'Escape'), ['Escape']],
  ['any', event('F6', 'F6', ['Shift']), ['Shift+F6']],
  ['any', event('Dead', 'BracketLeft'), []],
  ['any', event('Shift', 'ShiftLeft', ['Shift']), []],
  ['any', event('Process', 'KeyJ'), []],
])('%s: %o', (_layout, pressed, readings) => {
  expect(readPress(pressed)).toEqual(readings)
})

test('reads a semicolon typed by Q as Q only after letters of another script', () => {
  expect(readPress(event(';', 'KeyQ'), true)).toEqual([';', 'q'])
  expect(readPress(event(';', 'KeyZ'), false)).toEqual([';'])
})
