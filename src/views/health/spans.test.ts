import { expect, test } from 'vitest'
import { type Span, wordsOfSpans } from './spans'

test.each<[Span[], string | undefined]>([
  [['passed', 'failed', 'passed'], 'failed in 1 of the last 3 five-minute spans'],
  [['none', 'failed', 'passed'], 'failed in 1 of the last 3 five-minute spans'],
  // The uptime says as much.
  [['passed', 'passed'], undefined],
  [['none', 'failed', 'failed'], undefined],
  [['none', 'none'], undefined],
])('%j is said as %s', (spans, words) => {
  expect(wordsOfSpans(spans)).toBe(words)
})
