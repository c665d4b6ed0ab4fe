import { beforeEach, expect, test } from 'vitest'
import type { Effects } from '../command'
import {
  removeResponder,
  setCommander,
  setScript,
  setSeverity,
  setStatus,
  toggleDefinition,
  toggleDone,
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

/** A server with some rows, into which changes are written. */
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

test('evidence becomes a part that a script ticks, and no part of it again by undo, whatever the script has said since [INC-15]', async () => {
  rows = [row()]
  const outcome = await setScript({ evidence, script: HEALTHY }, effects)
  expect(outcome.message).toBe('cart API is done when its check is healthy. The server looks within seconds.')
  expect(rows).toEqual([row({ definition_of_done: true, script: HEALTHY, done: false })])
  Object.assign(rows[0] ?? {}, { done: true, script_result: 'true' })
  expect((await outcome.undo?.())?.message).toBe('cart API: script restored.')
  expect(rows).toEqual([row()])
})

test('ticking says which way it went', async () => {
  rows = [row({ definition_of_done: true })]
  expect((await toggleDone({ evidences: evidence }, effects)).message).toBe('Done: cart API.')
  expect((await toggleDone({ evidences: evidence }, effects)).message).toBe('Not done any more: cart API.')
  expect((await toggleDefinition({ evidences: evidence }, effects)).message).toBe(
    'Not part of the definition of done any more: cart API.'
  )
  expect((await toggleDefinition({ evidences: evidence }, effects)).message).toBe(
    'Part of the definition of done: cart API.'
  )
  const more = [...evidence, { kind: 'evidence' as const, id: 'f', label: 'sessions' }]
  rows = [row({ done: true }), row({ id: 'f' })]
  expect((await toggleDone({ evidences: more }, effects)).message).toBe('Done: sessions. Not done any more: cart API.')
})

test('a script that somebody has changed since stays at undo', async () => {
  rows = [row()]
  const outcome = await setScript({ evidence, script: HEALTHY }, effects)
  Object.assign(rows[0] ?? {}, { script: 'true' })
  expect((await outcome.undo?.())?.message).toBe('cart API stays as it is: somebody has changed it since.')
  expect(rows).toMatchObject([{ script: 'true' }])
})

test('without a script it is ticked by hand, and keeps its tick', async () => {
  rows = [row({ definition_of_done: true, script: HEALTHY, done: true, script_result: 'true' })]
  expect((await setScript({ evidence, script: '' }, effects)).message).toBe('cart API is ticked by hand.')
  expect(rows).toEqual([row({ definition_of_done: true, done: true })])
  const again = await setScript({ evidence, script: '' }, effects)
  expect(again.message).toBe('cart API has this script already.')
  expect(written).toHaveLength(1)
})

const incidents = [{ kind: 'incident' as const, id: 'i', label: 'Cart is down' }]

test('of several incidents those that may not get a status, or are gone, stay ticked, and it is said why', async () => {
  rows = [
    { id: 'i', status: 'open', title: 'Cart is down' },
    { id: 'j', status: 'closed', title: 'Old' },
  ]
  const many = ['i', 'j', 'k'].map((id) => ({ kind: 'incident' as const, id, label: `Incident ${id}` }))
  const outcome = await setStatus({ incidents: many, status: 'investigating' }, effects)
  expect(outcome).toMatchObject({
    message:
      'Incident i: investigating. Incident k is not there any more. “Old” is closed. From there it becomes open.',
    isFailure: true,
    failed: [{ id: 'j' }, { id: 'k' }],
  })
  expect(rows.map(({ status }) => status)).toEqual(['investigating', 'closed'])
  expect((await outcome.undo?.())?.message).toBe('Incident i: status open again.')
  expect(rows.map(({ status }) => status)).toEqual(['open', 'closed'])
  rows = rows.slice(1)
  await expect(setStatus({ incidents: many.slice(1), status: 'mitigated' }, effects)).rejects.toThrow(
    /k is not there any/
  )
})

test('what was taken back is said with what it says again, those that say the same together', async () => {
  rows = [
    { id: 'i', severity: '2', status: 'open', commander_id: null },
    { id: 'j', severity: 'Low', status: 'open', commander_id: null },
    { id: 'k', severity: 'low', status: 'open', commander_id: 'ada' },
  ]
  const many = ['i', 'j', 'k'].map((id) => ({ kind: 'incident' as const, id, label: id.toUpperCase() }))
  const severity = await setSeverity({ incidents: many, severity: 'critical' }, effects)
  expect((await severity.undo?.())?.message).toBe('I: severity high again. J and K: severity low again.')
  const person = [{ kind: 'person' as const, id: 'bo', label: 'Bo' }]
  const commander = await setCommander({ incident: many, person }, effects)
  expect((await commander?.undo?.())?.message).toBe('I and J: no commander again. K: commander restored.')
})

test.each([
  ['mitigated', 'Cart is down: mitigated. 1 item still to do.'],
  [
    'resolved',
    'Cart is down: resolved. 1 item still to do. While its condition is not met, the server reopens the incident.',
  ],
  ['investigating', 'Cart is down: investigating.'],
] as const)('what is not done is said when it becomes %s, and forbids nothing', async (status, said) => {
  rows = [{ id: 'i', title: 'Cart is down', status: 'open' }]
  progress = new Map([['i', { done: 2, of: 3, watched: 1 }]])
  const outcome = await setStatus({ incidents, status }, effects)
  expect(outcome.message).toBe(said)
  expect(rows).toMatchObject([{ status }])
  await outcome.undo?.()
  expect(rows).toMatchObject([{ status: 'open' }])
})

test('a responder is taken off, stays in the records, and comes back', async () => {
  const responder = [{ kind: 'responder' as const, id: 'r', label: 'Ada' }]
  rows = [{ id: 'r', incident_id: 'i', deleted_at: null }]
  const outcome = await removeResponder({ responder }, effects)
  expect(outcome?.message).toBe('Ada does not respond to it any more.')
  expect(rows[0]?.['deleted_at']).not.toBeNull()
  expect((await removeResponder({ responder }, effects))?.undo).toBeUndefined()
  expect((await outcome?.undo?.())?.message).toBe('Ada responds to it again.')
  expect(rows).toMatchObject([{ deleted_at: null }])
})

test('a responder who was added again meanwhile is not there twice after undo', async () => {
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
  expect((await outcome?.undo?.())?.message).toBe('Ada responds to it already.')
  expect(rows).toMatchObject([{ deleted_at: gone }])
})
