import type { ConfigRow } from '../../src/api/catalog/catalog'

/** A sample config item for tests. */
export const sampleConfigRow = (number: number, more: Partial<ConfigRow> = {}): ConfigRow => ({
  id: `5a000020-0000-4000-8000-${String(number).padStart(12, '0')}`,
  name: `item-${number}`,
  type: 'Kubernetes::Pod',
  config_class: 'Pod',
  status: 'Running',
  health: 'healthy',
  labels: { app: 'shop' },
  tags: { cluster: 'harbour' },
  created_at: '2026-05-07T05:11:08.49+00:00',
  updated_at: '2026-11-20T05:11:08.49+00:00',
  changes: 0,
  analysis: {},
  ...more,
})
