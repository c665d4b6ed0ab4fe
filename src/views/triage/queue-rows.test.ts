import { expect, test } from 'vitest'
import type { DecisionRecord } from '../../commands/stores/triage-store'
import type { CurrentState, TriageItem } from '@/lib/triage/triage'
import { isUntriaged, findNextUntriaged, toQueueRows } from './queue-rows'

const SINCE = '2026-11-21T05:00:00Z'
const items = ['a', 'b', 'c', 'd'].map((id): TriageItem => ({
  source: 'checks',
  id,
  name: id,
  label: id,
  since: SINCE,
  why: '',
}))
const done = (more: Partial<DecisionRecord> = {}): DecisionRecord => ({
  how: 'done',
  words: 'Ran it.',
  at: SINCE,
  since: SINCE,
  ...more,
})
const present = (entries: Record<string, CurrentState | null>) => new Map(Object.entries(entries))
const nothing = { decisions: {}, acting: new Set<string>(), present: present({}) }

test('shows the decision of a row, else what changed elsewhere', () => {
  const rows = toQueueRows(items, {
    decisions: { 'check:a': done(), 'check:b': done({ how: 'skipped', words: 'known' }) },
    acting: new Set(['check:d']),
    present: present({ a: { status: 'healthy' }, c: { status: 'healthy' } }),
  })
  expect(rows.map(({ state, outcome }) => [state, outcome])).toEqual([
    ['done', 'Ran it.'],
    ['skipped', 'Dismissed: known'],
    ['elsewhere', 'Healthy again'],
    ['acting', 'In progress…'],
  ])
  expect(rows.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
})

test('marks a requested row that was not found as gone, and leaves other rows as they were', () => {
  const rows = toQueueRows(items.slice(0, 2), { ...nothing, present: present({ a: null }) })
  expect(rows.map(({ outcome }) => outcome)).toEqual(['No longer available', ''])
})

test('shows an item that needs attention again as untriaged', () => {
  const decisions = { 'check:a': done({ since: '2026-11-20T05:00:00Z' }), 'incident:b': done() }
  expect(toQueueRows(items, { ...nothing, decisions }).every(isUntriaged)).toBe(true)
})

test('finds the next untriaged row below, else the first one above', () => {
  const rows = toQueueRows(items, { ...nothing, decisions: { 'check:c': done() } })
  expect(findNextUntriaged(rows, 'b')?.id).toBe('d')
  expect(findNextUntriaged(rows, 'd')?.id).toBe('a')
  const all = Object.fromEntries(items.map(({ id }) => [`check:${id}`, done()]))
  expect(findNextUntriaged(toQueueRows(items, { ...nothing, decisions: all }), 'd')).toBeUndefined()
})
