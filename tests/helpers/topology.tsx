import { render } from '@testing-library/react'
import { vi } from 'vitest'
import type { CommandEnvironment } from '../../src/commands/context'
import { keymap } from '../../src/keymap/keymap'
import { keysForMode } from '../../src/keymap/live'
import TopologyView from '@/views/topology/topology.page'
import { createConsoleContext } from './console-context'
import { listResponse } from './resource-page'

type Row = Readonly<Record<string, unknown>>

export const topologyComponentId = (n: number) => `5a000011-0000-4000-8000-${String(n).padStart(12, '0')}`
const DEPOT = '5a000002-0000-4000-8000-000000000001'

/** A top-level component; default: a healthy service. */
export const componentRow = (n: number, name: string, more: Row = {}): Row => ({
  id: topologyComponentId(n),
  name,
  type: 'Service',
  status: 'healthy',
  health: 'healthy',
  namespace: '',
  description: '',
  is_leaf: true,
  updated_at: '2026-11-24T10:00:00+00:00',
  ...more,
})

const below = (n: number, ...others: readonly number[]) => ({
  parent_id: topologyComponentId(n),
  parents: [n, ...others].map(topologyComponentId),
})

/** A shop with services of which one is unhealthy, a group, a site of an agent, and a hidden component. */
export const shopTopology: readonly Row[] = [
  componentRow(1, 'shop', {
    text: 'Shop',
    type: 'Application',
    is_leaf: false,
    health: 'unhealthy',
    status: 'unhealthy',
    status_reason: 'unhealthy because 1 of 3 children is: checkout',
    labels: { tier: 'gold' },
    properties: [
      { name: 'orders', value: 3, max: 60, headline: true },
      { name: 'runbook', links: [{ label: 'open', url: 'https://wiki.example/shop' }] },
    ],
    summary: {
      unhealthy: 1,
      healthy: 2,
      incidents: { availability: { High: 1 } },
      checks: { unhealthy: 2, healthy: 4 },
    },
  }),
  componentRow(11, 'cart', {
    ...below(1),
    labels: { tier: 'gold' },
    properties: [{ name: 'orders', value: 9, headline: true }],
  }),
  componentRow(12, 'checkout', {
    ...below(1),
    health: 'unhealthy',
    status: 'No pod is ready',
    labels: { tier: 'gold', team: 'payments' },
    properties: [{ name: 'orders', value: 20, headline: true }],
  }),
  componentRow(13, 'storefront', {
    ...below(1, 12),
    labels: { tier: 'silver' },
    updated_at: '2026-11-24T11:00:00+00:00',
  }),
  componentRow(2, 'clusters', { type: 'Group', is_leaf: false }),
  componentRow(21, 'harbour', { type: 'Cluster', ...below(2) }),
  componentRow(3, 'Leeds', { type: 'Site', health: 'warning', status: 'warning', agent_id: DEPOT }),
  componentRow(4, 'experiments', { hidden: true, health: 'unknown', status: '' }),
]

type Options = {
  /** The components, or a failure; called for each request. */
  answer?: (url: URL) => readonly Row[] | Response
  teams?: readonly Row[] | Response
  incidents?: readonly Row[] | Response
  environment?: Partial<CommandEnvironment>
}

const teamsOfShop = [{ component_id: topologyComponentId(12), teams: { name: 'payments' } }]

/** Opens the dashboard against a fake server, with executed commands. */
export function openTopology(search = '', { answer, teams = teamsOfShop, incidents = [], environment }: Options = {}) {
  history.replaceState(null, '', `/topology${search}`)
  const asked: URL[] = []
  vi.stubGlobal('fetch', async (input: string) => {
    const url = new URL(input, location.origin)
    if (url.pathname === '/api/db/team_components') return teams instanceof Response ? teams : listResponse(teams)
    if (url.pathname === '/api/db/incident_summary')
      return incidents instanceof Response ? incidents.clone() : listResponse(incidents)
    if (url.pathname === '/api/db/agents') return listResponse([{ id: DEPOT, name: 'depot-leeds' }])
    if (url.pathname !== '/api/canary/api/topology') return listResponse([])
    asked.push(url)
    const shown = shopTopology.filter(({ hidden }) => !(hidden && url.searchParams.get('hidden') === 'false'))
    const found = answer?.(url) ?? shown
    return found instanceof Response ? found : listResponse({ components: found, teams: [], types: [], tags: {} })
  })
  const { around, queries, dispatcher } = createConsoleContext(
    { path: '/topology', ...environment },
    keysForMode(keymap, 'on', false)
  )
  render(around(<TopologyView />))
  const last = () => Object.fromEntries(asked.at(-1)?.searchParams ?? []) as Record<string, string>
  return { asked, queries, dispatcher, last }
}
