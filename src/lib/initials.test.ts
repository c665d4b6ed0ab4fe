import { expect, test } from 'vitest'
import { readInitials } from './initials'

test.each([
  ['two words', { name: 'Ada Lovelace', email: 'x@example.com' }, 'AL'],
  ['one word', { name: 'ada' }, 'A'],
  ['more words than two', { name: 'Ada King Lovelace' }, 'AK'],
  ['spaces around and between', { name: '  Ada   Lovelace ' }, 'AL'],
  ['a nickname in brackets', { name: 'Ada (Countess) Lovelace' }, 'AC'],
  ['no Latin letters', { name: 'Мария Ли' }, 'МЛ'],
  ['an accent written as a mark of its own', { name: 'e\u0301lise' }, 'E\u0301'],
])('initials of the name: %s [UI-11]', (_case, person, initials) => {
  expect(readInitials(person)).toBe(initials)
})

test.each([
  ['no name', { email: 'ada@example.com' }, 'A'],
  ['an empty name', { name: ' ', email: 'ada.lovelace@example.com' }, 'AL'],
  ['a name without letters', { name: '🙂', email: 'ada-lovelace+pager@example.com' }, 'AL'],
  ['neither', {}, ''],
])('initials of the e-mail: %s [UI-12]', (_case, person, initials) => {
  expect(readInitials(person)).toBe(initials)
})
