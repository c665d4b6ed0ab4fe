import { expect, test } from 'vitest'
import { explainSend, type SendFacts, type SendNames } from './explain-send'
import { isResendable, isSendFailed, sendStatusLabel } from './send-status'

const NOW = Date.parse('2026-11-29T12:00:00Z')
const LATER = '2026-11-29T14:05:00Z'
const explain = (send: SendFacts, names: Partial<SendNames> = {}) =>
  explainSend(send, { formatTime: (at) => at.slice(11, 16), ...names }, NOW)

test.each<[SendFacts, string]>([
  [{ status: 'error', error: '401', retries: 4 }, '401. Gave up after 4 retries.'],
  [{ status: 'error', error: 'No mail server is set.' }, 'No mail server is set.'],
  [{ status: 'error' }, 'Could not be sent.'],
  [
    { status: 'attempting_fallback', error: '401', retries: 1 },
    '401. Gave up after 1 retry. The fallback recipient is next.',
  ],
  [{ status: 'pending' }, 'Waiting to be sent.'],
  [{ status: 'pending', not_before: LATER }, 'Delayed until 14:05.'],
  [{ status: 'pending', not_before: '2026-11-29T11:00:00Z' }, 'Waiting to be sent.'],
  [{ status: 'pending', not_before: LATER, leased_until: '2026-11-29T14:05:00.000+00:00' }, 'Being sent now.'],
  [{ status: 'pending', not_before: LATER, leased_until: '2026-11-29T14:04:00Z' }, 'Delayed until 14:05.'],
  [{ status: 'attempting_fallback', error: '401', not_before: LATER, leased_until: LATER }, '401. Being sent now.'],
  [{ status: 'pending', error: 'timeout', not_before: LATER }, 'timeout. Next attempt at 14:05.'],
  [{ status: 'pending', error: 'timeout', retries: 2 }, 'timeout. Trying again after 2 retries.'],
  [
    { status: 'pending', error: 'Kept until the quiet hours end', retries: 0, not_before: LATER },
    'Kept until the quiet hours end. Due at 14:05.',
  ],
  [
    { status: 'repeat-interval', error: 'Flapping: the health changed at least 6 times within an hour.' },
    'Flapping: the health changed at least 6 times within an hour. Held back after an earlier notification.',
  ],
  [{ status: 'evaluating-waitfor', not_before: LATER }, 'The health is checked again at 14:05 before it is sent.'],
  [{ status: 'skipped', error: 'More than 50 messages within four hours' }, 'More than 50 messages within four hours.'],
  [{ status: 'skipped' }, 'The health changed, or the resource was deleted, before it was sent.'],
  [{ status: 'sent', duration_millis: 412, retries: 1 }, 'Sent in 412 ms, after 1 retry.'],
  [{ status: 'sent', error: '401', duration_millis: 412 }, '401. The fallback recipient received it.'],
  [{ status: 'sent' }, ''],
  [{ status: 'silenced' }, 'Silenced by a silence.'],
  [{ status: 'inhibited' }, 'Inhibited by an earlier notification.'],
  [{ status: 'pending_playbook_completion' }, 'Waiting for the playbook to finish.'],
  [{ status: 'moved_elsewhere', error: 'gone' }, 'gone.'],
])('explains %o as %j', (send, words) => expect(explain(send)).toBe(words))

test('names what a notification refers to', () => {
  const names = { silence: 'at night', parent: 'checkout', playbook: 'Restart', rule: 'gold checks' }
  expect(
    ['silenced', 'inhibited', 'repeat-interval', 'grouped', 'pending_playbook_run'].map((status) =>
      explain({ status }, names)
    )
  ).toEqual([
    'Silenced by at night.',
    'Inhibited by the notification about checkout.',
    'Repeats the notification about checkout within the repeat interval of gold checks.',
    'Part of the notification about checkout.',
    'Waiting for Restart to start.',
  ])
})

test('shows an unknown status as the backend writes it', () =>
  expect([sendStatusLabel('moved_elsewhere'), sendStatusLabel(null)]).toEqual(['Moved elsewhere', 'Unknown']))

test.each([
  ['error', true, true],
  ['attempting_fallback', true, false],
  ['silenced', false, true],
  ['sent', false, false],
  ['pending', false, false],
  ['of_a_later_version', false, false],
])('%s: failed %s, can be sent again %s', (status, failed, resendable) =>
  expect([isSendFailed({ status }), isResendable({ status })]).toEqual([failed, resendable])
)
