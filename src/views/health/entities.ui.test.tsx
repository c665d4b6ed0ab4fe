import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { createCheck } from '@tests/helpers/checks'
import { type HealthRequest, healthResponse, openHealth, pressKeys } from '@tests/helpers/health-page'
import { answerRuns } from '@tests/helpers/runs'

// All fields of a check can be reached on screen, from responses that contain all of them.

const ID = '01990000-0000-7000-8000-000000000001'
const OTHER = '01990000-0000-7000-8000-000000000002'
const CANARY = '01990000-0000-7000-8000-00000000000a'
const DEPOT = '5a000002-0000-4000-8000-000000000001'
const LOCAL = '00000000-0000-0000-0000-000000000000'
const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

const orders = createCheck('orders', {
  id: ID,
  type: 'tcp',
  status: 'unhealthy',
  namespace: 'shop',
  canary_name: 'web',
  description: 'Takes orders',
  endpoint: 'orders.example:443',
  labels: { team: 'payments' },
  agent_id: DEPOT,
  severity: 'critical',
  uptime: { passed: 45, failed: 15 },
  latency: { p95: 1234, p99: 61_000 },
  last_runtime: at(-3 * 3600 - 60),
  last_transition_time: at(-26 * 3600),
})
const cart = createCheck('cart', {
  id: OTHER,
  namespace: 'shop',
  canary_name: 'web',
  labels: { team: 'payments' },
  agent_id: LOCAL,
})
const detail = {
  ...orders,
  icon: 'shield',
  spec: { name: 'orders', endpoint: 'orders.example:443' },
  next_runtime: at(3600),
  deleted_at: null as string | null,
  canaries: { id: CANARY, name: 'web', source: 'UI' },
  agents: { id: LOCAL, name: 'local' },
  components: [{ components: { id: DEPOT, name: 'shop', icon: null, type: 'Service' } }],
  configs: [{ configs: { id: CANARY, name: 'orders-api', type: 'Kubernetes::Pod' } }],
}
const graph = { status: null, uptime: { passed: 9, failed: 1 }, latency: { p95: 1000, p97: 1300, p99: 2000 } }
const runs = [
  { time: at(-90), status: false, duration: 31, message: 'not said', error: 'connection refused' },
  { time: at(-100), status: true, duration: 1250, message: 'code=200', error: null },
]

const open = (address: string, own: object = {}) =>
  openHealth(address, [orders, cart], ({ path, search }: HealthRequest) => {
    if (path === '/api/db/checks' && search.includes(`id=eq.${ID}`)) return healthResponse([{ ...detail, ...own }])
    if (path === '/api/canary/api/graph') return healthResponse(graph)
    if (path === '/api/db/agents') return healthResponse([{ id: DEPOT, name: 'depot-leeds' }])
    return path === '/api/db/check_statuses' ? answerRuns(runs, search) : undefined
  })

const pane = page.getByRole('region', { name: 'orders', exact: true })
const factOf = (name: string) => {
  const term = [...pane.element().querySelectorAll('dt')].find(({ textContent }) => textContent === name)
  return term?.nextElementSibling?.textContent ?? ''
}

test('shows every field of a check in its detail [ENT-06]', async () => {
  const { askedFor } = open(`/health?checkId=${ID}&timeRange=3h`)
  await expect.element(page.getByRole('heading', { name: 'orders', exact: true })).toBeVisible()
  await expect.poll(() => factOf('Next run')).toMatch(/^in /)
  expect(askedFor('/api/db/checks').some(({ search }) => search.includes(`id=eq.${ID}`))).toBe(true)
  expect(['Status', 'Type', 'Namespace', 'Endpoint', 'Agent', 'Severity'].map(factOf)).toEqual([
    'unhealthy',
    'tcp',
    'shop',
    'orders.example:443',
    'local',
    'critical',
  ])
  expect(pane.element().querySelector('header .lucide-shield-check')).not.toBeNull()
  expect(factOf('Last run')).toMatch(/^3h ago.*Changed 1d ago$/)
  expect(factOf('Uptime')).toBe('90.0%9 passed, 1 failed')
  await expect.poll(() => factOf('Latency')).toBe('p95 1 sp97 1.3 sp99 2 s')
  await expect.element(page.getByRole('toolbar', { name: 'Labels' })).toHaveTextContent('team: payments')
  // The edit link leads to the canary.
  await expect
    .element(page.getByRole('link', { name: 'Edit', exact: true }))
    .toHaveAttribute('href', `/settings/canaries/${CANARY}?part=tcp%3Aorders`)
  await page.getByRole('tab', { name: /^Relationships/ }).click()
  await expect.element(page.getByRole('link', { name: /^shop/ })).toHaveAttribute('href', `/topology/${DEPOT}`)
  await expect.element(page.getByRole('link', { name: /^orders-api/ })).toHaveAttribute('href', `/catalog/${CANARY}`)
})

test('shows the deletion time of a deleted check, and the agent of a remote check [ENT-06]', async () => {
  const agents = { id: DEPOT, name: 'depot-leeds' }
  open(`/health?checkId=${ID}`, { deleted_at: at(-7260), agents })
  await expect.element(page.getByText(/^This check was deleted 2h ago and no longer runs/)).toBeVisible()
  expect(factOf('Agent')).toBe('depot-leeds')
})

test('every field of a check is visible, a grouping or searchable in the list [ENT-07 CALL-114 CALL-115]', async () => {
  const { load } = open('/health?hidePassing=no&tabBy=agent')
  // The state of several checks is mixed.
  await expect.element(page.getByRole('row', { name: /^web, mixed, 1 of 2 unhealthy/ })).toBeVisible()
  await expect.element(page.getByRole('tab', { name: /^depot-leeds/ })).toBeVisible()
  load('/health?hidePassing=no&groupBy=label:team')
  await expect.element(page.getByRole('row', { name: /^payments, mixed/ })).toBeVisible()
  load('/health?groupBy=none&query=orders.example')
  const row = page.getByRole('row', { name: /^orders, unhealthy/ })
  await expect.element(row).toBeVisible()
  const cell = row.getByRole('rowheader')
  await expect.element(cell).toHaveTextContent('orderstcpshopTakes orders')
  await expect.element(cell.getByRole('link')).toHaveAttribute('href', `/health?checkId=${ID}&timeRange=1h`)
})

test('shows every field of a run in the history [ENT-08]', async () => {
  const { askedFor } = open(`/health?checkId=${ID}`)
  const history = page.getByRole('treegrid', { name: 'History' })
  const failed = history.getByRole('row', { name: /^failed, 31 ms, connection refused/ })
  await expect.element(failed).toBeVisible()
  await expect.element(history.getByRole('row', { name: /^passed, 1\.3 s, code=200/ })).toBeVisible()
  const asked = askedFor('/api/db/check_statuses').map(({ search }) => new URLSearchParams(search))
  expect(asked.every((query) => query.get('check_id') === `eq.${ID}`)).toBe(true)
  expect(asked[0]?.get('select')).toBe('time,status,duration,message,error')
  ;(failed.element() as HTMLElement).focus()
  await pressKeys('Enter')
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \S+$/)).toBeVisible()
  await expect.element(dialog.getByText('connection refused')).toBeVisible()
})
