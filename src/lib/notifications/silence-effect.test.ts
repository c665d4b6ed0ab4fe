import { expect, test } from 'vitest'
import { describeCoverage, describeHeldBack, largeShare, type SilenceEffect } from './silence-effect'

const effect = (resources: Partial<SilenceEffect['resources']>, messages: Partial<SilenceEffect['messages']> = {}) => ({
  resources: { covered: 0, unhealthy: 0, read: 300, total: 300, isPartial: false, first: [], ...resources },
  messages: { count: 0, isPartial: false, first: [], ...messages },
})

test.each([
  ['more than a quarter', { covered: 76 }, '76 of 300 resources'],
  ['exactly a quarter', { covered: 75 }, undefined],
  ['nine of ten', { covered: 9, read: 10, total: 10 }, undefined],
  ['ten of ten', { covered: 10, read: 10, total: 10 }, '10 of 10 resources'],
  [
    'of those that were compared',
    { covered: 900, read: 1000, total: 9000, isPartial: true },
    'at least 900 of 9,000 resources',
  ],
])('a silence that covers %s: %o', (_what, resources, expected) => {
  expect(largeShare(effect(resources))).toBe(expected)
})

test.each([
  [{ covered: 1, unhealthy: 1 }, 'Covers 1 of 300 resources, 1 of them unhealthy.'],
  [{}, 'Covers nothing now.'],
  [{ isPartial: true, read: 0 }, 'No match so far. Only 0 could be compared.'],
  [{ covered: 3, isPartial: true, read: 20 }, 'Covers at least 3 of 300 resources. Only 20 could be compared.'],
])('describes the coverage %o', (resources, sentence) => {
  expect(describeCoverage(effect(resources))).toBe(sentence)
})

test.each([
  [{ count: 1 }, 'Would have held back 1 notification in the last 7 days.'],
  [{ count: 1000, isPartial: true }, 'Would have held back at least 1,000 notifications in the last 7 days.'],
  [{}, 'Would have held back nothing in the last 7 days.'],
  [{ isPartial: true }, 'Would have held back none of the notifications read in the last 7 days.'],
])('describes the messages %o', (messages, sentence) => {
  expect(describeHeldBack(effect({}, messages))).toBe(sentence)
})
