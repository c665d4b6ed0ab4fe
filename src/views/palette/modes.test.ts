import { expect, test } from 'vitest'
import { find, modeOf, SHOWN } from './modes'
import type { Item } from './sources'

const item = (title: string, rest: Partial<Item> = {}): Item => ({
  id: title,
  call: title,
  title,
  section: 'Commands',
  ...rest,
})

test.each([
  ['>', '>'],
  [':', '>'],
  ['!', '!'],
  ['a', undefined],
  ['', undefined],
])('%s narrows to %s', (character, mode) => {
  expect(modeOf(character)).toBe(mode)
})

test('with nothing typed, what acts on the cursor comes early, but nothing that starts something leads', () => {
  const items = [
    item('Theme'),
    item('Run check now', { inContext: true, isStarting: true }),
    item('Next row', { isMotion: true }),
    item('Refused', { refused: true }),
    item('api', { section: 'Checks', health: 'healthy' }),
    item('web', { section: 'Checks', health: 'unhealthy' }),
  ]
  expect(find('', items).rows.map(({ title }) => title)).toEqual([
    'Theme',
    'Run check now',
    'Next row',
    'Refused',
    'web',
    'api',
  ])
})

test('rows stay in their section, the best section first', () => {
  const items = [
    item('Check the weather'),
    item('checkout', { section: 'Checks' }),
    item('check', { section: 'Checks' }),
  ]
  expect(find('check', items).rows.map(({ title }) => title)).toEqual(['check', 'checkout', 'Check the weather'])
})

test('no more rows than can be drawn quickly, and how many there are in all', () => {
  const items = Array.from({ length: 100 }, (_, n) => item(`row ${n}`))
  const { rows, total } = find('row', items)
  expect([rows.length, total]).toEqual([SHOWN, 100])
})
