import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { prefs } from '../../../commands/stores/preference-store'
import { json, openPage } from '../../../../tests/helpers/resource-page'
import ConfigView from './config-view'

const idOf = (n: number) => `5a000020-0000-4000-8000-${String(n).padStart(12, '0')}`
const [ID, REPLICAS] = [idOf(2), idOf(3)]

const row = (n: number, more: object) => ({
  id: idOf(n),
  name: `pod-${n}`,
  type: 'Kubernetes::Pod',
  related_ids: null,
  tags: { cluster: 'harbour' },
  changes: null,
  analysis: null,
  created_at: '2026-05-07T05:11:08.49+00:00',
  updated_at: null,
  deleted_at: null,
  health: 'healthy',
  status: 'Running',
  path: '',
  ...more,
})

/** A deployment of a cluster, with eight pods of which one is ill. */
const own = row(2, { name: 'checkout', type: 'Kubernetes::Deployment', related_ids: [REPLICAS, idOf(4)] })
const walk = [
  row(1, { name: 'harbour', type: 'Kubernetes::Cluster', related_ids: [ID], health: null, status: null }),
  own,
  row(3, {
    name: 'checkout-7d',
    type: 'Kubernetes::ReplicaSet',
    related_ids: [10, 11, 12, 13, 14, 15, 16, 17].map(idOf),
  }),
  row(4, { name: 'checkout-config', type: 'Kubernetes::ConfigMap', deleted_at: '2026-11-20T05:11:08.49+00:00' }),
  ...[10, 11, 12, 13, 14, 15, 16].map((n) => row(n, {})),
  row(17, { health: 'unhealthy', status: 'CrashLoopBackOff', changes: 3, analysis: { security: 2 } }),
]

const RPC = '/api/db/rpc/related_configs_recursive'

function open(below = '', answer: (url: URL) => Response | undefined = () => json(walk)) {
  history.replaceState(null, '', `/catalog/${ID}${below}`)
  const opened = openPage(ConfigView, `/catalog/${ID}`, {
    answer(path, url) {
      if (path === RPC) return answer(new URL(url, location.origin))
      if (path === '/api/db/config_detail') return json([{ ...own, config_class: 'Deployment', config: {} }])
      if (path === '/api/db/config_types') return json([{ type: 'Kubernetes::Pod' }])
      return undefined
    },
  })
  const asked = () => {
    const last = opened.urls.findLast(({ pathname }) => pathname === RPC)
    return Object.fromEntries(last?.searchParams ?? [])
  }
  return { ...opened, walks: () => opened.asked.filter((path) => path === RPC).length, lastAsked: asked }
}

const lines = () => screen.getAllByRole('row').map((line) => line.getAttribute('aria-label') ?? '')

afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
  prefs.set((all) => ({ ...all, show_deleted_items_preference: 'no' }))
})

test('what an item is related to is grouped by type, ill first, with the way to it [ROUTE-34] [CAT-15]', async () => {
  open('/relationships')
  await screen.findByRole('row', { name: /^pod-17,/ })
  const [, group, ill] = lines()
  expect(group).toBe('Kubernetes::Pod, 8 items, 1 not healthy')
  expect(ill).toBe(
    'pod-17, Kubernetes::Pod, unhealthy, CrashLoopBackOff, 3 changes in a week, 2 security insights, cluster harbour, downstream, 2 steps'
  )
  expect(lines()).toContainEqual(expect.stringMatching(/^checkout-config, Kubernetes::ConfigMap, deleted,/))
  expect(lines()).toContainEqual(expect.stringMatching(/^harbour, .*upstream, 1 step$/))
  // The item is not related to itself.
  expect(lines().some((line) => line.startsWith('checkout,'))).toBe(false)
  expect(screen.getByRole('tab', { name: /^Relationships/ }).textContent).toContain('11')
})

test('the walk is asked for on its tab only [ROUTE-34]', async () => {
  const { walks } = open()
  await screen.findByRole('tab', { name: 'Relationships' })
  await screen.findByRole('textbox', { name: 'Config of checkout' })
  expect(walks()).toBe(0)
  await userEvent.click(screen.getByRole('tab', { name: 'Relationships' }))
  await screen.findByRole('row', { name: /^pod-17,/ })
  expect(location.pathname).toBe(`/catalog/${ID}/relationships`)
  expect(walks()).toBe(1)
})

