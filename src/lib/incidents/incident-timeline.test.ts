import { expect, test } from 'vitest'
import { type IncidentHistoryRow, mergeTimeline, describeHistoryRow, type TimelineSource } from './incident-timeline'

const at = (minute: number) => `2026-11-25T03:${String(minute).padStart(2, '0')}:00Z`
const hypothesis = { id: 'h1', title: 'The limit fell' }

const told = (changed: Partial<TimelineSource> = {}): TimelineSource => ({
  opened: { id: 'i1', at: at(10), by: 'Ada' },
  hypotheses: [],
  evidence: [],
  comments: [],
  history: [],
  events: [],
  ...changed,
})
const titles = (changed: Partial<TimelineSource>) => mergeTimeline(told(changed)).map(({ title }) => title)
const row = (type: string, rest: Partial<IncidentHistoryRow> = {}): IncidentHistoryRow => ({
  id: type,
  at: at(11),
  type,
  by: 'Ada',
  ...rest,
})

test('sorts by time, and causes before reactions at the same time', () => {
  const on = { kind: 'check', id: 'c1', name: 'cart API' } as const
  const moment = Date.parse(at(12))
  const entries = mergeTimeline(
    told({
      comments: [
        { id: 'b', at: at(12), text: 'second' },
        { id: 'a', at: at(12), text: 'first' },
      ],
      evidence: [{ id: 'e', at: at(12), title: 'cart API', hypothesis }],
      history: [row('incident.status_updated', { at: at(12), description: 'open' })],
      events: [
        { id: 'n', is: 'notification', at: moment, title: 'Notification', on },
        { id: 'f', is: 'failed', at: moment, title: 'Check started failing', on, summary: '503' },
        { id: 'c', is: 'change', at: moment, title: 'diff', on },
        { id: 'early', is: 'change', at: Date.parse(at(1)), title: 'Pulled', on },
      ],
    })
  )
  expect(entries.map(({ id }) => id)).toEqual(['early', 'i1', 'c', 'f', 'n', 'incident.status_updated', 'e', 'a', 'b'])
  expect(entries[3]).toMatchObject({ is: 'failed', text: '503', on })
})

test('merges evidence and comments with the history rows that report them [INC-18]', () => {
  const entries = mergeTimeline(
    told({
      evidence: [{ id: 'e1', at: at(12), by: 'Tomasz', title: 'cart API', hypothesis }],
      comments: [{ id: 'c1', at: at(13), by: 'jira: k.sato', text: 'Ticket taken' }],
      history: [
        row('incident.created', { at: at(10), by: 'System' }),
        row('evidence.created', { at: at(12), evidence: { id: 'e1', title: 'cart API' }, hypothesis }),
        row('responder.commented', { at: at(13), comment: { id: 'c1', text: 'Ticket taken' } }),
      ],
    })
  )
  expect(entries.map(({ is, title, text, by }) => [is, title, text, by])).toEqual([
    ['history', 'Opened the incident', undefined, 'Ada'],
    ['evidence', 'Added evidence', 'cart API', 'Tomasz'],
    ['comment', 'Commented', 'Ticket taken', 'jira: k.sato'],
  ])
})

test('lists a duplicate row once', () => {
  const twice = row('hypothesis.status_updated', { hypothesis, description: 'likely' })
  expect(titles({ history: [twice, twice] })).toEqual([
    'Opened the incident',
    'Marked the hypothesis “The limit fell” as likely',
  ])
})

test('lists a hypothesis once, from the history if possible', () => {
  const hypotheses = [
    { id: 'h1', title: 'The limit fell', type: 'factor', at: at(11), by: 'Ada' },
    { id: 'h2', title: 'Roll back', type: 'solution', at: at(12), by: 'Ada' },
  ]
  expect(titles({ hypotheses, history: [row('hypothesis.created', { hypothesis })] })).toEqual([
    'Opened the incident',
    'Added the hypothesis “The limit fell”',
    'Added the solution “Roll back”',
  ])
})

