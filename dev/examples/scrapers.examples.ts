import type { Scraper } from '../../src/api/settings/scrapers'
import { LOCAL_AGENT } from '../../src/lib/settings/origin'

const LOCAL = { id: LOCAL_AGENT, name: 'local' }

export default [
  {
    id: '5a00000e-0000-4000-8000-000000000001',
    name: 'printers',
    namespace: 'depot',
    spec: {
      schedule: '@every 30m',
      file: [{ paths: ['/srv/printers/*.json'], id: '$.serial', type: 'Depot::Printer' }],
    },
    source: 'UI',
    agent: LOCAL,
    created_at: '2026-08-14T10:00:00Z',
    updated_at: '2026-11-08T10:00:00Z',
    job_status: 'SUCCESS',
    job_success_count: 1,
    job_time_start: '2026-11-08T10:30:00Z',
    job_details: { scrape_summary: { 'Depot::Printer': { added: 2, updated: 1, unchanged: 40 } } },
  },
  {
    id: '5a00000e-0000-4000-8000-000000000002',
    name: 'harbour',
    namespace: 'mission-control',
    description: 'The cluster of the shop',
    spec: { kubernetes: [{ clusterName: 'harbour' }] },
    source: 'KubernetesCRD',
    agent: LOCAL,
    created_at: '2026-07-27T10:00:00Z',
    job_status: 'FAILED',
    job_success_count: 0,
    job_time_start: '2026-11-08T10:30:00Z',
    job_details: {},
  },
  {
    id: '5a00000e-0000-4000-8000-000000000003',
    name: 'everything.that.the.depots.know.about.their.conveyor.belts',
    spec: { full: true, terraform: [] },
    source: 'UI',
    agent: { id: '5a00000f-0000-4000-8000-000000000001', name: 'depot-leeds' },
    created_at: '2026-07-27T10:00:00Z',
  },
] satisfies readonly Scraper[]
