import { expect, test, vi } from 'vitest'
import { createRandom } from '@/shared/random'
import { buildIndex, buildSmallIndex, withPriorities } from './build'
import { matchQuery, NO_FIT, fitQuality, fitTier } from './match'
import { createSearch, splitQuery } from './search'
import { compareFolded, type SearchEntry, foldText, foldEntry } from './text'

const random = createRandom(20_261_121)
const parts = 'pay payments api web db Cache load-balancer eu west 1 2 10 Check open run é ops_team podRestart'.split(
  ' '
)
const keywords = 'dark light kubernetes namespace prod'.split(' ')
const some = (list: readonly string[], most: number) =>
  Array.from({ length: 1 + random.below(most) }, () => random.pick(list))

const entries: SearchEntry[] = Array.from({ length: 1500 }, (_, n) => ({
  id: `thing:${n}`,
  title: some(parts, 4).join(random.pick(['-', ' ', '.', ''])),
  group: random.pick(['Checks', 'Configs']),
  keywords: some(keywords, 2).join(' '),
  used: random.chance(0.1) ? random.below(8) : 0,
  inContext: random.chance(0.1),
  refused: random.chance(0.1),
  ...(random.chance(0.1) ? { isUrgent: true } : {}),
}))

const written = 'p pa pay paya api 1 10 w lb pr dark'.split(' ')
const queries = [
  '',
  'eu w',
  'eu west',
  'w e',
  'db pay',
  'dark pay',
  ...written,
  ...Array.from({ length: 120 }, () =>
    some(parts, 2)
      .join(' ')
      .slice(random.below(3), 3 + random.below(8))
  ),
]

/** Evaluates and sorts all entries without an index: the expected result. */
function reference(query: string, list: readonly SearchEntry[]): SearchEntry[] {
  const words = splitQuery(query)
  const fits = list.flatMap((entry) => {
    const fit = words.length === 0 ? 0 : matchQuery(words.join(' '), words, entry.title, foldEntry(entry, new Map()))
    if (fit === NO_FIT) return []
    const score = 100 * fitQuality(fit) + 12 * (entry.used ?? 0) + (entry.inContext ? 30 : 0)
    const isBeginning = [1, 2].includes(fitTier(fit))
    // Urgent entries rank before all entries that match by a prefix, and before others of their own tier.
    const place = isBeginning && entry.isUrgent ? 1 : isBeginning ? 2 : fitTier(fit) === 0 ? 0 : fitTier(fit)
    return [{ entry, place, tier: fitTier(fit), score }]
  })
  return fits
    .toSorted(
      (a, b) =>
        Number(a.entry.refused) - Number(b.entry.refused) ||
        a.place - b.place ||
        Number(b.entry.isUrgent ?? false) - Number(a.entry.isUrgent ?? false) ||
        a.tier - b.tier ||
        b.score - a.score ||
        compareFolded(foldText(a.entry.title), foldText(b.entry.title)) ||
        (a.entry.id < b.entry.id ? -1 : 1)
    )
    .map(({ entry }) => entry)
}

const idsOf = (list: readonly SearchEntry[]) => list.map(({ id }) => id)

test('finds the same first results as a complete sort', () => {
  const search = createSearch(buildSmallIndex(entries))
  const found = queries.map((query) => {
    const { hits, total } = search(query, 50)
    return { query, total, ids: idsOf(hits.map(({ entry }) => entry)) }
  })
  const expected = queries.map((query) => {
    const all = reference(query, entries)
    return { query, total: all.length, ids: idsOf(all.slice(0, 50)) }
  })
  expect(found).toEqual(expected)
})

/** Every prefix of a query as it is typed, and one deleted letter. */
const beginnings = queries.map((query) => [
  ...Array.from({ length: query.length + 1 }, (_, length) => query.slice(0, length)),
  query.slice(0, -1),
])

test('returns the same results for incremental queries as for a new query', () => {
  const index = buildSmallIndex(entries)
  for (const typed of beginnings) {
    const typing = createSearch(index)
    expect(typed.map((query) => typing(query, 50))).toEqual(typed.map((query) => createSearch(index)(query, 50)))
  }
})

test('does not depend on the order of the entries', () => {
  const shuffled = entries.map((entry) => ({ entry, at: random.below(1e9) })).toSorted((a, b) => a.at - b.at)
  const [one, other] = [
    createSearch(buildSmallIndex(entries)),
    createSearch(buildSmallIndex(shuffled.map(({ entry }) => entry))),
  ]
  expect(queries.map((query) => other(query, 50))).toEqual(queries.map((query) => one(query, 50)))
})

