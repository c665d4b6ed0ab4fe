import { beforeEach, expect, test } from 'vitest'
import type { Effects } from '../command'
import {
  refuseRootDeletion,
  removeResponder,
  setIncidentCommander,
  setEvidenceScript,
  setIncidentSeverity,
  setIncidentStatus,
  toggleDefinitionOfDone,
  toggleEvidenceDone,
} from './incidents.runs'

type Row = Record<string, unknown>
let rows: Row[]
let written: Row[]
let progress: ReadonlyMap<string, unknown>
let incident: object

beforeEach(() => {
  rows = []
  written = []
  progress = new Map()
  incident = { responders: [] }
})

/** A server with these rows, which accepts changes. */
const effects = {
  fetch: async ({ queryKey: [, what] }: { queryKey: readonly unknown[] }) =>
    what === 'progress' ? progress : what === 'one' ? incident : rows.map((row) => ({ ...row })),
  mutate: async (_mutation: unknown, changes: readonly { id: string; body: Row }[]) => {
    for (const { id, body } of changes) {
      written.push(body)
      Object.assign(rows.find((row) => row['id'] === id) ?? {}, body)
    }
  },
} as unknown as Effects

const evidence = [{ kind: 'evidence' as const, id: 'e', label: 'cart API' }]
const HEALTHY = "check.status == 'healthy'"
const row = (over: Row = {}) => ({
  id: 'e',
  definition_of_done: false,
  done: null,
  script: null,
  script_result: null,
  ...over,
})

test('turns evidence into an item with a condition, and undo restores it whatever the condition’s result [INC-15]', async () => {
  rows = [row()]
  const outcome = await setEvidenceScript({ evidence, script: HEALTHY }, effects)
  expect(outcome.message).toBe('cart API is done when its check is healthy. The server checks within seconds.')
  expect(rows).toEqual([row({ definition_of_done: true, script: HEALTHY, done: false })])
  Object.assign(rows[0] ?? {}, { done: true, script_result: 'true' })
  expect((await outcome.undo?.())?.message).toBe('cart API: condition restored.')
  expect(rows).toEqual([row()])
})

test('reports which items are done and which no longer are', async () => {
  rows = [row({ definition_of_done: true })]
  expect((await toggleEvidenceDone({ evidences: evidence }, effects)).message).toBe('Done: cart API.')
  expect((await toggleEvidenceDone({ evidences: evidence }, effects)).message).toBe('No longer done: cart API.')
  expect((await toggleDefinitionOfDone({ evidences: evidence }, effects)).message).toBe(
    'No longer part of the definition of done: cart API.'
  )
  expect((await toggleDefinitionOfDone({ evidences: evidence }, effects)).message).toBe(
    'Part of the definition of done: cart API.'
  )
  const more = [...evidence, { kind: 'evidence' as const, id: 'f', label: 'sessions' }]
  rows = [row({ done: true }), row({ id: 'f' })]
  expect((await toggleEvidenceDone({ evidences: more }, effects)).message).toBe(
    'Done: sessions. No longer done: cart API.'
  )
})

test('does not restore a script that another user has changed', async () => {
  rows = [row()]
  const outcome = await setEvidenceScript({ evidence, script: HEALTHY }, effects)
  Object.assign(rows[0] ?? {}, { script: 'true' })
  expect((await outcome.undo?.())?.message).toBe('cart API was not restored: another user has changed it.')
  expect(rows).toMatchObject([{ script: 'true' }])
})

test('keeps whether an item is done when its script is removed', async () => {
  rows = [row({ definition_of_done: true, script: HEALTHY, done: true, script_result: 'true' })]
  expect((await setEvidenceScript({ evidence, script: '' }, effects)).message).toBe(
    'cart API is now marked as done manually.'
  )
  expect(rows).toEqual([row({ definition_of_done: true, done: true })])
  const again = await setEvidenceScript({ evidence, script: '' }, effects)
  expect(again.message).toBe('cart API already has this condition.')
  expect(written).toHaveLength(1)
})

const incidents = [{ kind: 'incident' as const, id: 'i', label: 'Cart is down' }]

