import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords'
import { isTooLong, refusePassword } from './password-rules'

const identifier = 'ada.lovelace@example.org'

test.each([
  ['a sentence', 'correct horse battery staple', undefined],
  ['eight characters', 'zu7-kQ2v', undefined],
  ['seven characters', 'zu7-kQ2', 4000032],
  ['seven characters outside the basic plane', '𝒶𝒷𝒸𝒹𝒺𝒻ℊ', 4000032],
  ['eight characters outside the basic plane', '🐢🐙🦉🐌🦔🐳🦜🐝', undefined],
  ['letters typed as two characters each', 'e\u0301a\u0300o\u0302u\u0308', 4000032],
  ['nothing', '', 4000032],
  ['256 characters', 'zu7-kQ2v'.repeat(32), undefined],
  ['257 characters', `${'zu7-kQ2v'.repeat(32)}!`, 4000033],
  ['a megabyte', 'x'.repeat(1_000_000), 4000033],
  ['the identifier', identifier, 4000031],
  ['the identifier with other letters and an end', 'ADA.LOVELACE@EXAMPLE.ORG1', 4000031],
  ['half of the identifier', 'lovelace-7-', 4000031],
  ['less than half of the identifier', 'love-my-cat-tom', undefined],
  ['a common word', 'princess', 4000034],
  ['a common word followed by a year', 'Summer2026!', 4000034],
  ['two alternating letters', 'abababababab', 4000034],
])('validates a password: %s', (_name, password, id) => {
  expect(refusePassword(password, identifier)?.id).toBe(id)
})

test('includes the lengths in a refusal', () => {
  expect(refusePassword('short', identifier)?.context).toEqual({ min_length: 8, actual_length: 5 })
})

test('skips the similarity check without an identifier', () => {
  expect(refusePassword('zu7-kQ2v', '')).toBeUndefined()
})

test.each([
  ['12345678', true],
  ['1Q2W3E4R', true],
  ['PassWord', true],
  ['qwertyuiop123', true],
  ['приветмир2026', false],
  ['summertime-rain', false],
])('detects common passwords: %s', (password, expected) => {
  expect(isCommonPassword(password)).toBe(expected)
})

test('counts the maximum length in code points', () => {
  expect([isTooLong('🐢'.repeat(256)), isTooLong('🐢'.repeat(257))]).toEqual([false, true])
})
