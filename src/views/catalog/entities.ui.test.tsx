import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listResponse, openPage } from '@tests/helpers/resource-page'
import CatalogView from './catalog.page'
import ChangesView from './changes/changes.page'
import { sampleConfigRow } from '@dev/examples/config-row'
import InsightsView from './insights/insights.page'
import ConfigView from './item/config.page'

// All fields of the catalog's entities can be reached on screen, from a response that contains all of them.

const ID = '5a000020-0000-4000-8000-000000000105'
const OTHER = '5a000021-0000-4000-8000-000000000001'
const PERSON = '5a000022-0000-4000-8000-000000000001'
const [FIRST, SECOND, THIRD] = ['2026-05-07T05:11:08.490Z', '2026-11-20T05:11:08.490Z', '2026-11-21T05:11:08.490Z']

const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling as HTMLElement
const texts = (...names: string[]) => names.map((name) => fact(name).textContent)
/** The timestamps of facts, independent of the displayed format. */
const moments = (...names: string[]) =>
  names.map((name) => new Date(fact(name).querySelector('time')?.dateTime ?? '').toISOString())
const editor = async (name: string) => (await screen.findByRole('textbox', { name })).innerText

afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

test('shows every field of a config item on its page or in its catalog row [ENT-03 ENT-33]', async () => {
  const shared = {
    id: ID,
    name: 'checkout',
    type: 'Kubernetes::Deployment',
    config_class: 'Workload',
    status: 'Rollout Failed',
    health: 'unhealthy',
    description: 'It exceeded its deadline',
    labels: { app: 'shop' },
    tags: { cluster: 'harbour', namespace: 'payments' },
    created_at: FIRST,
    updated_at: SECOND,
    deleted_at: THIRD,
    cost_total_30d: 57,
  }
  const item = {
    ...shared,
    cost_per_minute: 0.0013,
    cost_total_1d: 1.9,
    cost_total_7d: 13.3,
    agent_id: OTHER,
    agent_name: 'edge-1',
    external_id: ['6d1c105-deployment'],
    config: null,
  }
  history.replaceState(null, '', `/catalog/${ID}`)
  openPage(ConfigView, `/catalog/${ID}`, {
    answer: (path) => (path === '/api/db/config_detail' ? listResponse([item]) : undefined),
  })
  const title = await screen.findByRole('heading', { level: 1, name: 'checkout' })
  expect(
    within(screen.getByRole('navigation', { name: 'Part of' }))
      .getByText('checkout')
      .closest('a')?.pathname
  ).toBe(`/catalog/${ID}`)
  expect(title.closest('header')?.textContent).toContain('Kubernetes::Deployment')
  const health = screen.getByRole('region', { name: 'Health' }).textContent
  expect(health).toBe('UnhealthyRollout FailedIt exceeded its deadline')
  expect(texts('Type', 'Class', 'Namespace', 'Agent', 'External id')).toEqual([
    'Kubernetes::Deployment',
    'Workload',
    'payments',
    'edge-1',
    '6d1c105-deployment',
  ])
  expect(texts('Per minute', '1 day', '7 days', '30 days')).toEqual(['0.0013', '1.90', '13.30', '57.00'])
  expect(moments('Created', 'Updated', 'Deleted')).toEqual([FIRST, SECOND, THIRD])
  const tags = screen.getByRole('toolbar', { name: 'Tags' }).textContent
  expect([tags?.includes('namespace: payments'), tags?.includes('cluster: harbour')]).toEqual([true, true])
  expect(screen.getByRole('toolbar', { name: 'Labels' }).textContent).toContain('app: shop')

  // The counts are in the list.
  cleanup()
  history.replaceState(null, '', '/catalog')
  const row = { ...sampleConfigRow(1), ...shared, deleted_at: null, changes: 7, analysis: { security: 2, cost: 1 } }
  openPage(CatalogView, '/catalog', {
    answer: (path) => (path === '/api/db/configs' ? listResponse([row]) : undefined),
  })
  const found = await screen.findByRole('row', { name: /^checkout/ })
  expect(found.getAttribute('aria-label')).toContain('7 changes in a week, 2 security insights, 1 cost insight')
  expect(
    within(found).getByTitle('security: 2 cost: 1', { normalizer: (text) => text.replace('\n', ' ') }).textContent
  ).toBe('3')
})

