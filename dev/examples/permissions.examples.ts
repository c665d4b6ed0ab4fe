import type { Permission } from '../../src/api/settings/permissions'

const ADA = '5a000001-0000-4000-8000-000000000001'

const permission = (number: number, more: Partial<Permission>): Permission => ({
  id: `5a000004-0000-4000-8000-00000000000${number}`,
  action: 'read',
  deny: false,
  subject: 'guest',
  subject_type: 'group',
  group: { id: null, name: null },
  source: 'UI',
  created_by: ADA,
  author: 'Ada Lovelace',
  created_at: '2026-01-01T10:00:00Z',
  updated_at: '2026-01-02T10:00:00Z',
  ...more,
})

const team = { id: '5a000002-0000-4000-8000-000000000001', name: 'payments' }
const rule = { id: '5a000018-0000-4000-8000-000000000001', name: 'failing gold checks' }

export default [
  permission(1, {
    subject_type: 'team',
    subject: team.id,
    team,
    action: 'playbook:run',
    playbook_object: { id: '5a000017-0000-4000-8000-000000000001', name: 'restart-deployment' },
    description: 'The payments team may restart its own services',
  }),
  permission(2, { deny: true, object: 'catalog', description: 'Auditors may read incidents, but not configuration' }),
  permission(3, {
    subject_type: 'notification',
    subject: rule.id,
    notification: rule,
    connection_object: { id: '5a000013-0000-4000-8000-000000000001', name: 'platform-chat', type: 'slack' },
  }),
  permission(4, {
    subject_type: 'person',
    subject: ADA,
    person: { id: ADA, name: '仓库-operator-of-the-warehouse-management-system' },
    action: 'create,read,update,delete',
    object_selector: {
      playbooks: [{ name: 'restart-*' }],
      configs: [{ types: ['Kubernetes::Deployment'], namespace: 'payments', tagSelector: 'cluster=harbour' }],
    },
    agents: ['depot-leeds'],
    tags: { cluster: 'harbour' },
    until: '2026-03-01T00:00:00Z',
  }),
  permission(5, {
    subject_type: 'playbook',
    subject: null,
    action: '*',
    object: '*',
    source: 'KubernetesCRD',
    created_by: null,
    author: undefined,
    error: 'unknown object',
  }),
] satisfies readonly Permission[]