test('keeps incidents selected that cannot get the status or are gone, and reports why', async () => {
  rows = [
    { id: 'i', status: 'open', title: 'Cart is down' },
    { id: 'j', status: 'closed', title: 'Old' },
  ]
  const many = ['i', 'j', 'k'].map((id) => ({ kind: 'incident' as const, id, label: `Incident ${id}` }))
  const outcome = await setIncidentStatus({ incidents: many, status: 'investigating' }, effects)
  expect(outcome).toMatchObject({
    message: 'Incident i: investigating. Incident k no longer exists. “Old” is closed. Its next status can be open.',
    isFailure: true,
    failed: [{ id: 'j' }, { id: 'k' }],
  })
  expect(rows.map(({ status }) => status)).toEqual(['investigating', 'closed'])
  expect((await outcome.undo?.())?.message).toBe('Incident i: status restored to open.')
  expect(rows.map(({ status }) => status)).toEqual(['open', 'closed'])
  rows = rows.slice(1)
  await expect(setIncidentStatus({ incidents: many.slice(1), status: 'mitigated' }, effects)).rejects.toThrow(
    /k no longer exists/
  )
})

test('groups restored values in the undo message', async () => {
  rows = [
    { id: 'i', severity: '2', status: 'open', commander_id: null },
    { id: 'j', severity: 'Low', status: 'open', commander_id: null },
    { id: 'k', severity: 'low', status: 'open', commander_id: 'ada' },
  ]
  const many = ['i', 'j', 'k'].map((id) => ({ kind: 'incident' as const, id, label: id.toUpperCase() }))
  const severity = await setIncidentSeverity({ incidents: many, severity: 'critical' }, effects)
  expect((await severity.undo?.())?.message).toBe('I: severity restored to high. J and K: severity restored to low.')
  const person = [{ kind: 'person' as const, id: 'bo', label: 'Bo' }]
  const commander = await setIncidentCommander({ incident: many, person }, effects)
  expect((await commander?.undo?.())?.message).toBe('I and J: commander restored to none. K: commander restored.')
})

test.each([
  ['mitigated', 'Cart is down: mitigated. 1 item still to do.'],
  [
    'resolved',
    'Cart is down: resolved. 1 item still to do. While its condition is not met, the server reopens the incident.',
  ],
  ['investigating', 'Cart is down: investigating.'],
] as const)('reports open items when the status becomes %s, without blocking it', async (status, message) => {
  rows = [{ id: 'i', title: 'Cart is down', status: 'open' }]
  progress = new Map([['i', { done: 2, total: 3, watched: 1 }]])
  const outcome = await setIncidentStatus({ incidents, status }, effects)
  expect(outcome.message).toBe(message)
  expect(rows).toMatchObject([{ status }])
  await outcome.undo?.()
  expect(rows).toMatchObject([{ status: 'open' }])
})

test('removes a responder, keeps the row, and restores it on undo', async () => {
  const responder = [{ kind: 'responder' as const, id: 'r', label: 'Ada' }]
  rows = [{ id: 'r', incident_id: 'i', deleted_at: null }]
  const outcome = await removeResponder({ responder }, effects)
  expect(outcome?.message).toBe('Ada no longer responds to the incident.')
  expect(rows[0]?.['deleted_at']).not.toBeNull()
  expect((await removeResponder({ responder }, effects))?.undo).toBeUndefined()
  expect((await outcome?.undo?.())?.message).toBe('Ada responds to the incident again.')
  expect(rows).toMatchObject([{ deleted_at: null }])
})

test('does not restore a responder who was added again in the meantime', async () => {
  const responder = [{ kind: 'responder' as const, id: 'r', label: 'Ada' }]
  rows = [{ id: 'r', incident_id: 'i', deleted_at: null }]
  const outcome = await removeResponder({ responder }, effects)
  const gone = rows[0]?.['deleted_at']
  const person = { id: 'ada' }
  incident = {
    responders: [
      { id: 'r', deleted_at: gone, person },
      { id: 's', deleted_at: null, person },
    ],
  }
  expect((await outcome?.undo?.())?.message).toBe('Ada already responds to the incident.')
  expect(rows).toMatchObject([{ deleted_at: gone }])
})

test.each([
  ['root', 'The root hypothesis cannot be deleted. Mark it as disproven instead.'],
  ['factor', undefined],
])('refuses before asking to delete the hypothesis %s if nothing else remains', async (id, reason) => {
  rows = [{ id, incident_id: 'i' }]
  incident = {
    hypotheses: [
      { id: 'root', parent_id: null },
      { id: 'factor', parent_id: 'root' },
    ],
  }
  const hypothesis = [{ kind: 'hypothesis' as const, id, label: id }]
  expect(await refuseRootDeletion({ hypothesis }, effects.fetch)).toBe(reason)
})
