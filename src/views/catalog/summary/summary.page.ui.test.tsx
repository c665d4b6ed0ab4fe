import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listResponse, openPage } from '@tests/helpers/resource-page'
import { parsePreferences, prefs } from '@/commands/stores/preference-store'
import SummaryView from './summary.page'

const group = (type: string, more: object = {}) => ({
  type,
  count: 3,
  health: null,
  analysis: {},
  changes: 0,
  cost_30d: null,
  created_at: '2026-05-07T05:11:08.49+00:00',
  updated_at: '2026-11-20T05:11:08.49+00:00',
  ...more,
})

const groups = [
  group('AWS::EC2::Instance', { count: 1200, health: { healthy: 1199, warning: 1 }, cost_30d: 409.5 }),
  group('AWS::Region'),
  group('Kubernetes::Pod', {
    count: 27,
    health: { healthy: 22, unhealthy: 3, warning: 2 },
    analysis: { security: 2 },
    changes: 34,
  }),
]

function open(query = '', answer: (asked: { groupBy: string[] }) => Response = () => listResponse(groups)) {
  history.replaceState(null, '', `/catalog/summary${query}`)
  const bodies: unknown[] = []
  const opened = openPage(SummaryView, '/catalog/summary', {
    answer(path, _url, body) {
      if (path === '/api/db/config_tags')
        return listResponse([
          { key: 'cluster', value: 'harbour' },
          { key: 'cluster', value: 'quay' },
          { key: 'team', value: 'shop' },
        ])
      if (path !== '/api/catalog/summary') return undefined
      const asked = JSON.parse(String(body))
      bodies.push(asked)
      return answer(asked)
    },
  })
  return { ...opened, bodies }
}

const row = (name: RegExp) => screen.findByRole('row', { name })
const names = () =>
  screen.getAllByRole('row').flatMap((one) => one.getAttribute('aria-label')?.replace(/,.*/, '') ?? [])

beforeEach(() => prefs.set(parsePreferences(null)))
afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
  prefs.set(parsePreferences(null))
})

test('lists types with the counts of their items, types with unhealthy items first', async () => {
  const { bodies } = open()
  expect((await row(/^Kubernetes::Pod/)).getAttribute('aria-label')).toBe(
    'Kubernetes::Pod, 27 config items, 3 unhealthy, 2 warning, 22 healthy, 34 changes in a week, 2 security insights'
  )
  expect(names()).toEqual(['Kubernetes::Pod', 'AWS::EC2::Instance', 'AWS::Region'])
  expect(within(await row(/^AWS::EC2/)).getByText('1,200')).toBeTruthy()
  expect(within(await row(/^AWS::EC2/)).getByText('409.50')).toBeTruthy()
  await waitFor(() =>
    expect(bodies).toEqual([
      { groupBy: ['type'], deleted: false, changes: { since: '7d' }, cost: '30d' },
      { groupBy: ['type'], deleted: false, cost: '1d' },
    ])
  )
})

test('a count links to the items it counts, and a row opens all items of its type', async () => {
  open()
  const pods = await row(/^Kubernetes::Pod/)
  const link = within(pods).getByRole('link', { name: '3 unhealthy' })
  expect(link.getAttribute('href')).toBe('/catalog?configType=Kubernetes%253A%253APod%3A1&health=unhealthy%3A1')
  pods.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(location.pathname).toBe('/catalog'))
  expect(location.search).toBe('?configType=Kubernetes%253A%253APod%3A1')
})

test('grouped by provider, a group shows the sums of its types', async () => {
  open('?groupBy=provider')
  const aws = await row(/^AWS,/)
  expect(within(aws).getByText('1,203')).toBeTruthy()
  expect(aws.textContent).toContain('1,199')
})

test('grouped by a tag in the URL, each value and type is a row that links to its items', async () => {
  const { bodies } = open('?groupBy=tag:cluster', ({ groupBy }) =>
    listResponse(groupBy.length === 1 ? groups : ['harbour', null].map((cluster) => group('AWS::Region', { cluster })))
  )
  const harbour = await row(/^harbour/)
  expect(await row(/^Without cluster/)).toBeTruthy()
  expect(bodies).toMatchObject([{ groupBy: ['type', 'cluster'] }])
  harbour.focus()
  await userEvent.keyboard('{ArrowRight}')
  const inside = await row(/^AWS::Region, cluster harbour/)
  inside.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(location.pathname).toBe('/catalog'))
  expect(new URLSearchParams(location.search).get('tags')).toBe('cluster=harbour:1')
})

test('grouped by health, a type is listed under each of its healths without a new request and links to those items', async () => {
  const { bodies } = open('?groupBy=health')
  expect(await row(/^Unhealthy/)).toBeTruthy()
  const pods = await row(/^Kubernetes::Pod, 3 config items, 3 unhealthy/)
  expect(names()).toEqual([
    'Unhealthy',
    'Kubernetes::Pod',
    'Warning',
    'Kubernetes::Pod',
    'AWS::EC2::Instance',
    'Healthy',
    'Without health',
  ])
  expect(screen.getByText('3 types')).toBeTruthy()
  expect(bodies).toHaveLength(1)
  pods.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(location.search).toBe('?configType=Kubernetes%253A%253APod%3A1&health=unhealthy%3A1'))
})

test('grouped by insights, a type is in the group of each of its kinds', async () => {
  open('?groupBy=analysis')
  await row(/^Security/)
  expect(names()).toEqual(['Security', 'Kubernetes::Pod', 'Without insights'])
})

test('groups types by the age of their latest change', async () => {
  const now = new Date().toISOString()
  open('?groupBy=changed', () =>
    listResponse([group('AWS::Region', { updated_at: '2020-01-01T00:00:00Z' }), group('Depot', { updated_at: now })])
  )
  await row(/^In the last hour/)
  expect(names()).toEqual(['In the last hour', 'Depot', 'Earlier'])
})

test('marks and lists a pinned type first, and shows the trend of a changed cost', async () => {
  prefs.set((all) => ({ ...all, pinnedTypes: ['AWS::EC2::Instance'] }))
  open('', (asked) =>
    listResponse(
      'changes' in asked ? groups : [{ type: 'AWS::EC2::Instance', cost_1d: 20.475 }, { type: 'AWS::Region' }]
    )
  )
  await row(/^Kubernetes::Pod/)
  expect(names()).toEqual(['AWS::EC2::Instance', 'Kubernetes::Pod', 'AWS::Region'])
  const pinned = await row(
    /^AWS::EC2::Instance, pinned, 1,200 config items, .*cost 409\.50 in 30 days, 50\.0% more on the last day$/
  )
  expect(within(pinned).getByLabelText('pinned')).toBeTruthy()
  expect(within(pinned).getByTitle('50.0% more on the last day')).toBeTruthy()
  act(() => prefs.set((all) => ({ ...all, pinnedTypes: [] })))
  expect(names()).toEqual(['Kubernetes::Pod', 'AWS::EC2::Instance', 'AWS::Region'])
})

test('shows an error when the summary cannot be loaded', async () => {
  open('', () => listResponse({ message: 'The catalog rests.' }, 503))
  expect(await screen.findByText(/The catalog rests/)).toBeTruthy()
})

test('the empty state explains how the catalog is filled', async () => {
  open('', () => listResponse([]))
  expect(await screen.findByRole('heading', { name: 'The catalog is empty' })).toBeTruthy()
})
