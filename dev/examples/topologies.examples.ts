import type { Topology, WholeTopology } from '../../src/api/topology/topologies'
import { LOCAL_AGENT } from '../../src/lib/settings/origin'

const LOCAL = { id: LOCAL_AGENT, name: 'local' }

export default [
  {
    id: '5a000003-0000-4000-8000-000000000001',
    name: 'quillmoor',
    namespace: 'mission-control',
    labels: { environment: 'production' },
    source: 'UI',
    agent: LOCAL,
    schedule: '@every 5m',
    spec_schedule: '@every 10m',
    spec: {
      schedule: '@every 10m',
      text: 'Quillmoor',
      components: [
        {
          name: 'shop',
          type: 'Application',
          owner: 'storefront',
          labels: { tier: 'gold' },
          components: [{ name: 'cart', type: 'Service' }],
        },
        {
          name: 'clusters',
          lookup: {
            catalog: [{ selector: [{ types: ['Kubernetes::Cluster'] }], display: { expr: 'results.toJSON()' } }],
          },
        },
      ],
    },
    created_at: '2026-05-08T10:00:00Z',
    updated_at: '2026-11-06T10:00:00Z',
    job_status: 'SUCCESS',
    job_success_count: 19,
    job_time_start: '2026-11-24T10:30:00Z',
    job_details: { summary: { added: 1, updated: 2, unchanged: 16, deleted: 0 } },
  },
  {
    id: '5a000003-0000-4000-8000-000000000002',
    name: 'depot',
    namespace: 'mission-control',
    labels: { environment: 'depot' },
    source: 'ConfigFile',
    agent: { id: '5a00000f-0000-4000-8000-000000000001', name: 'depot-leeds' },
    schedule: '@every 10m',
    spec: { components: [{ name: 'Leeds', type: 'Site' }] },
    created_at: '2026-07-29T10:00:00Z',
  },
  {
    id: '5a000003-0000-4000-8000-000000000003',
    name: 'everything.that.the.depots.know.about.their.conveyor.belts',
    namespace: 'מחסנים',
    labels: null,
    source: 'UI',
    agent: LOCAL,
    spec: { components: [{ lookup: { catalog: [] } }] },
    created_at: '2026-07-27T10:00:00Z',
    job_status: 'FAILED',
    job_success_count: 0,
    job_time_start: '2026-11-24T10:30:00Z',
    job_details: { errors: ['components.0.lookup.catalog: Too small: expected array to have >=1 items'] },
  },
] satisfies readonly (Topology & WholeTopology)[]