test('never ranks a worse tier higher because of use, context or another letter', () => {
  const search = createSearch(buildSmallIndex(entries))
  for (const query of new Set(beginnings.flat())) {
    const { hits } = search(query, 1500)
    for (const isUrgent of [true, undefined]) {
      const alike = hits.filter(({ entry }) => entry.isUrgent === isUrgent)
      const tiers = alike.map(({ entry, tier }) => (entry.refused ? 10 : 0) + tier)
      expect(tiers).toEqual(tiers.toSorted((a, b) => a - b))
    }
  }
})

test('ranks equal matches by use, then context, and entries that cannot run last', () => {
  const equal = ['Open A', 'Open B', 'Open C', 'Open D', 'Open E'].map((title) => ({ id: title, title }))
  const index = withPriorities(buildSmallIndex<SearchEntry>(equal), [
    ['Open C', { used: 7 }],
    ['Open B', { inContext: true }],
    ['Open A', { refused: true, used: 7, inContext: true }],
    ['Open gone', { used: 7 }],
  ])
  const { hits } = createSearch(index)('open', 50)
  expect(hits.map(({ entry }) => entry.title)).toEqual(['Open C', 'Open B', 'Open D', 'Open E', 'Open A'])
})

test('ranks urgent entries first, except before exact matches', () => {
  const list: SearchEntry[] = [
    { id: '1', title: 'payments' },
    { id: '2', title: 'payments-api' },
    { id: '3', title: 'edge-payments', isUrgent: true },
    { id: '4', title: 'payments-worker', isUrgent: true },
    { id: '5', title: 'prepay', isUrgent: true },
    { id: '6', title: 'web', keywords: 'payments' },
    { id: '7', title: 'payments-old', isUrgent: true, refused: true },
  ]
  const search = createSearch(buildSmallIndex(list))
  const titles = (query: string) => search(query, 50).hits.map(({ entry }) => entry.title)
  expect(titles('payments')).toEqual([
    'payments',
    'payments-worker',
    'edge-payments',
    'payments-api',
    'web',
    'payments-old',
  ])
  expect(titles('pay')).toEqual([
    'payments-worker',
    'edge-payments',
    'payments',
    'payments-api',
    'web',
    'prepay',
    'payments-old',
  ])
})

test('matches complete ids only', () => {
  const list = [
    { id: '0194f3a2-7c1d', title: 'payments-api' },
    { id: 'check.run', title: 'Run check' },
    { id: 'web', title: 'webshop' },
  ]
  const search = createSearch(buildSmallIndex(list))
  const ids = (query: string) => idsOf(search(query, 50).hits.map(({ entry }) => entry))
  for (const { id } of list) for (const query of [id, id.toUpperCase()]) expect(ids(query)).toEqual([id])
  expect(ids('0194')).toEqual([])
  expect(search('web', 50)).toMatchObject({ total: 1, hits: [{ tier: 0 }] })
})

test('builds the index in slices of less than 5 ms, and yields between them', async () => {
  // Each reading of the clock is one millisecond later.
  let clock = 0
  let since = 0
  let longest = 0
  const pause = vi.fn<() => Promise<void>>(async () => {
    longest = Math.max(longest, clock - since)
    since = clock
  })
  const index = await buildIndex(entries, { now: () => clock++, pause })
  expect(pause.mock.calls.length).toBeGreaterThan(3)
  expect(longest).toBeLessThan(5)
  expect(createSearch(index)('pay', 50)).toEqual(createSearch(buildSmallIndex(entries))('pay', 50))
})

test('stops building when the index is no longer needed', async () => {
  const controller = new AbortController()
  let clock = 0
  const building = buildIndex(entries, {
    now: () => clock++,
    signal: controller.signal,
    pause: async () => controller.abort(new Error('closed')),
  })
  await expect(building).rejects.toThrow('closed')
})

test('keeps the order of equally matching rows from letter to letter', () => {
  const list = ['Payments team', 'payments-api', 'payments-db', 'payments-api-deployment'].map((title) => ({
    id: title,
    title,
  }))
  const search = createSearch(buildSmallIndex(list))
  const orders = ['p', 'pa', 'pay', 'paym', 'payme', 'paymen', 'payment', 'payments'].map((query) =>
    idsOf(search(query, 50).hits.map(({ entry }) => entry)).join()
  )
  expect(new Set(orders).size).toBe(1)
})
