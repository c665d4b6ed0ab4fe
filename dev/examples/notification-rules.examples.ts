import type { NotificationRule } from '../../src/api/notifications/rules'

const ada = { id: '5a000001-0000-4000-8000-000000000001', name: 'Ada Lovelace' }
const team = '5a000002-0000-4000-8000-000000000001'

export default [
  {
    id: '5a000018-0000-4000-8000-000000000001',
    name: 'failing gold checks',
    namespace: 'default',
    events: ['check.failed'],
    filter: 'check.labels.tier == "gold"',
    team_id: team,
    team: { id: team, name: 'storefront' },
    repeat_interval: '1h',
    sent: 1204,
    failed: 0,
    pending: 0,
    source: 'UI',
    created_by: ada,
    created_at: '2026-01-01T10:00:00Z',
  },
  {
    id: '5a000018-0000-4000-8000-000000000002',
    name: 'printers',
    namespace: 'depot',
    events: ['config.unhealthy'],
    filter: 'config.type ==',
    error: 'Syntax error: mismatched input <EOF>',
    error_at: '2025-12-01T10:00:00Z',
    custom_services: [{ url: 'ntfy://ntfy.quillmoor.example/depot' }],
    source: 'UI',
    created_by: ada,
    created_at: '2025-12-01T10:00:00Z',
  },
  {
    id: '5a000018-0000-4000-8000-000000000003',
    name: 'everything-about-the-warehouse-management-system-and-all-printers-scanners-and-doors',
    events: ['component.unhealthy', 'component.warning', 'config.degraded', 'config.unknown', 'incident.created'],
    custom_services: [
      { name: '仓库-chat', connection: 'connection://default/platform-chat' },
      { url: 'https://example.org/a' },
    ],
    sent: 3,
    failed: 2,
    pending: 1,
    most_common_error: 'failed to send message: 401',
    last_failed_at: '2026-01-02T10:00:00Z',
    source: 'UI',
    created_by: ada,
    created_at: '2025-11-01T10:00:00Z',
  },
  {
    id: '5a000018-0000-4000-8000-000000000004',
    name: 'restart crashing pods',
    events: ['config.unhealthy'],
    source: 'KubernetesCRD',
    created_at: '2025-11-01T10:00:00Z',
  },
] satisfies readonly NotificationRule[]
