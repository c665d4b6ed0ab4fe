import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { prefs } from '@/commands/stores/preference-store'
import { ID, relatedItemId, openRelationships as open, ownWalkRow, walkRows } from '@tests/helpers/relationships'
import { listResponse } from '@tests/helpers/resource-page'

const lines = () => screen.getAllByRole('row').map((line) => line.getAttribute('aria-label') ?? '')

afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
  prefs.set((all) => ({ ...all, show_deleted_items_preference: 'no' }))
})

test('groups related items by type, unhealthy first, with direction and distance [ROUTE-34 CAT-15]', async () => {
  open('/relationships?direction=all')
  await screen.findByRole('row', { name: /^pod-17,/ })
  const [, group, ill] = lines()
  expect(group).toBe('Kubernetes::Pod, 8 items, 1 not healthy')
  expect(ill).toBe(
    'pod-17, Kubernetes::Pod, unhealthy, CrashLoopBackOff, 3 changes in a week, 2 security insights, cluster harbour, downstream, 2 hops'
  )
  expect(lines()).toContainEqual(expect.stringMatching(/^checkout-config, Kubernetes::ConfigMap, deleted,/))
  expect(lines()).toContainEqual(expect.stringMatching(/^harbour, .*upstream, 1 hop$/))
  // The item itself is not listed.
  expect(lines().some((line) => line.startsWith('checkout,'))).toBe(false)
  expect(screen.getByRole('tab', { name: /^Relationships/ }).textContent).toContain('11')
})

test('lists no upstream items while Upstream is off, although the response has the parents', async () => {
  open('/relationships')
  await screen.findByRole('row', { name: /^pod-17,/ })
  expect(lines().filter((line) => line.startsWith('harbour,'))).toEqual([])
  expect(screen.getByRole('tab', { name: /^Relationships/ }).textContent).toContain('10')
})

test('requests relationships only on their tab [ROUTE-34]', async () => {
  const { walks } = open()
  await screen.findByRole('tab', { name: 'Relationships' })
  await screen.findByRole('textbox', { name: 'Config of checkout' })
  expect(walks()).toBe(0)
  await userEvent.click(screen.getByRole('tab', { name: 'Relationships' }))
  await screen.findByRole('row', { name: /^pod-17,/ })
  expect(location.pathname).toBe(`/catalog/${ID}/relationships`)
  expect(walks()).toBe(1)
})

test('sends all limits of the walk [CAT-15 CAT-16 CALL-40]', async () => {
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

test('sends the filters and the depth of a link [CAT-16 CALL-40]', async () => {
  const { lastAsked } = open('/relationships?depth=3&configType=Kubernetes::Pod:1&health=unhealthy:1&status=Gone:-1')
  await screen.findByRole('row', { name: /^pod-17,/ })
  expect(lastAsked()).toMatchObject({
    max_depth: '3',
    'type.filter': 'Kubernetes::Pod',
    'health.filter': 'unhealthy',
    or: '(status.is.null,status.not.in.(Gone))',
  })
})

test('includes deleted items by preference, unless the switch overrides it [CAT-17 CAT-18]', async () => {
  prefs.set((all) => ({ ...all, show_deleted_items_preference: 'yes' }))
  const { lastAsked } = open('/relationships')
  await screen.findByRole('row', { name: /^pod-17,/ })
  expect(lastAsked()['include_deleted_configs']).toBe('true')
  await userEvent.click(screen.getByRole('switch', { name: 'Show deleted' }))
  await waitFor(() => expect(lastAsked()['include_deleted_configs']).toBe('false'))
  expect(location.search).toBe('?deleted=no')
})

test('shows an error with a retry when loading fails', async () => {
  open('/relationships', () => listResponse({ message: 'down' }, 500))
  expect(await screen.findByText(/^Could not load relationships of checkout/)).toBeTruthy()
  expect(screen.getByRole('button', { name: /Try again/ })).toBeTruthy()
})

test('the empty state offers the other directions', async () => {
  const { lastAsked } = open('/relationships', () => [ownWalkRow])
  const notice = await screen.findByText('No related items')
  expect(notice).toBeTruthy()
  await userEvent.click(screen.getByRole('switch', { name: 'Upstream' }))
  await waitFor(() => expect(lastAsked()['type_filter']).toBe('all'))
})

test('filters without a match have their own empty state and can be cleared', async () => {
  const { lastAsked } = open('/relationships?health=warning:1', (url) =>
    url.searchParams.has('health.filter') ? [] : walkRows
  )
  const notice = (await screen.findByText('Nothing matches these filters')).closest('div')
  expect(notice).toBeTruthy()
  await userEvent.click(screen.getAllByRole('button', { name: /Clear filters/ })[0] as HTMLElement)
  await screen.findByRole('row', { name: /^pod-17,/ })
  expect(lastAsked()).not.toHaveProperty('health.filter')
})

test('explains missing permissions for relationships', async () => {
  open('/relationships', () => listResponse({ message: 'not allowed' }, 403))
  expect(await screen.findByText(/may not|not allowed/i)).toBeTruthy()
})

test('Enter opens an item', async () => {
  const { performed } = open('/relationships')
  const ill = await screen.findByRole('row', { name: /^pod-17,/ })
  ill.focus()
  await userEvent.keyboard('{Enter}')
  expect(performed).toContain(`config.open?config=config:${relatedItemId(17)}`)
  expect(within(ill).getByText('CrashLoopBackOff')).toBeTruthy()
})
