import { expect, test } from 'vitest'
import type { Evidence, HistoryEntry } from '@/api/incidents/incident'
import { toDoneItems, describeDoneItem, describeDoneChanges } from './done-items'

const evidence = (id: string, over: Partial<Evidence> = {}): Evidence => ({
  id,
  hypothesis_id: 'h',
  type: 'check',
  description: '',
  evidence: null,
  properties: null,
  definition_of_done: true,
  done: false,
  script: "check.status == 'healthy'",
  script_result: 'false',
  created_at: '2026-01-01T00:00:00Z',
  created_by: null,
  checks: { id: 'c', name: `${id} API` } as Evidence['checks'],
  ...over,
})
const incident = (...evidences: Evidence[]) => ({
  hypotheses: [
    {
      id: 'h',
      type: 'root' as const,
      title: '',
      status: '',
      created_at: '',
      created_by: null,
      parent_id: null,
      evidences,
    },
  ],
})
const entry = (of: string, type: string, description: string, at: string) =>
  ({ id: at, type, description, created_at: at, evidence: { id: of } }) as HistoryEntry
const states = (...all: Evidence[]) => toDoneItems(incident(...all)).map(({ id, state }) => `${id} ${state}`)

test('lists items to do first, and distinguishes failed conditions from waiting ones [INC-15]', () => {
  expect(
    states(
      evidence('a', { done: true, script_result: 'true' }),
      evidence('b', { script_result: 'No such key: nope (column 7)' }),
      evidence('c', { definition_of_done: false }),
      evidence('d', { type: 'comment', script: null, script_result: null, created_at: '2025-01-01T00:00:00Z' })
    )
  ).toEqual(['d waiting', 'b failed', 'a done'])
})

const since = (one: Evidence, ...history: HistoryEntry[]) => toDoneItems(incident(one), history)[0]?.since

test('reads the time of the current state from the history', () => {
  const [later, earlier] = ['2026-01-03T00:00:00Z', '2026-01-02T00:00:00Z']
  const updated = (value: string, at: string) => entry('a', 'evidence.done_updated', value, at)
  expect(since(evidence('a', { done: true }), updated('true', later), updated('false', earlier))).toBe(later)
  expect(since(evidence('a', { done: true }), updated('false', later))).toBeUndefined()
  expect(since(evidence('a', { done: true }))).toBeUndefined()
  expect(since(evidence('a'))).toBe('2026-01-01T00:00:00Z')
  expect(since(evidence('a'), entry('a', 'evidence.done_definition_added', '', later))).toBe(later)
  expect(since(evidence('a'), entry('b', 'evidence.done_updated', 'false', later))).toBe('2026-01-01T00:00:00Z')
})

test.each([
  [evidence('cart', { description: 'It fails' }), 'To do, cart API, Check, It fails, When its check is healthy'],
  [
    evidence('cart', { script: 'check.nope', script_result: 'No such key: nope' }),
    'Condition failed, cart API, Check, When its script returns true, No such key: nope',
  ],
  [
    evidence('x', { type: 'comment', checks: null, description: 'Tell the shop', script: null, done: true }),
    'Done, Tell the shop, When marked as done manually',
  ],
  [evidence('cart', { script_result: null }), 'To do, cart API, Check, When its check is healthy, Not evaluated yet'],
])('describes an item in one sentence (%#)', (one, sentence) =>
  expect(toDoneItems(incident(one)).map(describeDoneItem)).toEqual([sentence])
)

test('describes changes by a condition, and none of manual items', () => {
  const before = toDoneItems(incident(evidence('a'), evidence('b', { done: true }), evidence('c', { script: null })))
  const now = toDoneItems(
    incident(
      evidence('a', { done: true }),
      evidence('b'),
      evidence('c', { script: null, done: true }),
      evidence('new', { done: true })
    )
  )
  expect(describeDoneChanges(before, now).toSorted()).toEqual(['Done: a API.', 'No longer done: b API.'])
  expect(describeDoneChanges(now, now)).toEqual([])
})
