import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listResponse, openPage } from '@tests/helpers/resource-page'
import { placesAround } from '@/commands/place'
import ConfigView from './config.page'

const ID = '5a000020-0000-4000-8000-000000000105'
const [CLUSTER, NAMESPACE] = ['5a000020-0000-4000-8000-000000000001', '5a000020-0000-4000-8000-000000000012']

const item = {
  id: ID,
  name: 'checkout',
  type: 'Kubernetes::Deployment',
  config_class: 'Deployment',
  status: 'Rollout Failed',
  health: 'unhealthy',
  description: 'It exceeded its deadline',
  labels: { app: 'checkout' },
  tags: { cluster: 'harbour', namespace: 'payments' },
  created_at: '2026-05-07T05:11:08.49+00:00',
  updated_at: '2026-11-20T05:11:08.49+00:00',
  deleted_at: null as string | null,
  delete_reason: null as string | null,
  cost_per_minute: 0.0013,
  cost_total_1d: 1.9,
  cost_total_7d: 13.3,
  cost_total_30d: 57,
  agent_id: '00000000-0000-0000-0000-000000000000',
  agent_name: 'local',
  external_id: ['6d1c105-deployment'],
  config: { spec: { replicas: 2 }, kind: 'Deployment' } as unknown,
  path: `${CLUSTER}.${NAMESPACE}.${ID}`,
  properties: [
    { name: 'memory', value: 1024, max: 2048, unit: 'bytes' },
    { name: 'empty' },
    { name: 'version', text: '4.19.0' },
  ],
  config_scrapers: { id: CLUSTER, name: 'harbour' },
  summary: { checks: 1, playbook_runs: 0 },
}

const change = {
  id: CLUSTER,
  config_id: ID,
  change_type: 'OOMKilling',
  severity: 'high',
  source: 'kubelet',
  created_at: '2026-11-20T05:11:08.49+00:00',
  count: 1,
  name: 'checkout',
}
const changeRequests: unknown[] = []

function open(below = '', more: Partial<typeof item> = {}) {
  history.replaceState(null, '', `/catalog/${ID}${below}`)
  return openPage(ConfigView, `/catalog/${ID}`, {
    answer(path, _url, body) {
      if (path === '/api/catalog/changes') {
        changeRequests.push(JSON.parse(String(body)))
        return listResponse({ total: 1, changes: [change] })
      }
      if (path === '/api/db/config_detail') return listResponse([{ ...item, ...more }])
      if (path === '/api/db/configs')
        return listResponse([
          { id: NAMESPACE, name: 'payments', type: 'Kubernetes::Namespace' },
          { id: CLUSTER, name: 'harbour', type: 'Kubernetes::Cluster' },
        ])
      if (path === '/api/db/config_changes') return listResponse([{ created_at: '2026-11-20T05:11:08.49+00:00' }])
      if (path === '/api/db/incidents_by_config')
        return listResponse([{ id: CLUSTER, title: 'Payments are down', severity: 'Critical', status: 'open' }])
      if (path === '/api/db/check_summary_for_config')
        return listResponse([
          {
            id: CLUSTER,
            name: 'checkout API',
            type: 'http',
            status: 'unhealthy',
            severity: 'critical',
            uptime: { passed: 9, failed: 3, last_pass: null, last_fail: null },
            latency: { p99: null, p95: 240, p50: 20, avg: 31 },
          },
        ])
      return undefined
    },
  })
}

const value = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent

afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

test('shows the health of an item with its reason, its facts, cost and times [ROUTE-31 CAT-06 CAT-07 CAT-08 CALL-24]', async () => {
  open()
  expect(await screen.findByRole('heading', { level: 1, name: 'checkout' })).toBeTruthy()
  const health = screen.getByRole('region', { name: 'Health' })
  expect(within(health).getByText('Unhealthy')).toBeTruthy()
  expect(within(health).getByText('Rollout Failed')).toBeTruthy()
  expect(within(health).getByText('It exceeded its deadline')).toBeTruthy()
  await waitFor(() => expect(health.textContent).toMatch(/since .+ ago/))
  const facts = ['Type', 'Class', 'Namespace', 'Agent', 'Scraper', 'External id']
  expect(facts.map(value)).toEqual([
    'Kubernetes::Deployment',
    'Deployment',
    'payments',
    'local',
    'harbour',
    '6d1c105-deployment',
  ])
  expect(['Per minute', '1 day', '7 days', '30 days'].map(value)).toEqual(['0.0013', '1.90', '13.30', '57.00'])
  expect(['memory', 'version'].map(value)).toEqual(['1 KB of 2 KB', '4.19.0'])
  expect(['Created', 'Updated'].every((name) => value(name)?.endsWith('ago'))).toBe(true)
  expect(screen.queryByText('Deleted', { selector: 'dt' })).toBeNull()
  expect(screen.getByRole('toolbar', { name: 'Labels' }).textContent).toContain('app: checkout')
})

