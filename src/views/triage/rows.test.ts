import { expect, test } from 'vitest'
import type { Decision } from '../../commands/stores/triage-store'
import type { Present, TriageItem } from '../../lib/triage'
import { isUndecided, nextUndecided, rowsOf } from './rows'

const SINCE = '2026-11-21T05:00:00Z'
const items = ['a', 'b', 'c', 'd'].map((id): TriageItem => ({
  source: 'checks',
  id,
  name: id,
  label: id,
  since: SINCE,
  why: '',
}))
const done = (more: Partial<Decision> = {}): Decision => ({
  how: 'done',
  words: 'Ran it.',
  at: SINCE,
  since: SINCE,
  ...more,
})
const present = (entries: Record<string, Present | null>) => new Map(Object.entries(entries))
const nothing = { decisions: {}, acting: new Set<string>(), present: present({}) }

test('shows the decision of a row, else what changed elsewhere', () => {
  const rows = rowsOf(items, {
    decisions: { 'check:a': done(), 'check:b': done({ how: 'skipped', words: 'known' }) },
    acting: new Set(['check:d']),
    present: present({ a: { status: 'healthy' }, c: { status: 'healthy' } }),
  })
  expect(rows.map(({ state, became }) => [state, became])).toEqual([
    ['done', 'Ran it.'],
    ['skipped', 'Dismissed: known'],
    ['elsewhere', 'Healthy again'],
    ['acting', 'In progress…'],
  ])
  expect(rows.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
})

test('marks a requested row that was not found as gone, and leaves other rows as they were', () => {
  const rows = rowsOf(items.slice(0, 2), { ...nothing, present: present({ a: null }) })
  expect(rows.map(({ became }) => became)).toEqual(['No longer available', ''])
})

test('shows an item that needs attention again as untriaged', () => {
  const decisions = { 'check:a': done({ since: '2026-11-20T05:00:00Z' }), 'incident:b': done() }
  expect(rowsOf(items, { ...nothing, decisions }).every(isUndecided)).toBe(true)
})

test('finds the next untriaged row below, else the first one above', () => {
  const rows = rowsOf(items, { ...nothing, decisions: { 'check:c': done() } })
  expect(nextUndecided(rows, 'b')?.id).toBe('d')
  expect(nextUndecided(rows, 'd')?.id).toBe('a')
  const all = Object.fromEntries(items.map(({ id }) => [`check:${id}`, done()]))
  expect(nextUndecided(rowsOf(items, { ...nothing, decisions: all }), 'd')).toBeUndefined()
})
