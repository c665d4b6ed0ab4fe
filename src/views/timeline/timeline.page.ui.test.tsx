import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listResponse, openPage } from '@tests/helpers/resource-page'
import { placesAround } from '../../commands/place'
import TimelineView from './timeline.page'

const CHECK = '5a000008-0000-4000-8000-000000000009'
const [SHOP, DATABASE] = ['5a000020-0000-4000-8000-000000000105', '5a000020-0000-4000-8000-000000000106']
const id = (last: number) => `5a000030-0000-4000-8000-${String(last).padStart(12, '0')}`
const FAILED_AT = Date.now() - 40 * 60_000
const before = (minutes: number) => new Date(FAILED_AT - minutes * 60_000).toISOString()

const responses: Record<string, unknown> = {
  '/api/db/rpc/related_configs_recursive': [
    { id: SHOP, name: 'shop', type: 'Kubernetes::Deployment', related_ids: [DATABASE] },
    { id: DATABASE, name: 'orders', type: 'Postgres::Database', related_ids: null },
  ],
  '/api/db/config_changes': [
    { id: id(1), config_id: SHOP, change_type: 'Pulled', created_at: before(2), count: 9000, severity: 'info' },
    {
      id: id(2),
      config_id: DATABASE,
      change_type: 'diff',
      created_at: before(9),
      count: 1,
      summary: 'max_connections',
      external_created_by: 'Ada',
    },
  ],
  '/api/db/config_analysis': [],
  '/api/db/playbook_runs': [],
  '/api/db/notification_send_history': [
    { id: id(3), resource_id: CHECK, source_event: 'check.failed', status: 'sent', created_at: before(-1) },
  ],
}

// The request sorts runs by time, newest first.
const runs = [
  { time: before(0), status: false, error: '', message: 'Internal Server Error' },
  { time: before(50), status: true },
  { time: before(60), status: false, error: '503' },
  { time: before(61), status: true },
]

function open(changed: Record<string, unknown> = {}, search = `?of=check:${CHECK}`) {
  history.replaceState(null, '', `/timeline${search}`)
  return openPage(TimelineView, '/timeline', {
    answer(path, url) {
      const areTitles = path === '/api/db/config_changes' && /[?&]id=in\./.test(url)
      const override = changed[areTitles ? 'titles' : path] ?? (areTitles ? changed[path] : undefined)
      if (override instanceof Response) return override.clone()
      if (override !== undefined) return listResponse(override)
      const ownRuns = changed['runs'] ?? runs
      if (path === '/api/db/checks' && url.includes('within'))
        return ownRuns instanceof Response
          ? ownRuns.clone()
          : listResponse([{ id: CHECK, name: 'checkout', within: ownRuns, before: [] }])
      if (path === '/api/db/checks')
        return listResponse(
          url.includes('eq.')
            ? url.includes('inner') || url.includes('last_transition_time=')
              ? []
              : [
                  {
                    id: CHECK,
                    name: 'checkout',
                    status: 'unhealthy',
                    last_transition_time: before(0),
                    configs: [{ config_id: SHOP }],
                    components: [],
                  },
                ]
            : []
        )
      if (path === '/api/db/config_changes' && /[?&]id=(?:eq|in)\./.test(url))
        return listResponse([
          {
            id: id(2),
            config_id: DATABASE,
            created_at: before(9),
            details: null,
            patches: null,
            diff: '@@ -1 +1 @@\n-max: 100\n+max: 10\n',
          },
        ])
      return responses[path] === undefined ? undefined : listResponse(responses[path])
    },
  })
}
const rows = () => screen.getAllByRole('row').slice(1)
const run = (name: string, args = {}) =>
  placesAround(screen.getByRole('heading', { level: 1 }))
    .find(({ handlers }) => handlers?.[name])
    ?.handlers?.[name]?.(1, args)
const preview = () => screen.getByRole('region', { name: 'Selected event' })

afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

