import { expect, test } from 'vitest'
import type { CheckStatus } from '@/api/health/checks'
import { formatSpanCount, spanEdges, groupIntoSpans, describeSpan, formatSpanTimes } from './spans'

/** Runs a minute apart, newest first, from 06:`newest`. `F` failed, `f` other failure, `p` passed, `-` not run. */
const runs = (results: string, newest = 31): CheckStatus[] =>
  [...results].map((one, at) => ({
    time: `2026-11-03T06:${String(newest - at).padStart(2, '0')}:00Z`,
    status: one === '-' ? null : one === 'p',
    error: one === 'F' ? '503' : one === 'f' ? '500' : null,
  }))
const clock = (time: string) => time.slice(11, 16)
const sizes = (results: string) => groupIntoSpans(runs(results), []).map(({ runs: { length } }) => length)

test.each<[string, number[]]>([
  ['', []],
  ['F', [1]],
  ['FFFpp', [3, 2]],
  ['FfF', [1, 1, 1]],
  ['pFp-pF--', [1, 1, 1, 1, 1, 1, 2]],
])('runs %s form spans of %j', (results, expected) => {
  expect(sizes(results)).toEqual(expected)
})

test('a span keeps its id while new runs arrive and its oldest runs leave the page', () => {
  let spans = groupIntoSpans(runs('FFFpp', 31), [])
  const [failing, passing] = spans.map(({ id }) => id)
  spans = groupIntoSpans(runs('FFFFp', 32), spans)
  expect(spans.map(({ id }) => id)).toEqual([failing, passing])
  // None of its initial runs is left.
  for (const newest of [33, 35, 37, 39]) spans = groupIntoSpans(runs('FFFFF', newest), spans)
  expect(spans.map(({ id }) => id)).toEqual([failing])
})

test('a span with entirely new runs has a new id, and ids are unique', () => {
  const before = groupIntoSpans(runs('FFF', 31), [])
  expect(groupIntoSpans(runs('FFF', 40), before)[0]?.id).not.toBe(before[0]?.id)
  // A late run with another result splits the span.
  const split = groupIntoSpans([...runs('F', 31), ...runs('p', 30), ...runs('F', 29)], before)
  expect(new Set(split.map(({ id }) => id)).size).toBe(3)
})

test.each<[string, string, { index: number; total: number | undefined }, string[]]>([
  ['the only page', 'FFpp', { index: 0, total: 4 }, ['×2 06:30 to now', '×2 06:28 to 06:29']],
  ['the first page', 'FFpp', { index: 0, total: 9 }, ['×2 06:30 to now', '×2+ 06:28 or earlier to 06:29']],
  ['a page between', 'FFpp', { index: 1, total: 12 }, ['×2+ 06:30 to 06:31 or later', '×2+ 06:28 or earlier to 06:29']],
  ['the last page', 'FFpp', { index: 1, total: 8 }, ['×2+ 06:30 to 06:31 or later', '×2 06:28 to 06:29']],
  ['one span as long as its page', 'FFFF', { index: 1, total: 12 }, ['×4+ 06:28 or earlier to 06:31 or later']],
  [
    'of nobody knows how many',
    'FFpp',
    { index: 0, total: undefined },
    ['×2 06:30 to now', '×2+ 06:28 or earlier to 06:29'],
  ],
])('%s: describes only what the page contains', (_name, results, page, expected) => {
  const spans = groupIntoSpans(runs(results), [])
  const said = spans.map((span) => {
    const edges = spanEdges(span, spans, { size: 4, ...page })
    return `×${formatSpanCount(span, edges)} ${formatSpanTimes(span, edges, clock)}`
  })
  expect(said).toEqual(expected)
})

test('describes count, result, times and message of a span for screen readers', () => {
  const spans = groupIntoSpans(runs('FFp-'), [])
  const whole = spans.map((span) => describeSpan(span, spanEdges(span, spans, { index: 0, size: 4, total: 4 }), clock))
  expect(whole[0]).toBe('2 runs failed, 06:30 to now, 503')
  const between = spans.map((span) =>
    describeSpan(span, spanEdges(span, spans, { index: 1, size: 4, total: 9 }), clock)
  )
  expect(between[0]).toBe('at least 2 runs failed, 06:30 to 06:31 or later, 503')
})

test('known runs beyond the page are part of the count and the times of a span', () => {
  const spans = groupIntoSpans(runs('FFpp'), [])
  const page = { index: 1, size: 4, total: 500 }
  const beyond = {
    later: { count: 30, farthest: '2026-11-03T07:01:00Z', isLast: true },
    earlier: { count: 1200, farthest: '2026-11-03T05:08:00Z', isLast: false },
  }
  const sentences = (known: Parameters<typeof spanEdges>[3]) =>
    spans.map((span) => describeSpan(span, spanEdges(span, spans, page, known), clock))
  expect(sentences(beyond)).toEqual(['32 runs failed, 06:30 to now, 503', '1,202 runs passed, 05:08 to 06:29'])
  const ended = { later: { count: 0, farthest: undefined, isLast: false } }
  expect(sentences(ended)).toEqual([
    '2 runs failed, 06:30 to 06:31, 503',
    'at least 2 runs passed, 06:28 or earlier to 06:29',
  ])
})
