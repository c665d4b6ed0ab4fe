import { expect, test } from 'vitest'
import { notificationRecipient } from './recipient'

const names = {
  person: new Map([['p', 'Ada']]),
  team: new Map([['t', 'platform']]),
  connection: new Map([['c', 'chat']]),
}

test.each<[object, object | undefined]>([
  [{ person_id: 'p' }, { is: 'person', name: 'Ada', isNamed: true }],
  [{ person_id: 'q' }, { is: 'person', name: 'A person', isNamed: false }],
  [{ team_id: 't' }, { is: 'team', name: 'platform', isNamed: true }],
  [{ connection_id: 'c' }, { is: 'connection', name: 'chat', isNamed: true }],
  [
    { connection_id: 'd', custom_service: '{"name": "alerts"}' },
    { is: 'connection', name: 'alerts', isNamed: true },
  ],
  [
    { playbook_run_id: 'r', playbook_run: { playbook_name: 'Restart' } },
    { is: 'playbook', name: 'Restart', isNamed: true },
  ],
  [{ playbook_run_id: 'r' }, { is: 'playbook', name: 'A playbook', isNamed: false }],
  [{}, undefined],
])('%o was sent to %o', (send, recipient) => expect(notificationRecipient(send, names)).toEqual(recipient))

test.each(['{"url": "slack://token@channel"}', 'slack://token@channel', '[1]', '{"name": 1, "url": "token"}'])(
  'never shows the address of a service: %s',
  (written) =>
    expect(notificationRecipient({ custom_service: written }, names)).toEqual({
      is: 'service',
      name: 'A service',
      isNamed: false,
    })
)