test('lists the likeliest cause first, with its reasons and diff, and the consequences last', async () => {
  open()
  expect(await screen.findByRole('heading', { level: 1, name: 'What changed before checkout failed' })).toBeTruthy()
  await screen.findByRole('grid')
  const names = rows().map((row) => row.getAttribute('aria-label'))
  expect(names[0]).toBe('Change, Max 100 → 10 of orders, likely cause 1, 9m before, 2 steps away, first in 30 days')
  expect(names[1]).toMatch(
    /^Change, Pulled of shop, likely cause 2, severity info, 2m before, 1 step away, happens about 300 times a day/
  )
  expect(names.slice(2)).toEqual([
    'Failure, Check started failing of checkout, 1h before, itself',
    'Recovery, Check passes again of checkout, 50m before, itself',
    'Failure, Check started failing of checkout, at the same moment, itself',
    'Notification, Notification check.failed: sent of checkout, 1m after, itself',
  ])
  expect(await within(preview()).findByText('max_connections')).toBeTruthy()
  expect(within(preview()).getByText('first in 30 days')).toBeTruthy()
  expect(await within(preview()).findByRole('group', { name: 'Max 100 → 10: 1 line added, 1 removed' })).toBeTruthy()
  expect(within(preview()).getByRole('link', { name: 'orders' }).getAttribute('href')).toBe(`/catalog/${DATABASE}`)
})

test('draws a lane per resource that arrow keys navigate; Enter moves to the event in the list', async () => {
  open()
  const plot = await screen.findByRole('slider', { name: 'Events by resource' })
  plot.focus()
  await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}')
  expect(plot.getAttribute('aria-valuetext')).toMatch(/: Max 100 → 10, orders$/)
  await userEvent.keyboard('{ArrowRight}{Enter}')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/Pulled of shop/))
  await waitFor(() => expect(within(preview()).getByRole('heading', { name: 'Pulled' })).toBeTruthy())
})

test('stores the selected failure and the look-back in the URL', async () => {
  const { urls } = open()
  await screen.findByRole('grid')
  run('timeline.previousFailure')
  await waitFor(() => expect(new URLSearchParams(location.search).get('at')).toBe(before(60)))
  run('timeline.span', { span: '1d' })
  await waitFor(() => expect(location.search).toContain('before=1d'))
  await waitFor(() => {
    const request = urls.findLast(({ pathname }) => pathname === '/api/db/config_analysis')
    const day = 24 * 60 * 60_000
    expect(request?.searchParams.getAll('first_observed')[0]).toBe(
      `gte.${new Date(FAILED_AT - 60 * 60_000 - day).toISOString()}`
    )
  })
})

test('folds derived events beneath the change that caused them', async () => {
  open({
    '/api/db/config_changes': [
      { id: id(2), config_id: SHOP, change_type: 'diff', created_at: before(9), summary: 'spec.replicas' },
      { id: id(4), config_id: DATABASE, change_type: 'Pulled', source: 'kubelet', created_at: before(8) },
      { id: id(5), config_id: DATABASE, change_type: 'Killing', source: 'kubelet', created_at: before(300) },
    ],
    '/api/db/config_items': [{ id: DATABASE, parent_id: SHOP, path: SHOP }],
  })
  const cause = await screen.findByRole('row', {
    name: /^Change, Replicas changed of shop, likely cause 1, caused 1 event/,
  })
  expect(cause.getAttribute('aria-expanded')).toBe('false')
  expect(screen.getByRole('row', { name: /^Change, Killing of orders, likely cause 2/ })).toBeTruthy()
  expect(screen.queryByRole('row', { name: /Pulled/ })).toBeNull()
  await userEvent.click(cause)
  await userEvent.keyboard('{ArrowRight}')
  expect(await screen.findByRole('row', { name: /^Change, Pulled of orders/ })).toBeTruthy()
  // The chart shows it, too.
  const plot = await screen.findByRole('slider', { name: 'Events by resource' })
  plot.focus()
  await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}')
  expect(plot.getAttribute('aria-valuetext')).toContain('Pulled, orders')
})

test('shows the paths of changes when their differences could not be loaded', async () => {
  open({ '/api/db/config_items': listResponse([]), titles: listResponse({ message: 'too busy' }, 403) })
  expect(await screen.findByText(/Titles of changes: /)).toBeTruthy()
  expect(rows()[0]?.getAttribute('aria-label')).toMatch(/^Change, max_connections changed of orders, likely cause 1,/)
})

