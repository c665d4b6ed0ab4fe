import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listResponse, openPage, type TestPageOptions } from '@tests/helpers/resource-page'
import ComponentView from './component.page'

const id = (n: number) => `5a000011-0000-4000-8000-${String(n).padStart(12, '0')}`
const [SHOP, ORDERS, DATABASE, MAIL] = [id(1), id(17), id(171), id(33)] as [string, string, string, string]
const CHECK = '5a000008-0000-4000-8000-000000000015'

const database = {
  id: DATABASE,
  name: 'orders-db',
  type: 'Database',
  status: 'unhealthy',
  health: 'unhealthy',
  is_leaf: true,
  labels: { tier: 'gold' },
  summary: { checks: { unhealthy: 1 } },
}
const mail = { id: MAIL, name: 'mailer', type: 'Service', status: 'Running', health: 'healthy', is_leaf: true }
const orders = {
  id: ORDERS,
  name: 'orders',
  text: 'Orders',
  type: 'Service',
  status: 'unhealthy',
  health: 'unhealthy',
  health_reason: {
    text: 'unhealthy because 1 of 2 children is: orders-db',
    since: '2021-03-04T14:05:00+00:00',
    causes: [{ by: 'children', count: 1, of: 2, named: [{ id: DATABASE, name: 'orders-db' }] }],
  },
  icon: 'shopping-cart',
  owner: 'payments',
  labels: { team: 'payments' },
  path: SHOP,
  parent_id: SHOP,
  parents: [SHOP],
  children: [DATABASE, MAIL],
  summary: {
    healthy: 1,
    unhealthy: 1,
    checks: { healthy: 1, unhealthy: 1 },
    incidents: { availability: { High: 2 } },
    insights: { security: { high: 1 }, cost: { low: 2 } },
  },
  components: [mail, database],
}

function open(
  below = '',
  answer: TestPageOptions['answer'] = () => undefined,
  environment: TestPageOptions['environment'] = {}
) {
  history.replaceState(null, '', `/topology/${ORDERS}${below}`)
  return openPage(ComponentView, `/topology/${ORDERS}`, {
    environment,
    answer(path, url, body) {
      const own = answer(path, url, body)
      if (own) return own
      if (path === '/api/canary/api/topology')
        return listResponse({
          components: url.includes('flatten')
            ? [orders, database, mail].map((one) => ({ ...one, parents: one === orders ? [SHOP] : [ORDERS] }))
            : [orders],
        })
      if (path === '/api/db/components') return listResponse([{ id: SHOP, name: 'shop', text: 'Shop' }])
      if (path === '/api/db/check_component_relationships')
        return listResponse([
          { component_id: DATABASE, check: { id: CHECK, name: 'open orders', type: 'postgres', status: 'unhealthy' } },
          {
            component_id: ORDERS,
            check: { id: CHECK.replace('15', '16'), name: 'orders API', type: 'http', status: 'healthy' },
          },
        ])
      return undefined
    },
  })
}

afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

const countOn = async (name: RegExp) => (await screen.findByRole('tab', { name })).textContent
const health = () => screen.findByRole('region', { name: 'Health' })

test('shows the health with its causes and start time first, and links to the causes [ROUTE-08]', async () => {
  open()
  const told = await health()
  expect(told.querySelector('p')?.textContent).toMatch(
    /^Unhealthy since \d+ Mar 2021, \d\d:\d\d \S+ · caused by 1 of 2 children: orders-db$/
  )
  expect(within(told).getByRole('link', { name: 'orders-db' }).getAttribute('href')).toBe(`/topology/${DATABASE}`)
  expect(told.textContent).toMatch(/Children:\s+1 unhealthy\s+1 healthy/)
  expect(screen.getByRole('heading', { level: 1, name: 'Orders' })).toBeDefined()
})

