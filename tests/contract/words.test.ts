import { expect, test } from 'vitest'
import { nextStatuses, incidentStatuses, normaliseSeverity } from '@/lib/incidents/incidents'
import { formatRunStatus, isRunOver } from '@/lib/playbooks/run-status'
import { jobStatusLabel } from '@/lib/settings/job-status'
import { statusMeaning } from '@/lib/status-words'
import { componentHealthDot } from '@/lib/topology/component-health'
import { severityRank, severityTone } from '@/shared/severity'
import { formatStoredValue } from '@/views/catalog/shared/insights/words'
import { eventHealth } from '@/views/health/detail/event-marks'
import { UNKNOWN_WORD } from './answers'

// How words that the console does not know are shown: as they are, in a neutral tone. The exception is the health of a
// config item, where every unlisted status is green (`toHealthDot`).

const shown = 'Word of a later version'

test('an unknown severity has no tone, comes last and is shown as it is', () => {
  expect(severityTone(UNKNOWN_WORD)).toBeUndefined()
  expect(severityRank(UNKNOWN_WORD)).toBeGreaterThan(severityRank('info'))
  expect(normaliseSeverity(UNKNOWN_WORD)).toBe(UNKNOWN_WORD)
})

test('an unknown status of any resource is neutral', () => {
  expect(statusMeaning(UNKNOWN_WORD)).toBe('unknown')
})

test('a run of unknown status is over if it has an end', () => {
  const status = UNKNOWN_WORD
  expect(formatRunStatus(status)).toBe(shown.toLowerCase())
  expect(isRunOver({ status })).toBe(false)
  expect(isRunOver({ status, end_time: '2026-05-01T10:20:30Z' })).toBe(true)
})

test('an unknown status of a job is shown as it is', () => {
  expect(jobStatusLabel({ job_status: 'STALE' })).toBe('Stale')
})

test('an unknown status of an incident can change to any status', () => {
  expect(nextStatuses(UNKNOWN_WORD)).toEqual(incidentStatuses)
})

test('an unknown status of an insight is shown as it is', () => {
  expect(formatStoredValue(UNKNOWN_WORD)).toBe(shown)
})

test('a component of unknown status and an event of unknown severity are neutral', () => {
  expect(componentHealthDot({ status: UNKNOWN_WORD })).toBe('unknown')
  const change = { is: 'change' as const, id: 'a', created_at: '2026-05-01T10:20:30Z', severity: UNKNOWN_WORD }
  expect(eventHealth(change)).toBe('unknown')
})
