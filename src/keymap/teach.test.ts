import { expect, test } from 'vitest'
import type { Origin } from '../commands/prepare'
import { afterRun, afterShown, isDue, type Lessons } from './teach'

const DAY = '2026-11-21'
const run = (...origins: Origin[]) =>
  origins.reduce<Lessons>((known, origin) => afterRun(known, 'check.run', origin), {})

test.each<[Origin[], boolean]>([
  [[], false],
  [['button', 'palette'], false],
  [['button', 'palette', 'menu'], true],
  [['button', 'palette', 'link'], false],
  [['button', 'palette', 'repeat'], false],
  [['button', 'button', 'button', 'button'], true],
  [['button', 'button', 'key', 'button', 'button', 'button'], false],
])('after %j, the hint is due: %s', (origins, expected) => {
  expect(isDue(run(...origins), 'check.run', DAY)).toBe(expected)
})

test('is due once a day', () => {
  const shown = afterShown(run('button', 'button', 'button'), 'check.run', DAY)
  expect(isDue(shown, 'check.run', DAY)).toBe(false)
  expect(isDue(afterRun(shown, 'check.run', 'button'), 'check.run', DAY)).toBe(false)
  expect(isDue(shown, 'check.run', '2026-11-22')).toBe(true)
})

test('counts each command separately', () => {
  expect(isDue(run('button', 'button', 'button'), 'page.refresh', DAY)).toBe(false)
})