test('breadcrumbs go from the catalog through the ancestors, with the item once', async () => {
  open()
  await screen.findByRole('link', { name: 'payments' })
  const trail = screen.getByRole('navigation', { name: 'Part of' })
  const crumbs = within(trail).getAllByRole('link')
  expect(crumbs.map(({ textContent }) => textContent)).toEqual(['Catalog', 'harbour', 'payments', 'checkout'])
  expect(crumbs[2]?.getAttribute('href')).toBe(`/catalog/${NAMESPACE}`)
})

test('shows the document as YAML with its keys in order, or as JSON at its own URL', async () => {
  open()
  const text = await screen.findByRole('textbox', { name: 'Config of checkout' })
  expect(text.innerText.trim()).toBe('kind: Deployment\nspec:\n  replicas: 2')
  expect(text.getAttribute('aria-readonly')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: 'Show as JSON' }))
  await waitFor(() => expect(location.search).toBe('?format=json'))
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Config of checkout' }).innerText).toContain('"kind": "Deployment",')
  )
})

const placeTarget = () => placesAround(screen.getByRole('heading', { level: 1 })).find(({ target }) => target)?.target
const chosen = () => [...document.querySelectorAll('.cm-line.cm-chosenLine')].map(({ textContent }) => textContent)

test('selects the lines in the URL, and keys act on them from anywhere on the page', async () => {
  open('?lines=2-3')
  await waitFor(() => expect(chosen()).toEqual(['spec:', '  replicas: 2']))
  expect(screen.getByText('Lines 2–3 selected')).toBeTruthy()
  expect(placeTarget()).toMatchObject({ kind: 'lines', label: 'lines 2–3 of checkout' })
  expect(placeTarget()?.id).toMatch(new RegExp(`^${ID}/yaml/2-3/[0-9a-f]{8}$`))
  await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }))
  await waitFor(() => expect(chosen()).toEqual([]))
  expect([location.search, placeTarget()?.kind]).toEqual(['', 'config'])
})

test('switching between YAML and JSON clears the selected lines, because line numbers differ', async () => {
  open('?format=json&lines=2')
  await waitFor(() => expect(chosen()).toEqual(['  "kind": "Deployment",']))
  expect(placeTarget()).toMatchObject({ label: 'line 2 of checkout as JSON' })
  await userEvent.click(screen.getByRole('button', { name: 'Show as YAML' }))
  await waitFor(() => expect(location.search).toBe(''))
  await screen.findByText('kind', { selector: '.cm-line span' })
  expect(chosen()).toEqual([])
})

test('reports lines outside the document, and selects the existing part of a range', async () => {
  open('?lines=40-50')
  expect(await screen.findByText(/^Lines 40–50 do not exist\. The document has 3 lines\.$/)).toBeTruthy()
  expect(placeTarget()?.kind).toBe('config')
  await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }))
  await waitFor(() => expect(location.search).toBe(''))
  history.replaceState(null, '', '?lines=3-50')
  dispatchEvent(new PopStateEvent('popstate'))
  await waitFor(() => expect(chosen()).toEqual(['  replicas: 2']))
  expect(placeTarget()).toMatchObject({ label: 'line 3 of checkout' })
})

test('formats a long document in a worker with the same result', async () => {
  const items = Array.from({ length: 1500 }, (_, at) => ({ name: `pod-${at}`, ready: at % 2 === 0, note: 'a: b # c' }))
  open('?lines=4500', { config: { items } })
  await waitFor(() => expect(chosen()).toEqual(['    ready: false']), { timeout: 10_000 })
  expect(placeTarget()).toMatchObject({ label: 'line 4500 of checkout' })
})

test('the checks of an item have a URL, link to their detail, and are sorted worst first [ROUTE-36 CAT-25 CALL-69]', async () => {
  const { urls } = open()
  await userEvent.click(await screen.findByRole('tab', { name: /^Checks/ }))
  await waitFor(() => expect(location.pathname).toBe(`/catalog/${ID}/checks`))
  const check = await screen.findByRole('link', { name: /checkout API/ })
  expect(check.textContent).toContain('Unhealthy')
  expect(check.textContent).toContain('http, critical, 75.0% up in the last hour, 95 % of runs within 240 ms')
  // A check that never ran has no status, and is listed after the others.
  const asked = urls.find(({ pathname }) => pathname === '/api/db/check_summary_for_config')?.searchParams
  expect(asked?.get('order')).toBe('status.desc.nullslast,name.asc')
  expect(check.getAttribute('href')).toBe(`/health?checkId=${CLUSTER}&timeRange=1h`)
})

