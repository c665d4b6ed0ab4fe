import { beforeEach, expect, test, vi } from 'vitest'
import * as incidents from '../../api/incidents'
import type { Effects } from '../command'
import { add } from './evidence.runs'

/** What open incidents have as evidence already, by check id. */
let known: string[] = []
const effects = {
  fetch: async ({ queryKey: [of] }: { queryKey: readonly unknown[] }) =>
    of === 'whoami'
      ? { payload: { user: { id: 'me' } } }
      : { hypotheses: [{ id: 'h', evidences: known.map((check_id) => ({ check_id })) }] },
  mutate: (mutation: { mutationFn(variables: unknown): unknown }, variables: unknown) => mutation.mutationFn(variables),
} as unknown as Effects
const calls = () => ({
  createIncident: vi.spyOn(incidents, 'createIncident').mockResolvedValue('i'),
  createRootHypothesis: vi.spyOn(incidents, 'createRootHypothesis').mockResolvedValue('h'),
  createEvidence: vi.spyOn(incidents, 'createEvidence').mockResolvedValue('e'),
})
let api: ReturnType<typeof calls>
beforeEach(() => {
  vi.restoreAllMocks()
  known = []
  api = calls()
})

const sources = ['a', 'b'].map((id) => ({ kind: 'check' as const, id, label: id }))
const made = { to: 'new', incidentId: 'i', hypothesisId: 'h', evidences: { a: 'e' } }
const isNew = { sources, title: 'Payments down', type: 'cost', severity: 'Low' }

test('a retry continues with what was created', async () => {
  await add({ ...isNew, made }, effects)
  expect(api.createIncident).not.toHaveBeenCalled()
  expect(api.createEvidence.mock.calls.map(([{ source, hypothesisId }]) => [source.id, hypothesisId])).toEqual([
    ['b', 'h'],
  ])
})

test('what was created for one incident is not used for another', async () => {
  api.createRootHypothesis.mockResolvedValue('other h')
  await add({ sources, incident: 'x', title: 'Other', hypothesisTitle: 'Network', made }, effects)
  expect(api.createRootHypothesis).toHaveBeenCalledWith('x', 'Network', 'me')
  expect(api.createEvidence.mock.calls.map(([{ source, hypothesisId }]) => [source.id, hypothesisId])).toEqual([
    ['a', 'other h'],
    ['b', 'other h'],
  ])
})

test('a new incident without a type is an error of that field, and nothing is created', async () => {
  await expect(
    add({ sources, title: 'Payments down', severity: 'Low', made: undefined }, effects)
  ).rejects.toMatchObject({
    fields: { type: 'Please select an incident type' },
  })
  expect(api.createIncident).not.toHaveBeenCalled()
})

const isOpen = { sources, incident: 'x', title: 'Payments down', hypothesis: 'h', made: undefined }

test('what is evidence of the incident by now is not linked twice, and said', async () => {
  known = ['a']
  expect((await add(isOpen, effects)).said).toBe(
    'Linked to incident successfully: Payments down. a is evidence of it already.'
  )
  expect(api.createEvidence.mock.calls.map(([{ source }]) => source.id)).toEqual(['b'])
  known = ['a', 'b', 'c']
  const outcome = await add(isOpen, effects)
  expect(outcome).toEqual({ said: 'a and b are evidence of “Payments down” already.' })
  expect(api.createEvidence).toHaveBeenCalledTimes(1)
})

test('evidence of an earlier try is its own work, not that of others', async () => {
  known = ['a']
  await add(
    { ...isOpen, made: { to: 'x h', incidentId: undefined, hypothesisId: undefined, evidences: { a: 'e' } } },
    effects
  )
  expect(api.createEvidence.mock.calls.map(([{ source }]) => source.id)).toEqual(['b'])
})