test.each([
  [
    {
      text: 'unhealthy because it says so itself: No disk; 5 of 9 checks are: a, b, c, 2 more',
      causes: [
        { by: 'itself', reason: 'No disk' },
        {
          by: 'checks',
          count: 5,
          of: 9,
          named: ['a', 'b', 'c'].map((name) => ({ id: CHECK.replace('15', `1${name}`), name })),
        },
      ],
    },
    'Unhealthy · reported by the component: No disk; caused by 5 of 9 checks: a, b, c, 2 more',
  ],
  [
    { text: 'unhealthy because its healthExpr says so', causes: [{ by: 'expression' }] },
    'Unhealthy · set by healthExpr',
  ],
  // Users without permission to read checks see only the count.
  [{ text: '', causes: [{ by: 'checks', count: 1, of: 1, named: [] }] }, 'Unhealthy · caused by 1 of 1 check'],
  [
    { text: '', causes: [{ by: 'children', count: 1, of: 1, named: [{ id: DATABASE, name: 'orders-db' }] }] },
    'Unhealthy · caused by orders-db',
  ],
  [{ text: 'unhealthy for reasons of its own', causes: [] }, 'Unhealthy for reasons of its own'],
  [{ text: 'No health reported', causes: [] }, 'Unhealthy · No health reported'],
])('describes the reason %j', async (reason, sentence) => {
  open('', (path) =>
    path === '/api/canary/api/topology'
      ? listResponse({ components: [{ ...orders, health_reason: reason }] })
      : undefined
  )
  expect((await health()).querySelector('p')?.textContent).toBe(sentence)
})

test('shows the start of the outage first, and the start of each cause that began at another time', async () => {
  const reason = {
    text: 'unhealthy, reported by the component: No pod is ready; …',
    since: '2021-03-04T14:05:00+00:00',
    causes: [
      { by: 'itself', reason: 'No pod is ready', since: '2021-03-04T14:05:00+00:00' },
      {
        by: 'checks',
        count: 2,
        of: 2,
        named: [
          { id: CHECK, name: 'API', since: '2021-03-04T14:05:30+00:00' },
          { id: CHECK.replace('15', '16'), name: 'form', since: '2021-03-04T14:30:00+00:00' },
        ],
      },
      { by: 'children', count: 1, of: 2, named: [{ id: DATABASE, name: 'db', since: '2020-11-22T10:00:00+00:00' }] },
    ],
  }
  open('', (path) =>
    path === '/api/canary/api/topology'
      ? listResponse({ components: [{ ...orders, health_reason: reason }] })
      : undefined
  )
  expect((await health()).querySelector('p')?.textContent?.replaceAll(/, \d\d:\d\d [^ )]+/g, '')).toBe(
    'Unhealthy since 4 Mar 2021 · reported by the component: No pod is ready; ' +
      'caused by 2 of 2 checks: API, form (since 4 Mar 2021); caused by 1 of 2 children: db (since 22 Nov 2020)'
  )
})

test('shows children as cards, worst first, with details, labels and breadcrumbs [TOPO-02]', async () => {
  const { asked } = open()
  const rows = await within(await screen.findByRole('tabpanel')).findAllByRole('row')
  expect(rows.map((row) => row.getAttribute('aria-label')?.slice(0, 30))).toEqual([
    expect.stringMatching(/^orders-db, Database, unhealthy/),
    expect.stringMatching(/^mailer, Service, healthy/),
  ])
  const trail = await screen.findByRole('navigation', { name: 'Part of' })
  await waitFor(() => expect(trail.textContent).toBe('DashboardShopOrders'))
  expect(asked.filter((path) => path === '/api/db/components').length).toBe(1)
  expect(screen.getByText('Owner').parentElement?.textContent).toBe('Ownerpayments')
  expect(screen.getByRole('toolbar', { name: 'Labels' }).textContent).toBe('team: payments')
})

