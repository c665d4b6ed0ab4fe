import { beforeEach, expect, test, vi } from 'vitest'
import * as incidents from '@/api/incidents/incident-rows'
import { ApiError } from '@/api/http'
import {
  describeCreated,
  createEvidenceLink,
  type EvidenceLink,
  type CreatedRecords,
  undoEvidenceLink,
} from './evidence-link'

const nothingMade = (): CreatedRecords => ({ evidences: new Map() })
const order: string[] = []
const returning = (name: string, id: string) => async () => {
  order.push(name)
  return id
}
const calls = () => ({
  createIncident: vi.spyOn(incidents, 'createIncident').mockImplementation(returning('incident', 'i')),
  createRootHypothesis: vi.spyOn(incidents, 'createRootHypothesis').mockImplementation(returning('hypothesis', 'h')),
  createEvidence: vi.spyOn(incidents, 'createEvidence').mockImplementation(returning('evidence', 'e')),
  deleteIncidentRows: vi.spyOn(incidents, 'deleteIncidentRows').mockResolvedValue(),
  removeHypothesis: vi.spyOn(incidents, 'removeHypothesis').mockResolvedValue(true),
  removeIncident: vi.spyOn(incidents, 'removeIncident').mockResolvedValue(true),
})
let api: ReturnType<typeof calls>
beforeEach(() => {
  order.length = 0
  api = calls()
})

const sources = ['a', 'b'].map((id) => ({ kind: 'check' as const, id, label: `check ${id}` }))
const wanted: EvidenceLink = {
  sources,
  incident: { is: 'new', title: 'Payments down', type: 'cost', severity: 'Low' },
  hypothesis: { is: 'new', title: 'Payments down' },
  description: '',
  isDefinitionOfDone: false,
  personId: 'me',
  snapshots: new Map(),
}
const refused = new ApiError('http', 'no')

test('creates the incident, then the hypothesis, then each evidence [LINK-13 LINK-15 LINK-17]', async () => {
  const made = nothingMade()
  expect(await createEvidenceLink(wanted, made)).toEqual({ incidentId: 'i', hypothesisId: 'h' })
  expect(order).toEqual(['incident', 'hypothesis', 'evidence', 'evidence'])
  expect(api.createRootHypothesis).toHaveBeenCalledWith('i', 'Payments down', 'me')
  expect(api.createEvidence.mock.calls.map(([{ source, hypothesisId }]) => [source.id, hypothesisId])).toEqual([
    ['a', 'h'],
    ['b', 'h'],
  ])
})

test('does not create an existing incident and hypothesis again', async () => {
  const open: EvidenceLink = {
    ...wanted,
    incident: { is: 'existing', id: 'x', title: '' },
    hypothesis: { is: 'existing', id: 'y' },
  }
  expect(await createEvidenceLink(open, nothingMade())).toEqual({ incidentId: 'x', hypothesisId: 'y' })
  expect(order).toEqual(['evidence', 'evidence'])
})

test('continues a retry where the first attempt failed', async () => {
  const made = nothingMade()
  api.createEvidence.mockImplementationOnce(returning('evidence', 'e1')).mockRejectedValueOnce(refused)
  await expect(createEvidenceLink(wanted, made)).rejects.toBe(refused)
  expect(describeCreated(wanted, made)).toBe('Added check a, but not all of it. ')
  await createEvidenceLink(wanted, made)
  expect(order).toEqual(['incident', 'hypothesis', 'evidence', 'evidence'])
  expect([...made.evidences]).toEqual([
    ['a', 'e1'],
    ['b', 'e'],
  ])
})

test.each([
  [{ evidences: new Map() }, ''],
  [{ incidentId: 'i', evidences: new Map() }, 'The incident “Payments down” was created, but no evidence was added. '],
  [
    { incidentId: 'i', hypothesisId: 'h', evidences: new Map() },
    'The incident “Payments down” was created with its hypothesis, but no evidence was added. ',
  ],
  [{ hypothesisId: 'h', evidences: new Map() }, 'The hypothesis was created, but no evidence was added. '],
])('%j is described as %j', (made, words) => expect(describeCreated(wanted, made)).toBe(words))

const everything = { incidentId: 'i', hypothesisId: 'h', evidences: new Map([['a', 'e']]) }

test('undo removes the evidence, and the incident if it was created for the evidence', async () => {
  expect(await undoEvidenceLink(everything)).toEqual({ message: 'Removed the evidence and the incident.' })
  expect(await undoEvidenceLink({ evidences: everything.evidences })).toEqual({ message: 'Removed the evidence.' })
  expect(api.removeIncident).toHaveBeenCalledTimes(1)
})

test('undo keeps an incident and a hypothesis that another user has added to', async () => {
  api.removeIncident.mockResolvedValue(false)
  expect(await undoEvidenceLink(everything)).toEqual({
    message: 'Removed the evidence. The incident was kept because something was added to it.',
  })
  // Both are removed or kept together: an incident without its hypothesis would be unusable.
  expect(api.removeHypothesis).not.toHaveBeenCalled()
  api.removeHypothesis.mockResolvedValue(false)
  expect(await undoEvidenceLink({ hypothesisId: 'h', evidences: everything.evidences })).toEqual({
    message: 'Removed the evidence. The hypothesis was kept because something was added to it.',
  })
})
