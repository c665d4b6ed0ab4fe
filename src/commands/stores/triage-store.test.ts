import { afterEach, expect, test } from 'vitest'
import {
  recordDecision,
  restoreDecision,
  type DecisionRecord,
  triageDecisions,
  clearDecisions,
  decisionKey,
  parseDecisions,
} from './triage-store'

const NOW = Date.parse('2026-11-21T05:00:00Z')
const at = (hoursAgo: number) => new Date(NOW - hoursAgo * 3_600_000).toISOString()
const skipped = (more: Partial<DecisionRecord> = {}): DecisionRecord => ({
  how: 'skipped',
  words: 'known',
  at: at(1),
  ...more,
})

afterEach(clearDecisions)

test.each<[string, string | null, object]>([
  ['no value', null, {}],
  ['invalid JSON', '{', {}],
  ['another shape', '[1]', {}],
  [
    'an invalid decision',
    JSON.stringify({ 'check:a': skipped(), 'check:b': { how: 'eaten' } }),
    { 'check:a': skipped() },
  ],
  ['a decision from last week', JSON.stringify({ 'check:a': skipped({ at: at(200) }) }), {}],
  ['a comment that is too long', JSON.stringify({ 'check:a': skipped({ words: 'x'.repeat(1001) }) }), {}],
])('reads stored decisions leniently: %s', (_what, text, expected) => {
  expect(parseDecisions(text, NOW)).toEqual(expected)
})

test('keeps only the newest decisions and truncates long comments', () => {
  const many = Object.fromEntries(Array.from({ length: 2100 }, (_, n) => [`check:${n}`, skipped({ at: at(n / 100) })]))
  const read = parseDecisions(JSON.stringify(many), NOW)
  expect(Object.keys(read)).toHaveLength(2000)
  expect(read['check:0']).toBeDefined()
  expect(read['check:2099']).toBeUndefined()
  recordDecision('check:a', skipped({ words: 'known '.repeat(300) }))
  expect(triageDecisions.get()['check:a']?.words.length).toBeLessThanOrEqual(240)
})

test('restores the previous decision', () => {
  const key = decisionKey({ kind: 'check', id: 'a' })
  recordDecision(key, skipped())
  const before = triageDecisions.get()[key]
  recordDecision(key, { how: 'done', words: 'Ran a.', at: at(0), since: at(3) })
  expect(triageDecisions.get()).toEqual({ 'check:a': { how: 'done', words: 'Ran a.', at: at(0), since: at(3) } })
  restoreDecision(key, before)
  expect(triageDecisions.get()).toEqual({ 'check:a': skipped() })
  restoreDecision(key, undefined)
  expect(triageDecisions.get()).toEqual({})
})