test('everything that limits the walk is sent [CAT-15] [CAT-16] [CALL-40]', async () => {
  const { lastAsked } = open('/relationships')
  await screen.findByRole('row', { name: /^pod-17,/ })
  expect(lastAsked()).toEqual({
    config_id: ID,
    include_deleted_configs: 'false',
    max_depth: '10',
    type_filter: 'outgoing',
    outgoing_relation: 'hard',
  })
  await userEvent.click(screen.getByRole('switch', { name: 'Upstream' }))
  await waitFor(() => expect(lastAsked()).toMatchObject({ type_filter: 'all', incoming_relation: 'hard' }))
  await userEvent.click(screen.getByRole('switch', { name: 'Soft upstream' }))
  await waitFor(() => expect(lastAsked()).toMatchObject({ incoming_relation: 'both', outgoing_relation: 'hard' }))
  await userEvent.click(screen.getByRole('switch', { name: 'Downstream' }))
  await waitFor(() => expect(lastAsked()).toMatchObject({ type_filter: 'incoming' }))
  expect(lastAsked()).not.toHaveProperty('outgoing_relation')
  expect(location.search).toBe('?direction=incoming&incoming=both')
})

test('a link holds filters and depth, which are all sent [CAT-16] [CALL-40]', async () => {
  const { lastAsked } = open('/relationships?depth=3&configType=Kubernetes::Pod:1&health=unhealthy:1&status=Gone:-1')
  await screen.findByRole('row', { name: /^pod-17,/ })
  expect(lastAsked()).toMatchObject({
    max_depth: '3',
    'type.filter': 'Kubernetes::Pod',
    'health.filter': 'unhealthy',
    or: '(status.is.null,status.not.in.(Gone))',
  })
})

test('deleted items are asked for as preferred, and otherwise where somebody says so [CAT-17] [CAT-18]', async () => {
  prefs.set((all) => ({ ...all, show_deleted_items_preference: 'yes' }))
  const { lastAsked } = open('/relationships')
  await screen.findByRole('row', { name: /^pod-17,/ })
  expect(lastAsked()['include_deleted_configs']).toBe('true')
  await userEvent.click(screen.getByRole('switch', { name: 'Show deleted' }))
  await waitFor(() => expect(lastAsked()['include_deleted_configs']).toBe('false'))
  expect(location.search).toBe('?deleted=no')
})

test('failed, forbidden, nothing and filtered to nothing are four different things', async () => {
  let answer = () => json({ message: 'down' }, 500)
  open('/relationships', () => answer())
  expect(await screen.findByText(/^Could not load relationships of checkout/)).toBeTruthy()
  expect(screen.getByRole('button', { name: /Try again/ })).toBeTruthy()
  answer = () => json([own])
})

test('nothing is told as that, with the other ways to look', async () => {
  const { lastAsked } = open('/relationships', () => json([own]))
  const notice = await screen.findByText('Nothing is related')
  expect(notice).toBeTruthy()
  await userEvent.click(screen.getByRole('switch', { name: 'Upstream' }))
  await waitFor(() => expect(lastAsked()['type_filter']).toBe('all'))
})

test('filtered to nothing is told apart, and undone', async () => {
  const { lastAsked } = open('/relationships?health=warning:1', (url) =>
    json(url.searchParams.has('health.filter') ? [] : walk)
  )
  const notice = (await screen.findByText('Nothing matches these filters')).closest('div')
  expect(notice).toBeTruthy()
  await userEvent.click(screen.getAllByRole('button', { name: /Clear filters/ })[0] as HTMLElement)
  await screen.findByRole('row', { name: /^pod-17,/ })
  expect(lastAsked()).not.toHaveProperty('health.filter')
})

test('whoever may not see relationships is told that', async () => {
  open('/relationships', () => json({ message: 'not allowed' }, 403))
  expect(await screen.findByText(/may not|not allowed/i)).toBeTruthy()
})

test('Enter opens an item', async () => {
  const { performed } = open('/relationships')
  const ill = await screen.findByRole('row', { name: /^pod-17,/ })
  ill.focus()
  await userEvent.keyboard('{Enter}')
  expect(performed).toContain(`config.open?config=config:${idOf(17)}`)
  expect(within(ill).getByText('CrashLoopBackOff')).toBeTruthy()
})
