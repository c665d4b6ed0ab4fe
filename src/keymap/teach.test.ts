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
])('after %j the key is told: %s', (origins, expected) => {
  expect(isDue(run(...origins), 'check.run', DAY)).toBe(expected)
})

test('it is told once a day, and again the next', () => {
  const told = afterShown(run('button', 'button', 'button'), 'check.run', DAY)
  expect(isDue(told, 'check.run', DAY)).toBe(false)
  expect(isDue(afterRun(told, 'check.run', 'button'), 'check.run', DAY)).toBe(false)
  expect(isDue(told, 'check.run', '2026-11-22')).toBe(true)
})

test('each command is learnt by itself', () => {
  expect(isDue(run('button', 'button', 'button'), 'page.refresh', DAY)).toBe(false)
})
