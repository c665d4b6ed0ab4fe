import { expect, test } from 'vitest'
import type { CallOrigin } from '../commands/prepare'
import { lessonsAfterRun, lessonsAfterHint, isHintDue, type KeyLessons } from './key-hints'

const DAY = '2026-11-21'
const run = (...origins: CallOrigin[]) =>
  origins.reduce<KeyLessons>((known, origin) => lessonsAfterRun(known, 'check.run', origin), {})

test.each<[CallOrigin[], boolean]>([
  [[], false],
  [['button', 'palette'], false],
  [['button', 'palette', 'menu'], true],
  [['button', 'palette', 'link'], false],
  [['button', 'palette', 'repeat'], false],
  [['button', 'button', 'button', 'button'], true],
  [['button', 'button', 'key', 'button', 'button', 'button'], false],
])('after %j, the hint is due: %s', (origins, expected) => {
  expect(isHintDue(run(...origins), 'check.run', DAY)).toBe(expected)
})

test('is due once a day', () => {
  const shown = lessonsAfterHint(run('button', 'button', 'button'), 'check.run', DAY)
  expect(isHintDue(shown, 'check.run', DAY)).toBe(false)
  expect(isHintDue(lessonsAfterRun(shown, 'check.run', 'button'), 'check.run', DAY)).toBe(false)
  expect(isHintDue(shown, 'check.run', '2026-11-22')).toBe(true)
})

test('counts each command separately', () => {
  expect(isHintDue(run('button', 'button', 'button'), 'page.refresh', DAY)).toBe(false)
})
