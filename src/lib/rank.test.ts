import { expect, test } from 'vitest'
import { type Entry, rank } from './rank'

const titles = [
  'Run check',
  'Go to check',
  'Show keyboard shortcuts',
  'Refresh',
  'Theme',
  'payments-api',
  'checkout',
  'api-gateway',
]
const entries: Entry[] = titles.map((title) => ({ id: title, title }))
const first = (query: string, list = entries) => rank(query, list)[0]?.title

test.each([
  ['theme', 'Theme'],
  ['run', 'Run check'],
  ['check', 'checkout'],
  ['rc', 'Run check'],
  ['go check', 'Go to check'],
  ['check go', 'Go to check'],
  ['api', 'api-gateway'],
  ['pymts', 'payments-api'],
  ['sks', 'Show keyboard shortcuts'],
  ['efresh', 'Refresh'],
])('%s finds %s first', (query, title) => {
  expect(first(query)).toBe(title)
})

test('every word has to match', () => {
  expect(rank('run zebra', entries)).toEqual([])
  expect(rank('zzz', entries)).toEqual([])
})

test('the order of the entries does not matter', () => {
  for (const query of ['', 'e', 'ch', 'api']) expect(rank(query, entries.toReversed())).toEqual(rank(query, entries))
})

test('use orders equals but never lifts a worse match over a better one', () => {
  const used = [
    { id: '1', title: 'Run check' },
    { id: '2', title: 'Run chess', used: 7 },
    { id: '3', title: 'Rerun check', used: 7 },
  ]
  expect(rank('run', used).map((e) => e.id)).toEqual(['2', '1', '3'])
  expect(first('run check', used)).toBe('Run check')
})

test('what is under the cursor comes before what is not, and what cannot run comes last', () => {
  const list = [
    { id: 'a', title: 'Open A', refused: true },
    { id: 'b', title: 'Open B' },
    { id: 'c', title: 'Open C', inContext: true },
  ]
  expect(rank('open', list).map((e) => e.id)).toEqual(['c', 'b', 'a'])
})

test('keywords and group are found after titles', () => {
  const list = [
    { id: 'a', title: 'Theme', keywords: 'dark light appearance' },
    { id: 'b', title: 'Darken' },
  ]
  expect(rank('dark', list).map((e) => e.id)).toEqual(['b', 'a'])
})

test('a limit keeps the best', () => {
  expect(rank('', entries, 2)).toEqual(rank('', entries).slice(0, 2))
})
