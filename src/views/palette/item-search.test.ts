import { describe, expect, test } from 'vitest'
import { buildSmallIndex } from '@/lib/palette/rank/build'
import { createSearch } from '@/lib/palette/rank/search'
import type { MatchTier } from '@/lib/palette/rank/match'
import { browseItems, findItems, mergeHits, type UsageMemory, suggestItems } from './item-search'
import type { PaletteItem } from './item'

const item = (title: string, rest: Partial<PaletteItem> = {}): PaletteItem => ({
  id: title,
  source: 'commands',
  section: 'Commands',
  title,
  effect: { is: 'call', call: { id: title, args: {} }, written: title },
  ...rest,
})
const check = (title: string, rest: Partial<PaletteItem> = {}) =>
  item(title, { source: 'checks', section: 'Checks', ...rest })
const titles = (rows: readonly PaletteItem[]) => rows.map(({ title }) => title)
const searchIn = (...items: PaletteItem[]) => createSearch(buildSmallIndex(items))
const nothing: UsageMemory = { uses: {}, pins: [] }

const suggested = (items: readonly PaletteItem[], memory: Partial<UsageMemory> = {}, limit = 30) => {
  const byCall = (call: string) => items.find((one) => one.title === call)
  const { rows } = suggestItems(items, byCall, { ...nothing, ...memory }, limit)
  return rows.map(({ section, title }) => `${section}: ${title}`)
}

test('ranks rows of several sources together, in sections, with the section of the best row first', () => {
  const { rows, total } = findItems(
    'check',
    [searchIn(item('Check the weather'), item('Recheck')), searchIn(check('checkout'), check('check'))],
    30
  )
  expect([titles(rows), total]).toEqual([['check', 'checkout', 'Check the weather', 'Recheck'], 4])
})

test('puts failing checks first in their own section without displacing commands', () => {
  const commands = searchIn(item('Pause live updates'), item('Pay attention'))
  const failing = Array.from({ length: 40 }, (_, n) => check(`edge pay ${n}`, { isUrgent: true }))
  const { rows } = findItems('pay', [commands, searchIn(check('pay'), check('payments'), ...failing)], 10)
  expect(titles(rows).slice(0, 3)).toEqual(['pay', 'edge pay 0', 'edge pay 1'])
  expect(titles(rows)).toContain('Pay attention')
  const both = findItems(
    'pay',
    [commands, searchIn(check('payments-api'), check('payments-worker', { isUrgent: true }))],
    10
  )
  expect(titles(both.rows)).toEqual(['payments-worker', 'payments-api', 'Pay attention'])
})

test('limits the number of rows and returns the total', () => {
  const items = Array.from({ length: 100 }, (_, n) => item(`row ${n}`))
  expect(findItems('row', [searchIn(...items)], 30)).toMatchObject({ rows: { length: 30 }, total: 100 })
})

test('lists failing rows of a source first when there is no query', () => {
  const items = [check('api'), check('web', { isUrgent: true }), check('db')]
  expect(titles(browseItems(items, searchIn(...items), 30).rows)).toEqual(['web', 'api', 'db'])
})

test('without a query, lists rows for the cursor, pinned rows, recent rows, then all commands', () => {
  const items = [
    item('Theme'),
    item('Refresh'),
    item('Silence', { inContext: true }),
    item('Copy link', { inContext: true, isMinor: true }),
    item('Link evidence', { inContext: true }),
    item('Next row', { isMotion: true }),
    item('Refused', { refused: true, inContext: true }),
    item('Sidebar'),
  ]
  const memory = {
    pins: ['Sidebar', 'gone'],
    uses: { Refresh: 1000, 'Link evidence': 900, Refused: 950, 'Next row': 990 },
  }
  expect(suggested(items, memory)).toEqual([
    'Here: Link evidence',
    'Here: Silence',
    'Here: Copy link',
    'Pinned: Sidebar',
    'Recent: Refresh',
    'All commands: Theme',
    'All commands: Next row',
    'All commands: Refused',
  ])
})

test('lists at most six rows for the cursor and eight recent rows', () => {
  const here = Array.from({ length: 9 }, (_, n) => item(`here ${n}`, { inContext: true }))
  const used = Array.from({ length: 12 }, (_, n) => item(`used ${n}`))
  const uses = Object.fromEntries(used.map(({ title }, n) => [title, n]))
  const rows = suggested([...here, ...used], { uses }, 100)
  const count = (section: string) => rows.filter((row) => row.startsWith(section)).length
  expect([count('Here'), count('Recent'), count('All commands')]).toEqual([6, 8, 7])
})

test.each([
  [
    'chosen within its own section',
    [item('Run', { inContext: true, isStarting: true }), item('Silence', { inContext: true })],
    'Silence',
  ],
  [
    'recent commands come before those that work on any resource',
    [
      item('Run', { inContext: true, isStarting: true }),
      item('Copy link', { inContext: true, isMinor: true }),
      item('Refresh'),
    ],
    'Refresh',
  ],
  [
    'a refused row is not moved to the front',
    [item('Run', { isStarting: true }), item('Off', { refused: true }), item('On')],
    'On',
  ],
])('without a query, the first row has no side effects: %s', (_name, items, first) => {
  expect(suggested(items, { uses: { Refresh: 1 } })[0]).toContain(`: ${first}`)
})

test('keeps the order when every row starts something', () => {
  expect(suggested([item('Run', { isStarting: true })])).toEqual(['All commands: Run'])
})

const hit = (title: string, order: number, tier: MatchTier, section = 'Checks') => ({
  entry: check(title, { section, effect: { is: 'thing', target: { kind: 'check', id: title, label: title } } }),
  order,
  tier,
})

describe('adds the rows of the server to the loaded ones', () => {
  test('never above a strong first row', () => {
    const rows = mergeHits([hit('web', 900, 1)], [hit('web-db', 10, 0, 'Catalog'), hit('web-1', 950, 1)], 30)
    expect(titles(rows)).toEqual(['web', 'web-1', 'web-db'])
  })

  test('above a weak first row, if they match better', () => {
    const rows = mergeHits([hit('error budget', 5000, 4)], [hit('prometheus', 10, 0, 'Catalog')], 30)
    expect(titles(rows)).toEqual(['prometheus', 'error budget'])
  })

  test('below the row under the cursor, whatever their rank', () => {
    const local = [hit('error budget', 5000, 4), hit('old error', 5001, 4), hit('other', 5002, 4)]
    const placed = local.slice(0, 2).map(({ entry }) => entry)
    const rows = mergeHits(local, [hit('prometheus', 10, 0, 'Catalog')], 30, placed)
    expect(titles(rows)).toEqual(['error budget', 'old error', 'other', 'prometheus'])
  })

  test('without repeating a row, and with at most eight rows of each of several sections', () => {
    const many = Array.from({ length: 12 }, (_, n) => hit(`db-${n}`, 20 + n, 2, 'Catalog'))
    const rows = mergeHits([hit('web', 900, 1)], [hit('web', 900, 1), ...many], 30)
    expect([titles(rows).filter((title) => title === 'web').length, rows.length]).toEqual([1, 9])
  })
})
