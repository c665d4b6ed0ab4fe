import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { acceptBackupCode, newBackupCodes, randomText } from './backup-codes'

const at = new Date('2026-01-02T03:04:05Z')

test('creates twelve distinct codes of eight letters and digits', () => {
  const codes = newBackupCodes(randomBytes)
  expect(new Set(codes.map(({ code }) => code)).size).toBe(12)
  for (const { code, usedAt } of codes) {
    expect(code).toMatch(/^[a-z0-9]{8}$/)
    expect(usedAt).toBeNull()
  }
})

test('discards bytes that would favour some characters', () => {
  const bytes = [255, 252, 251, 0, 35, 36]
  const random = (count: number) => Buffer.from(bytes.splice(0, count))
  expect(randomText(random, 'abcdefghijklmnopqrstuvwxyz0123456789', 3)).toBe('9a9')
})

const codes = [
  { code: 'abcd1234', usedAt: null },
  { code: 'wxyz7890', usedAt: new Date('2025-01-01T00:00:00Z') },
]

test.each(['abcd1234', ' ABCD-1234 ', 'ab cd 12 34', 'abcd\u00a01234'])('accepts %j', (typed) => {
  expect(acceptBackupCode(codes, typed, at)).toEqual({
    outcome: 'accepted',
    codes: [{ code: 'abcd1234', usedAt: at }, codes[1]],
  })
})

test.each([
  ['wxyz7890', 'used'],
  ['abcd1235', 'unknown'],
  ['', 'unknown'],
])('refuses %j as %s', (typed, outcome) => {
  expect(acceptBackupCode(codes, typed, at)).toEqual({ outcome })
})