test('describes every known event of the history, with both names of a status change [INC-19]', () => {
  const sentence = (type: string, rest: Partial<IncidentHistoryRow> = {}) =>
    titles({ history: [row('incident.created', { at: at(1) }), row(type, rest)] }).at(-1)
  const evidence = { id: 'gone', title: 'cart API' }
  expect(titles({ history: [row('incident.created')] })).toEqual(['Opened the incident'])
  expect(sentence('responder.created', { responder: 'payments' })).toBe('Added payments as a responder')
  expect(sentence('evidence.created', { evidence })).toBe('Added “cart API”')
  expect(sentence('incident.status_updated', { description: 'mitigated' })).toBe('Set the status to mitigated')
  expect(sentence('incident_status.updated', { description: 'mitigated' })).toBe('Set the status to mitigated')
  expect(sentence('evidence.done_definition_added', { evidence })).toBe(
    'Made “cart API” part of the definition of done'
  )
  expect(sentence('evidence.done_updated', { evidence, description: 'true' })).toBe('Done: “cart API”')
  expect(sentence('evidence.done_updated', { evidence, description: 'false' })).toBe('No longer done: “cart API”')
  expect(sentence('responder.commented')).toBe('Commented from an external system')
  expect(sentence('hypothesis.created', { hypothesis })).toBe('Added the hypothesis “The limit fell”')
  expect(sentence('hypothesis.status_updated', { hypothesis, description: 'proven' })).toBe(
    'Marked the hypothesis “The limit fell” as proven'
  )
})

const changed = (what: string, description?: string) =>
  describeHistoryRow({ type: `incident.${what}_updated`, description })

test('describes other changes of an incident with their previous values', () => {
  expect(changed('severity', 'from 2 to Critical')).toBe('Changed the severity from high to critical')
  expect(changed('type', 'from technicalDebt to cost')).toBe('Changed the type from technical debt to cost')
  expect(changed('title', 'from “A” to “B”')).toBe('Changed the title from “A” to “B”')
  expect(changed('commander', 'from nobody to Ada')).toBe('Changed the commander from nobody to Ada')
  expect(changed('communicator')).toBe('Changed the communicator')
  const evidence = { id: 'e1', title: 'cart API' }
  const type = 'evidence.weight_updated'
  expect(describeHistoryRow({ type, evidence, description: 'contradicts' })).toBe(
    'Rated “cart API”: contradicts its hypothesis'
  )
  expect(describeHistoryRow({ type, evidence })).toBe(
    'Rated “cart API”: neither supports nor contradicts its hypothesis'
  )
})

test('describes an unknown event by its name and resource', () => {
  const history = [row('incident.created', { at: at(1) })]
  expect(titles({ history: [...history, row('incident.severity_raised', { description: 'high' })] }).at(-1)).toBe(
    'Incident severity raised: high'
  )
  expect(titles({ history: [...history, row('hypothesis.merged', { hypothesis })] }).at(-1)).toBe(
    'Hypothesis merged of “The limit fell”'
  )
  expect(titles({ history: [...history, row('')] }).at(-1)).toBe('Event')
})

test('marks a change that is evidence, and keeps its position', () => {
  const on = { kind: 'config', id: 'x', name: 'checkout' } as const
  const entries = mergeTimeline(
    told({
      evidence: [{ id: 'e1', at: at(12), title: 'diff of checkout', hypothesis, of: 'change1' }],
      events: [
        { id: 'change1', is: 'change', at: Date.parse(at(2)), title: 'diff', on },
        { id: 'change2', is: 'change', at: Date.parse(at(3)), title: 'diff', on },
      ],
    })
  )
  expect(entries.map(({ id, isEvidence = false }) => [id, isEvidence])).toEqual([
    ['change1', true],
    ['change2', false],
    ['i1', false],
    ['e1', false],
  ])
})
