import type { SilenceRow } from '../../src/api/notifications/silences'

const ada = { id: '5a000001-0000-4000-8000-000000000001', name: 'Ada Lovelace' }
const check = '5a00001a-0000-4000-8000-000000000041'
const item = '5a00001a-0000-4000-8000-000000000042'

export default [
  {
    id: '5a000019-0000-4000-8000-000000000001',
    name: 'cart-flaps',
    description: 'Known: the session cache',
    from: '2026-01-01T10:00:00Z',
    until: null,
    recursive: false,
    check_id: check,
    checks: { id: check, name: 'cart', type: 'http' },
    source: 'UI',
    created_by: ada,
    created_at: '2026-01-01T10:00:00Z',
  },
  {
    id: '5a000019-0000-4000-8000-000000000002',
    name: 'move-of-the-depot',
    from: '2999-01-01T10:00:00Z',
    until: '2999-01-02T10:00:00Z',
    recursive: true,
    config_id: item,
    catalog: { id: item, name: 'depot-leeds', type: 'Kubernetes::Cluster' },
    source: 'UI',
    created_by: ada,
    created_at: '2025-12-31T10:00:00Z',
  },
  {
    id: '5a000019-0000-4000-8000-000000000003',
    name: 'typo',
    description: 'תחזוקה בלילה',
    filter: "config.tags.namespace = 'dev'",
    error: "Syntax error: token recognition error at: '= '",
    from: '2025-12-01T10:00:00Z',
    until: null,
    recursive: false,
    source: 'KubernetesCRD',
    created_at: '2025-12-01T10:00:00Z',
  },
  {
    id: '5a000019-0000-4000-8000-000000000004',
    name: 'maintenance-of-the-warehouse-management-system-and-all-printers-scanners-and-doors',
    selectors: [{ types: ['Kubernetes::Node'], tagSelector: 'cluster=harbour' }],
    from: '2025-11-01T10:00:00Z',
    until: '2025-11-02T10:00:00Z',
    recursive: false,
    source: 'UI',
    created_by: ada,
    created_at: '2025-11-01T10:00:00Z',
    heldBack: 1204,
    incidents: 1,
  },
] satisfies readonly SilenceRow[]
