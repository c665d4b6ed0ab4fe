import type { LogBackend } from '../../src/resources/log-backends/details'

export default [
  {
    id: '5a000014-0000-4000-8000-000000000001',
    name: 'shop-logs',
    labels: { environment: 'production', team: 'shop' },
    spec: { elasticSearch: { url: 'https://logs.quillmoor.example:9200', index: 'shop-*' } },
    source: 'UI',
    created_by: { id: '5a000001-0000-4000-8000-000000000002', name: 'Mireille Castellanos' },
    created_at: '2026-08-14T10:00:00Z',
    updated_at: '2026-11-08T10:00:00Z',
  },
  {
    id: '5a000014-0000-4000-8000-000000000002',
    name: 'everything.that.the.depots.write.down.about.their.conveyor.belts',
    labels: null,
    spec: { file: { paths: ['/var/log/depot/*.log'] } },
    source: 'ConfigFile',
    created_at: '2026-07-27T10:00:00Z',
  },
] satisfies readonly LogBackend[]
