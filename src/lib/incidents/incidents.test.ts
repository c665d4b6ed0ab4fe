import { expect, test } from 'vitest'
import {
  childHypothesisType,
  incidentDuration,
  isOver,
  statusTimes,
  nextStatuses,
  normaliseSeverity,
  incidentTypeLabel,
} from './incidents'

test.each([
  ['new', ['open', 'investigating', 'mitigated', 'resolved', 'closed']],
  ['Open', ['investigating', 'mitigated', 'resolved', 'closed']],
  ['investigating', ['mitigated', 'resolved', 'closed']],
  ['mitigated', ['resolved', 'closed', 'open']],
  ['resolved', ['closed', 'open']],
  ['closed', ['open']],
  ['escalated', ['new', 'open', 'investigating', 'mitigated', 'resolved', 'closed']],
])('%s can change to the statuses of the protocol, and an unknown status to all', (status, next) =>
  expect(nextStatuses(status)).toEqual(next)
)

test('allows factors below a root, solutions below a factor, and nothing below a solution', () =>
  expect([undefined, 'root', 'factor', 'solution'].map((one) => childHypothesisType(one as never))).toEqual([
    'root',
    'factor',
    'solution',
    undefined,
  ]))

const NOW = '2026-11-25T12:00:00Z'
const EARLIER = '2026-11-25T11:00:00Z'

test('sets the times of a status: acknowledged once, closed until reopened', () => {
  expect(statusTimes('investigating', NOW, {})).toEqual({ acknowledged: NOW, resolved: null, closed: null })
  const resolved = statusTimes('resolved', NOW, { acknowledged: EARLIER })
  expect(resolved).toEqual({ acknowledged: EARLIER, resolved: NOW, closed: null })
  expect(statusTimes('closed', NOW, { acknowledged: EARLIER, resolved: EARLIER })).toEqual({
    acknowledged: EARLIER,
    resolved: EARLIER,
    closed: NOW,
  })
  expect(statusTimes('open', NOW, resolved)).toEqual({ acknowledged: EARLIER, resolved: null, closed: null })
  expect(statusTimes('new', NOW, resolved)).toEqual({ acknowledged: null, resolved: null, closed: null })
})

test('measures the duration until the incident is over', () => {
  const begun = { created_at: '2026-11-25T10:00:00Z', status: 'open' }
  const now = Date.parse(NOW)
  expect(incidentDuration(begun, now)).toBe(7_200_000)
  expect(incidentDuration({ ...begun, status: 'Closed', resolved: EARLIER, closed: NOW }, now)).toBe(3_600_000)
  expect(incidentDuration({ ...begun, status: 'closed' }, now, EARLIER)).toBe(3_600_000)
  expect(isOver({ status: 'CANCELLED' })).toBe(true)
})

test.each([
  ['technicalDebt', 'Technical debt'],
  ['technical_debt', 'Technical debt'],
  ['availability', 'Availability'],
])('%s reads %s', (type, words) => expect(incidentTypeLabel(type)).toBe(words))

test.each([
  ['Critical', 'critical'],
  ['Medium', 'medium'],
  ['info', 'info'],
  ['1', 'medium'],
  ['2', 'high'],
  ['3', 'blocker'],
  ['4', 'critical'],
])('the severity %s is shown as %s', (written, shown) => {
  expect(normaliseSeverity(written)).toBe(shown)
})
