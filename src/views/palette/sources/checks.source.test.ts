import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Check } from '@/api/health/checks'
import { recentRuns } from '@/api/health/recent-runs'
import source from './checks.source'

const failing: Check = {
  id: '0194f3a2-7c1d-7000-8000-000000000001',
  name: 'payments-api',
  namespace: 'shop',
  type: 'http',
  status: 'unhealthy',
  severity: 'high',
  uptime: { passed: 3, failed: 1 },
  latency: {},
  last_transition_time: '2021-03-04T05:06:07Z',
  last_runtime: '2021-03-04T05:28:00Z',
}

function factsOf(check: Check, client = new QueryClient()) {
  const [item] = source.index.items([check])
  return item?.facts?.(client)
}

test('shows the loaded facts of a failing check: its state, since when, why, and its last run', () => {
  const client = new QueryClient()
  client.setQueryData(recentRuns.failure(failing.id).queryKey, 'status 503, expected 200')
  expect(factsOf(failing, client)).toEqual([
    { label: 'State', text: 'unhealthy, severity high' },
    { label: 'Since', at: '2021-03-04T05:06:07Z' },
    { label: 'Message', text: 'status 503, expected 200' },
    { label: 'Last run', at: '2021-03-04T05:28:00Z' },
    { label: 'Uptime in the last hour', text: '75.0%' },
    { label: 'Namespace', text: 'shop' },
  ])
  expect(client.isFetching()).toBe(0)
})

test('omits unknown facts, and the last failure of a check that has recovered', () => {
  const client = new QueryClient()
  client.setQueryData(recentRuns.failure(failing.id).queryKey, 'status 503, expected 200')
  const plain = {
    ...failing,
    status: 'healthy',
    severity: null,
    namespace: '',
    uptime: { passed: 0, failed: 0 },
  } as const
  const { last_runtime: _ran, last_transition_time: _since, ...rest } = plain
  expect(factsOf(rest, client)).toEqual([{ label: 'State', text: 'healthy' }])
})

test('finds only failing checks by words for failure', () => {
  const [item, other] = source.index.items([failing, { ...failing, status: 'healthy' }])
  expect([item?.aliases?.includes('down'), other?.aliases?.includes('down'), item?.isUrgent, other?.isUrgent]).toEqual([
    true,
    false,
    true,
    undefined,
  ])
})