test('shows every field of a change in its detail [ENT-04 CALL-18]', async () => {
  const change = {
    id: OTHER,
    config_id: ID,
    change_type: 'Rollback',
    created_at: SECOND,
    external_created_by: 'ada@example.test',
    source: 'flux',
    diff: '--- before\n+++ after\n@@ -1 +1 @@\n-replicas: 2\n+replicas: 1\n',
    details: { reason: 'night shift' },
    patches: { spec: { replicas: 2 } },
    created_by: PERSON,
    severity: 'high',
    config: { id: ID, name: 'checkout', type: 'Kubernetes::Deployment' },
  }
  history.replaceState(null, '', `/catalog/changes?change=${OTHER}`)
  const { urls } = openPage(ChangesView, '/catalog/changes', {
    answer(path) {
      if (path === '/api/db/config_changes') return listResponse([change])
      if (path === '/api/db/people') return listResponse([{ id: PERSON, name: 'Grace Hopper' }])
      return path === '/api/catalog/changes' ? listResponse({ total: 0, changes: [] }) : undefined
    },
  })
  expect(await screen.findByRole('heading', { level: 2, name: 'Rollback: replicas 2 → 1 of checkout' })).toBeTruthy()
  // Requested by the id in the URL.
  expect(urls.find(({ pathname }) => pathname === '/api/db/config_changes')?.searchParams.get('id')).toBe(`eq.${OTHER}`)
  expect(within(fact('Config item')).getByRole<HTMLAnchorElement>('link', { name: 'checkout' }).pathname).toBe(
    `/catalog/${ID}`
  )
  expect(moments('When')).toEqual([SECOND])
  await waitFor(() =>
    expect(texts('Severity', 'Created by', 'By', 'Source')).toEqual([
      'High',
      'Grace Hopper',
      'ada@example.test',
      'flux',
    ])
  )
  expect(urls.find(({ pathname }) => pathname === '/api/db/people')?.searchParams.get('id')).toBe(`eq.${PERSON}`)
  expect(await screen.findByText(/^1 line added, 1 removed/)).toBeTruthy()
  await userEvent.click(screen.getByRole('tab', { name: 'Details' }))
  expect(await editor('Details of Rollback: replicas 2 → 1 of checkout')).toContain('"reason": "night shift"')
  await userEvent.click(screen.getByRole('tab', { name: 'Patches' }))
  expect(await editor('Patch of Rollback: replicas 2 → 1 of checkout')).toContain('"replicas": 2')
})

test('shows every field of an insight in its detail [ENT-05]', async () => {
  const insight = {
    id: OTHER,
    config_id: ID,
    config: { id: ID, name: 'checkout', type: 'Kubernetes::Deployment', config_class: 'Deployment' },
    analyzer: 'container-oom-killed',
    analysis_type: 'availability',
    message: 'It reached 128Mi.',
    severity: 'critical',
    status: 'silenced',
    summary: 'checkout is killed for want of memory',
    analysis: { used: '127Mi' },
    first_observed: FIRST,
    last_observed: SECOND,
    source: 'kubelet',
  }
  history.replaceState(null, '', `/catalog/insights?insightId=${OTHER}`)
  const { urls } = openPage(InsightsView, '/catalog/insights', {
    answer: (path) => (path === '/api/db/config_analysis' ? listResponse([insight]) : undefined),
  })
  expect(await screen.findByRole('heading', { level: 2, name: 'checkout is killed for want of memory' })).toBeTruthy()
  expect(urls.find(({ pathname }) => pathname === '/api/db/config_analysis')?.searchParams.get('id')).toBe(
    `eq.${OTHER}`
  )
  // Severity and status are above the facts.
  expect(fact('Analyzer').closest('dl')?.previousElementSibling?.textContent).toBe('CriticalSilenced')
  expect(texts('Type', 'Analyzer', 'Source')).toEqual(['Availability', 'container-oom-killed', 'kubelet'])
  expect(moments('First observed', 'Last observed')).toEqual([FIRST, SECOND])
  expect(screen.getByRole('region', { name: 'Message' }).textContent).toBe('It reached 128Mi.')
  expect(await editor('Analysis of checkout is killed for want of memory')).toContain('used: 127Mi')
})