test('lists the incidents of an item to users with access to incidents [CAT-24 CALL-51]', async () => {
  const { urls } = open()
  const incidents = await screen.findByRole('region', { name: 'Incidents' })
  expect(incidents.textContent).toBe('IncidentsPayments are downCritical, open')
  const asked = urls.find(({ pathname }) => pathname === '/api/db/incidents_by_config')?.searchParams
  expect(Object.fromEntries(asked ?? [])).toEqual({ config_id: `eq.${ID}`, order: 'created_at.desc' })
})

test('the URL of the Checks tab opens it', async () => {
  open('/checks')
  expect(await screen.findByRole('link', { name: /checkout API/ })).toBeTruthy()
})

test('marks a deleted item, and explains a missing document', async () => {
  open('', { deleted_at: '2026-11-20T05:11:08.49+00:00', delete_reason: 'STALE', config: null })
  expect(await screen.findByText(/^This item was deleted/)).toBeTruthy()
  expect(screen.getByText(/\(STALE\)/)).toBeTruthy()
  expect(screen.getByText(/has no document/)).toBeTruthy()
  expect(value('Deleted')).toMatch(/ago$/)
})

test('shows a notice with a link to the catalog for an unknown item', async () => {
  history.replaceState(null, '', `/catalog/${ID}`)
  openPage(ConfigView, `/catalog/${ID}`)
  expect(await screen.findByText('Config item not found')).toBeTruthy()
})

test('the Changes tab includes the parts of the item, and switches choose the relatives [ROUTE-32 CALL-45]', async () => {
  changeRequests.length = 0
  open('/changes')
  expect(await screen.findByRole('row', { name: /^OOMKilling of checkout, severity high/ })).toBeTruthy()
  expect(changeRequests.at(-1)).toMatchObject({ id: ID, recursive: 'downstream', depth: 5, soft: false })
  await userEvent.click(screen.getByRole('switch', { name: 'Upstream' }))
  await waitFor(() => expect(changeRequests.at(-1)).toMatchObject({ id: ID, recursive: 'all', depth: 5 }))
  await userEvent.click(screen.getByRole('switch', { name: 'Soft' }))
  await waitFor(() => expect(changeRequests.at(-1)).toMatchObject({ recursive: 'all', soft: true }))
  expect(location.search).toContain('relatives=all')
  await userEvent.click(screen.getByRole('switch', { name: 'Upstream' }))
  await userEvent.click(screen.getByRole('switch', { name: 'Downstream' }))
  await waitFor(() => expect(changeRequests.at(-1)).toMatchObject({ id: ID, recursive: 'none' }))
})

test('keys pressed on the heading of the item act on the list of the tab', async () => {
  open('/changes')
  await screen.findByRole('row', { name: /^OOMKilling/ })
  const places = placesAround(screen.getByRole('heading', { level: 1, name: 'checkout' }))
  expect(places[0]?.handlers).toHaveProperty(['list.search'])
  expect(places.find(({ target }) => target)?.target).toMatchObject({ kind: 'config', id: ID })
})

test('on small screens the tab is below the health, with the facts collapsed between them', async () => {
  await page.viewport(320, 800)
  open('/changes')
  const health = await screen.findByRole('region', { name: 'Health' })
  const tabs = screen.getByRole('tablist')
  const fold = screen.getByRole('button', { name: 'Facts' })
  const [topOfHealth = 0, topOfFold = 0, topOfTabs = 0] = [health, fold, tabs].map(
    (one) => one.getBoundingClientRect().top
  )
  expect([topOfHealth < topOfFold, topOfFold < topOfTabs, topOfTabs < 600]).toEqual([true, true, true])
  expect([fold.getAttribute('aria-expanded'), screen.getByText('6d1c105-deployment').checkVisibility()]).toEqual([
    'false',
    false,
  ])
  await userEvent.click(fold)
  expect([fold.getAttribute('aria-expanded'), screen.getByText('6d1c105-deployment').checkVisibility()]).toEqual([
    'true',
    true,
  ])
  await page.viewport(1280, 800)
  await waitFor(() => expect(fold.checkVisibility()).toBe(false))
  expect(screen.getByText('6d1c105-deployment').checkVisibility()).toBe(true)
})
