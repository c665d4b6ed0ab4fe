import { expect, test } from 'vitest'
import type { FullNotificationRule } from '@/api/notifications/rules'
import { toRuleRow, toRuleValues } from './rule-values'

const PERSON = '5a000001-0000-4000-8000-000000000001'
const PLAYBOOK = '5a000022-0000-4000-8000-000000000001'

const full: FullNotificationRule = {
  id: '5a000018-0000-4000-8000-000000000001',
  name: 'deployments',
  namespace: 'default',
  events: ['check.failed', 'config.unhealthy', 'incident.status.open', 'agent.offline'],
  filter: 'config.type == "Kubernetes::Pod"',
  title: '{{.config.name}}',
  template: 'Look at {{.permalink}}',
  custom_services: [
    { name: 'chat', connection: 'connection://default/chat', properties: { channel: '#ops' } },
    { name: '', url: 'ntfy://ntfy.sh/depot', filter: 'config.name == "a"' },
  ],
  repeat_interval: '4h',
  wait_for: 120_000_000_000,
  wait_for_eval_period: 30_000_000_000,
  group_by: ['type', 'label:app'],
  group_by_interval: 5_400_000_000_000,
  inhibitions: [{ direction: 'outgoing', from: 'Kubernetes::Deployment', to: ['Kubernetes::Pod', 'A'], depth: 2 }],
  fallback_person_id: PERSON,
  fallback_delay: 600_000_000_000,
  properties: { priority: 'high' },
  names: { [PERSON]: 'Ada' },
}

/** The columns that a form can change, of a row without any. */
const empty = {
  namespace: null,
  filter: null,
  person_id: null,
  team_id: null,
  playbook_id: null,
  custom_services: null,
  title: null,
  template: null,
  repeat_interval: null,
  wait_for: null,
  wait_for_eval_period: null,
  group_by: null,
  group_by_interval: null,
  inhibitions: null,
  fallback_person_id: null,
  fallback_team_id: null,
  fallback_playbook_id: null,
  fallback_custom_services: null,
  fallback_delay: null,
  properties: null,
}

test('stores a rule as it was, if no field changes', () => {
  const { id: _id, names: _names, ...columns } = full
  expect(toRuleRow(toRuleValues(full))).toEqual({ ...empty, ...columns })
})

test('shows durations, groups and services as texts', () => {
  expect(toRuleValues(full)).toMatchObject({
    wait_for: '2m',
    wait_for_eval_period: '30s',
    group_by_interval: '1h30m',
    group_by: 'type, label:app',
    recipient: 'services',
    services: [
      { via: 'connection', connection: { value: 'connection://default/chat', label: 'default/chat' } },
      { via: 'address', url: 'ntfy://ntfy.sh/depot' },
    ],
    fallback_recipient: 'person',
    fallback_person: { value: PERSON, label: 'Ada' },
    events: { check: ['failed'], config: ['unhealthy'], incident: ['status.open'], others: ['agent.offline'] },
  })
})

test.each([
  ['person', { person_id: PERSON }],
  ['team', { team_id: PERSON }],
  ['playbook', { playbook_id: PLAYBOOK }],
] as const)('replaces services with a %s [NOTIF-04]', (kind, columns) => {
  const [id = ''] = Object.values(columns) as string[]
  const values = { ...toRuleValues(full), recipient: kind, [kind]: { value: id, label: 'a' } }
  expect(toRuleRow(values)).toMatchObject({
    person_id: null,
    team_id: null,
    playbook_id: null,
    custom_services: null,
    ...columns,
  })
})

test('reads a rule with a name and events only', () => {
  const row = { id: full.id, name: 'new', events: ['check.failed'] }
  expect(toRuleRow(toRuleValues(row))).toEqual({ ...empty, name: 'new', events: ['check.failed'] })
})