test('names a source that may not be read, and shows the rest', async () => {
  open({ '/api/db/notification_send_history': listResponse({ message: 'permission denied' }, 403) })
  await screen.findByRole('grid')
  expect(screen.getByText(/^Some data could not be loaded. Notifications: /)).toBeTruthy()
  expect(rows()[0]?.getAttribute('aria-label')).toMatch(/^Change, Max 100 → 10 of orders, likely cause 1,/)
})

test('uses the newest of very many runs, and reports the limit', async () => {
  const many = Array.from({ length: 2000 }, (_, at) => ({ time: before(at / 60), status: at > 0 }))
  const { urls } = open({ runs: many })
  await screen.findByRole('grid')
  expect(screen.getByText(/Transitions of checks: only the latest 2,000 runs of each check are included/)).toBeTruthy()
  expect(screen.getByText('Check started failing')).toBeTruthy()
  const asked = urls.find(({ searchParams }) => searchParams.has('within.time'))
  expect(asked?.searchParams.get('within.order')).toBe('time.desc')
})

test('uses the time at which an unhealthy item became unhealthy, however long ago', async () => {
  const failed = new Date(Date.now() - 30 * 60 * 60_000).toISOString()
  open(
    {
      '/api/db/configs': [{ id: SHOP, name: 'shop', type: 'Kubernetes::Deployment', health: 'unhealthy' }],
      '/api/db/config_changes': [{ id: id(1), config_id: SHOP, change_type: 'Unhealthy', created_at: failed }],
    },
    `?of=config:${SHOP}`
  )
  expect(
    await screen.findByRole('row', { name: /^Failure, Became unhealthy of shop, at the same moment/ })
  ).toBeTruthy()
  expect(screen.getByText('1d ago')).toBeTruthy()
  expect(screen.queryByText(/No known failure/)).toBeNull()
})

test('names the look-back when no event was recorded', async () => {
  const nothing = Object.fromEntries(['runs', ...Object.keys(responses).slice(1)].map((path) => [path, []]))
  open(nothing)
  expect(await screen.findByText('No events recorded')).toBeTruthy()
  expect(screen.getByText(/^In the 6 hours before/)).toBeTruthy()
  const places = placesAround(screen.getByRole('heading', { level: 1 }))
  expect(places.find(({ choices }) => choices?.['span'])?.choices?.['span']).toHaveLength(5)
})

test('shows the events of the resource itself when the related config items could not be loaded', async () => {
  open({ '/api/db/rpc/related_configs_recursive': listResponse({ message: 'out of order' }, 500) })
  expect(await screen.findByText(/^Some data could not be loaded. Related config items: out of order\./)).toBeTruthy()
  expect(screen.getAllByRole('row', { name: /checkout/ }).length).toBeGreaterThan(0)
})

test('explains the page when the URL names no resource', async () => {
  open({}, '')
  expect(await screen.findByText('Choose what to investigate')).toBeTruthy()
})

test('wraps names on a narrow screen, with the time and the resource below them', async () => {
  await page.viewport(320, 800)
  try {
    open({
      '/api/db/config_changes': [
        {
          id: id(1),
          config_id: SHOP,
          change_type: 'The image was pulled again',
          created_at: before(2),
          severity: 'info',
        },
      ],
    })
    await screen.findByRole('grid')
    const name = screen.getByText('The image was pulled again')
    expect([name.scrollWidth <= name.clientWidth, name.scrollHeight <= name.clientHeight]).toEqual([true, true])
    expect(screen.getByText(/^2m before,$/).checkVisibility()).toBe(true)
    const row = name.closest('[role="row"]')
    expect(row?.getBoundingClientRect().height).toBeGreaterThan(60)
    // The chart does not cut names either: they are above their lanes.
    const plot = await screen.findByRole('slider', { name: 'Events by resource' })
    const lane = [...plot.querySelectorAll('text')].find(({ textContent }) => textContent === 'checkout')
    expect(lane?.getAttribute('x')).toBe('0')
  } finally {
    await page.viewport(1280, 800)
  }
})