test('tabs show counts from the summary, and load their data once, when opened [CALL-50]', async () => {
  const { asked, urls } = open()
  await health()
  expect(await countOn(/^Checks/)).toContain('2 checks')
  expect(await countOn(/^Incidents/)).toContain('2 open incidents')
  expect(await countOn(/^Insights/)).toContain('3 insights')
  expect(asked.some((path) => /relationships|incidents|team_components/.test(path))).toBe(false)

  await userEvent.click(screen.getByRole('tab', { name: /^Checks/ }))
  await waitFor(() => expect(location.search).toBe('?panel=checks'))
  const rows = await within(await screen.findByRole('grid', { name: 'Checks of Orders' })).findAllByRole('row')
  expect(rows.slice(1).map((row) => row.getAttribute('aria-label'))).toEqual([
    'open orders, Unhealthy, postgres, of orders-db',
    'orders API, Healthy, http, of Orders',
  ])
  const of = urls.find(({ pathname }) => pathname === '/api/db/check_component_relationships')?.searchParams
  expect(of?.get('component_id')).toBe(`in.(${ORDERS},${DATABASE},${MAIL})`)

  await userEvent.click(screen.getByRole('tab', { name: /^Incidents/ }))
  expect(await screen.findByText(/Neither Orders nor any of its descendants is evidence/)).toBeDefined()
  await userEvent.click(screen.getByRole('tab', { name: /^Checks/ }))
  expect(await screen.findByRole('grid', { name: 'Checks of Orders' })).toBeDefined()
  const times = (path: string) => asked.filter((one) => one === path).length
  expect([times('/api/db/check_component_relationships'), times('/api/db/incidents_by_component')]).toEqual([1, 1])
  expect(urls.filter(({ search }) => search.includes('flatten')).length).toBe(1)
})

test('shows an error, and not an empty list, where loading fails', async () => {
  open('?panel=incidents', (path) =>
    path === '/api/db/incidents_by_component' ? listResponse({ message: 'The database is away' }, 500) : undefined
  )
  expect(await screen.findByRole('heading', { name: 'Could not load the incidents' })).toBeDefined()
  expect(screen.queryByText(/is evidence for an incident/)).toBeNull()
})

test('lists the playbooks that apply, also in a menu of the component [TOPO-06 PLAY-21]', async () => {
  const [RESTART, OTHER] = [4, 5].map((n) => `5a000022-0000-4000-8000-00000000000${n}`)
  const { urls, performed } = open('?panel=playbooks', (path, url) => {
    if (path === '/api/playbook/list')
      return listResponse(
        url.endsWith(`?component_id=${ORDERS}`) ? [{ id: RESTART, name: 'restart', parameters: null }] : []
      )
    if (path === '/api/db/playbooks')
      return listResponse([
        { id: OTHER, title: 'Another one' },
        { id: RESTART, title: 'Restart deployment' },
      ])
    return undefined
  })
  const list = await screen.findByRole('region', { name: 'Playbooks that apply' })
  await userEvent.click(await within(list).findByRole('button', { name: /^Run Restart deployment/ }))
  expect(urls.find(({ pathname }) => pathname === '/api/playbook/list')?.search).toBe(`?component_id=${ORDERS}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Playbooks' }))
  const menu = await screen.findByRole('menu', { name: 'Playbooks for Orders' })
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map((one) => one.textContent)
  ).toEqual(['Restart deployment'])
  await userEvent.click(within(menu).getByRole('menuitem'))
  expect(performed).toEqual([
    `playbook.run?playbook=${RESTART}`,
    `playbook.run?target=component:${ORDERS}&playbook=${RESTART}`,
  ])
})

test('lists teams by name with their roles [CALL-77]', async () => {
  const teams = [
    { role: null, team: { id: id(502), name: 'payments' } },
    { role: 'on call', team: { id: id(501), name: 'night shift' } },
  ]
  const { urls } = open('?panel=teams', (path) =>
    path === '/api/db/team_components' ? listResponse(teams) : undefined
  )
  const rows = await within(await screen.findByRole('tabpanel')).findAllByRole('listitem')
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['night shift', 'on call'],
    ['payments'],
  ])
  const asked = urls.find(({ pathname }) => pathname === '/api/db/team_components')?.searchParams
  expect([asked?.get('component_id'), asked?.get('select')]).toEqual([`eq.${ORDERS}`, 'role,team:teams(id,name)'])
})

test('offers to link a config item if there is none and the user may link', async () => {
  const { performed } = open('?panel=catalog')
  expect(await screen.findByRole('heading', { name: 'No config items' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: /^Link config item to component/ }))
  expect(performed).toEqual(['component.relate'])
})

test('shows a notice for a deleted component', async () => {
  open('', (path) => (path === '/api/canary/api/topology' ? listResponse({ components: null }) : undefined))
  expect(await screen.findByRole('heading', { name: 'Component not found' })).toBeDefined()
})
