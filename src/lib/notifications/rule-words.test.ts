import { expect, test } from 'vitest'
import { describeDryRun, describeEvents, describeRuleRecipient, describeSends } from './rule-words'

test.each([
  [['check.failed'], 'check failed'],
  [['check.failed', 'check.passed'], 'check failed or passed'],
  [['config.unknown', 'config.unhealthy', 'config.warning'], 'config item unhealthy, warning or unknown'],
  [['incident.status.open', 'check.failed', 'agent.offline'], 'check failed, incident status open, agent.offline'],
  [[], ''],
])('describes the events %j as "%s"', (events, words) => {
  expect(describeEvents(events)).toBe(words)
})

test.each([
  [{ person_id: 'p', person: { name: 'Ada' } }, 'Ada'],
  [{ team_id: 't', team: null }, 'a team'],
  [{ custom_services: [{ name: 'chat', url: 'https://a' }, { connection: 'connection://a/b' }] }, 'chat and a/b'],
  [{ custom_services: [{ url: 'ntfy://user:secret@ntfy.sh/topic' }] }, 'ntfy.sh'],
  [{ custom_services: [{ url: 'nothing' }] }, 'an address'],
  [{}, 'a playbook'],
])('describes the recipient of %j as "%s"', (rule, words) => {
  expect(describeRuleRecipient(rule)).toBe(words)
})

test('counts messages', () => {
  expect(describeSends({ sent: 1204, failed: 2, pending: 0 })).toBe('1,204 sent, 2 failed')
  expect(describeSends({ sent: null })).toBe('')
})

test.each([
  [{ events: 0, counts: {} }, 'None of these events happened.'],
  [
    { events: 3, counts: { sent: 1, filtered: 2 } },
    '1 message would have been sent; 2 events did not match the filter.',
  ],
  [
    { events: 9, counts: { sent: 2, 'repeat-interval': 3, silenced: 1, filtered: 1 } },
    '2 messages would have been sent; 4 messages would have been held back; 1 event did not match the filter.',
  ],
])('describes a dry run: %j', (result, words) => {
  expect(describeDryRun(result)).toBe(words)
})
