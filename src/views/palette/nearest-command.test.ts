import { expect, test } from 'vitest'
import type { PaletteItem } from './item'
import { measureDistance, findNearestCommand } from './nearest-command'

test.each([
  ['refresh', 'refresh', 0],
  ['refesh', 'refresh', 1],
  ['refrehs', 'refresh', 1],
  ['rferesh', 'refresh', 1],
  ['', 'abc', 3],
  ['kitten', 'sitting', 3],
])('the distance between %s and %s is %s', (one, other, distance) => {
  expect([measureDistance(one, other), measureDistance(other, one)]).toEqual([distance, distance])
})

const item = (title: string, rest: Partial<PaletteItem> = {}): PaletteItem => ({
  id: title,
  source: 'commands',
  title,
  effect: { is: 'call', call: { id: title, args: {} }, written: title },
  ...rest,
})
const commands = [
  item('Run topology', { keywords: 'refresh' }),
  item('Refresh'),
  item('Change theme', { keywords: 'appearance colour' }),
  item('Sign out', { keywords: 'log out logout' }),
  item('Delete check', { refused: true }),
  item('Next row', { isMotion: true }),
]

test.each([
  ['refersh', 'Refresh'],
  ['REFRESHH', 'Refresh'],
  ['chnage', 'Change theme'],
  ['apearence', 'Change theme'],
  ['lgoout', 'Sign out'],
  ['chnage theme', 'Change theme'],
  ['refersh the page', 'Refresh'],
  ['the thme', undefined],
  ['apearence of checkout', 'Change theme'],
  ['delte', undefined],
  ['nxet', undefined],
  ['ab', undefined],
  ['zzzzzz', undefined],
  ['x'.repeat(10_000), undefined],
])('the nearest command to %s is %s', (query, title) => {
  expect(findNearestCommand(query, commands)?.title).toBe(title)
})
