import { expect, test } from 'vitest'
import { insightStatuses } from '@/api/catalog/insights'
import { agentHealthLabels } from '@/lib/settings/agent-health'
import { mailStates } from '@/shared/settings/mail-state'
import { doneStateLabels } from '@/views/incidents/detail/done/done-items'
import { toHealthDot } from './catalog/health-status'
import { hypothesisStatuses, incidentStatuses, overStatuses } from './incidents/incidents'
import { silenceState } from './notifications/silence-state'
import { sendStatuses, sendStatusLabel } from './notifications/send-status'
import { runStatuses } from './playbooks/run-status'
import { filteredJobStatuses, jobStatusLabel } from './settings/job-status'
import { isStatusWord, meaningShape, statusHealth, statusMeaning, statusWords } from './status-words'

const now = new Date('2026-11-21T12:00:00Z')

test.each<[string, readonly string[]]>([
  ['runs', runStatuses],
  // Steps have statuses that runs do not have, and actions may not have started.
  ['steps', ['waiting', 'waiting_children', 'running', 'completed', 'failed', 'skipped', 'not started', 'not run']],
  ['jobs', [...filteredJobStatuses, 'STOPPED', jobStatusLabel({})]],
  ['notifications', sendStatuses.map(sendStatusLabel)],
  ['incidents', [...incidentStatuses, ...overStatuses]],
  ['hypotheses', hypothesisStatuses],
  ['definitions of done', Object.values(doneStateLabels)],
  ['insights', insightStatuses],
  [
    'silences',
    [
      { from: '2026-11-21T11:00:00Z' },
      { from: '2026-11-21T13:00:00Z' },
      { from: '2026-11-20T11:00:00Z', until: '2026-11-21T11:00:00Z' },
    ].map((period) => silenceState(period, now)),
  ],
  ['agents', Object.values(agentHealthLabels)],
  ['messages of the identity service', Object.values(mailStates)],
  ['health', ['healthy', 'unhealthy', 'warning', 'unknown', 'degraded', 'missing', 'suspended', 'mixed']],
])('has an entry for every status of %s', (_of, statuses) => {
  expect(statuses.length).toBeGreaterThan(2)
  expect(statuses.filter((status) => !isStatusWord(status))).toEqual([])
})

test('every word has one meaning', () => {
  expect(statusWords.length).toBeGreaterThan(50)
  const seen = statusWords.map(([word]) => word)
  expect(seen.filter((word, at) => seen.indexOf(word) !== at)).toEqual([])
})

test('words are recognised as backends write them', () => {
  expect(['timed_out', 'TIMED OUT', 'Timed out'].map(statusMeaning)).toEqual(['failed', 'failed', 'failed'])
  expect(statusMeaning('pending_approval')).toBe('attention')
})

test('a word that the table does not contain is unknown', () => {
  expect([statusMeaning('evicted'), statusMeaning(null), statusMeaning('')]).toEqual(['unknown', 'unknown', 'unknown'])
  expect(isStatusWord('evicted')).toBe(false)
})

test.each(['healthy', 'unhealthy', 'warning', 'unknown', 'degraded', 'missing', 'suspended', 'mixed'])(
  'the health %s has the same shape in the table and in lists of resources',
  (health) => expect(statusHealth(health)).toBe(toHealthDot(health))
)

test('running, waiting, cancelled, decided and unknown have icons of their own', () => {
  const shapes = (['running', 'waiting', 'cancelled', 'decided', 'unknown'] as const).map(meaningShape)
  expect(shapes).toEqual([undefined, undefined, undefined, undefined, 'unknown'])
})

// Specification, JOBS-28: yellow is the colour of running work.
test.each([
  ['RUNNING', 'running'],
  ['WARNING', 'attention'],
  ['SUCCESS', 'done'],
  ['FAILED', 'failed'],
  ['STOPPED', 'failed'],
])('a job that is %s is %s', (status, meaning) => expect(statusMeaning(status)).toBe(meaning))
