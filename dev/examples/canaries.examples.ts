import type { Canary, WholeCanary } from '../../src/api/health/canaries'
import { LOCAL_AGENT } from '../../src/lib/settings/origin'

const LOCAL = { id: LOCAL_AGENT, name: 'local' }

export default [
  {
    id: '5a00000c-0000-4000-8000-000000000001',
    name: 'storefront',
    namespace: 'shop',
    labels: { team: 'shop' },
    spec: {
      schedule: '@every 30s',
      severity: 'high',
      http: [{ name: 'homepage', url: 'https://shop.example/', responseCodes: [200, 204], thresholdMillis: 800 }],
    },
    schedule: '@every 30s',
    source: 'UI',
    agent: LOCAL,
    created_at: '2026-08-14T10:00:00Z',
    updated_at: '2026-11-08T10:00:00Z',
    created_by: { id: '5a000001-0000-4000-8000-000000000001', name: 'Ada' },
    last_runtime: '2026-11-08T10:30:00Z',
    checks: [{ status: 'healthy' }],
  },
  {
    id: '5a00000c-0000-4000-8000-000000000002',
    name: 'harbour-nodes',
    namespace: 'platform',
    labels: null,
    spec: { interval: 60, kubernetes: [{ name: 'nodes', kind: 'Node', ready: true }] },
    interval: '60',
    source: 'kubernetes/5a00000d-0000-4000-8000-000000000001',
    agent: LOCAL,
    created_at: '2026-07-27T10:00:00Z',
    last_runtime: '2026-11-08T10:29:00Z',
    checks: [{ status: 'unhealthy' }, { status: 'healthy' }],
  },
  {
    id: '5a00000c-0000-4000-8000-000000000003',
    name: 'everything.that.the.depots.know.about.their.conveyor.belts',
    namespace: 'default',
    spec: { resultMode: 'all' },
    agent: { id: '5a00000f-0000-4000-8000-000000000001', name: 'depot-leeds' },
    created_at: '2026-07-27T10:00:00Z',
  },
] satisfies readonly (Canary & WholeCanary)[]
